import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail, fileMails } from "../../portal/mail/mail.actions.ts";
import { findPlacer } from "./order-mails.store.ts";

type Doing = { tx: Tx; platform: Platform };
type Ended = { resellerId: string; orderId: string; customerId: string; customer: string; task: string };

/** What adds, changes or ends something that is paid for: who has what, and what comes after a term, is seen where it is chosen. */
const isMailed = (task: string): boolean => ["add", "change", "upgrade", "cancel", "newTerm"].includes(task);

const urlOf = ({ platform }: Doing, link: string) => new URL(link, platform.config.PUBLIC_URL).href;
const linkOf = (customerId: string, orderId: string) => linkTo(screens.order, { ctx: customerId, orderId });

/** Confirms an order, to the person who placed it just now. */
export async function mailPlaced(
  doing: Doing & { actor: TenantActor },
  { task, what, customerId, orderId }: { task: string; what: string; customerId: string; orderId: string },
): Promise<void> {
  if (isMailed(task)) await confirm(doing, what, linkOf(customerId, orderId));
}

/** The most orders of a basket that its mail names. */
const named = 20;

/** Confirms all orders of a basket at once. */
export async function mailBasketPlaced(
  doing: Doing & { actor: TenantActor },
  orders: readonly { product_name: string; customer_name: string }[],
): Promise<void> {
  const words = orders.slice(0, named).map((order) => `${order.product_name} for ${order.customer_name}`);
  const more = orders.length > named ? [`${orders.length - named} more`] : [];
  await confirm(doing, `Ordered ${[...words, ...more].join(", ")}`, screens.basket.path);
}

const confirm = (doing: Doing & { actor: TenantActor }, what: string, link: string): Promise<void> =>
  fileMail(doing.platform, doing.tx, doing.actor.email, "orderPlaced", {
    name: doing.actor.displayName,
    what,
    url: urlOf(doing, link),
  });

/** Tells the person who placed an order that it is done. */
export async function mailDone(doing: Doing, { what, ...ended }: Ended & { what: string }): Promise<void> {
  if (!isMailed(ended.task)) return;
  const url = urlOf(doing, linkOf(ended.customerId, ended.orderId));
  const placer = await findPlacer(doing.tx, ended.resellerId, ended.orderId);
  await fileMails(doing.platform, doing.tx, placer, "orderDone", { customer: ended.customer, what, url });
}

/** Tells the person who placed an order that it failed, why, and what to do. */
export async function mailFailed(
  doing: Doing,
  { product, reason, ...ended }: Ended & { product: string; reason: string },
): Promise<void> {
  const url = urlOf(doing, linkOf(ended.customerId, ended.orderId));
  const placer = await findPlacer(doing.tx, ended.resellerId, ended.orderId);
  await fileMails(doing.platform, doing.tx, placer, "orderFailed", { customer: ended.customer, product, reason, url });
}
