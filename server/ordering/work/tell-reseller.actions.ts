import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Doing } from "../../platform/http.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findWhoAnswers } from "./work-sharing.store.ts";
import type { WorkRow } from "./work.store.ts";

type Telling = Pick<Doing<OperatorActor>, "tx" | "now" | "platform">;

/** Whether the order of a piece of work can still be given other answers (`takesAnswers`). */
const takesAnswers = ({ status, task, order_form }: WorkRow): boolean =>
  status !== "done" && status !== "failed" && task.kind === "add" && order_form !== null;

/**
 * Tells the reseller what our people wrote about an order. Where they may be asking for something, it leads to the page
 * where that is answered, and whoever placed the order is mailed as well.
 */
export async function tellReseller(
  { tx, now, platform }: Telling,
  item: WorkRow,
  { words, asked }: { words: string; asked: string | null },
): Promise<void> {
  const order = { ctx: item.customer_id, orderId: item.order_id };
  const asks = asked !== null && takesAnswers(item);
  const link = asks
    ? linkTo(screens.fulfilService, order)
    : asked === null
      ? linkTo(screens.customer, { ctx: item.customer_id })
      : linkTo(screens.order, order);
  await notify(tx, {
    resellerId: item.reseller_id,
    category: "Orders",
    content: asked === null ? words : `${words} ${asked}`,
    link,
    view: "customers",
    kinds: ["reseller", "engineer"],
    customerId: item.customer_id,
    productId: item.product_id,
    now,
  });
  if (!asks || asked === null) return;
  const reader = await findWhoAnswers(tx, item);
  if (!reader) return;
  await fileMail(platform, tx, reader.email, "orderAsks", {
    name: reader.first_name,
    product: item.product_name,
    customer: item.customer_name,
    asked,
    url: new URL(link, platform.config.PUBLIC_URL).href,
  });
}
