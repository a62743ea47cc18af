import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { returnNumber } from "@tradewind/domain/ordering/returns.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce, type Topic } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findOrder, type OrderRow } from "../orders/orders.store.ts";
import { endResources } from "../resources/resources.store.ts";
import { lockSubscriptions } from "../subscriptions/subscriptions.store.ts";
import { proposeReturn, type ReturnWish } from "./returns.reads.ts";
import {
  findReturns,
  giveUpReturn,
  insertReturn,
  lockAnyReturn,
  lockReturn,
  takeReturn,
  type ReturnRow,
} from "./returns.store.ts";

const seenBy: Topic[] = ["services", "orders", "work"];

/** Asks to send goods back as it was proposed. */
export async function askReturn(
  { tx, actor, doer, now, platform }: Doing<TenantActor>,
  orderId: string,
  wish: ReturnWish & { Hash: string; Note?: string | null | undefined },
): Promise<OrderRow> {
  // Whoever asks for units of the same line waits here, and then sees what is left.
  await lockSubscriptions(tx, actor.resellerId, [wish.Key]);
  const { line, terms, hash } = await proposeReturn({ db: tx, actor, now, platform }, orderId, wish);
  if (hash !== wish.Hash) throw new AppError("returnTermsChanged");
  const row = {
    reseller_id: actor.resellerId,
    customer_id: line.customer_id,
    product_id: line.product_id,
    order_id: orderId,
    subscription_id: wish.Key,
    quantity: wish.Quantity,
    reason: wish.Reason,
    wants: wish.Wants,
    note: wish.Note || null,
    resources: wish.Serials,
    fee_minor: terms.feeMinor,
    currency: line.currency,
    asked_by: actor.displayName,
    asked_at: now,
  };
  const id = await insertReturn(tx, row, terms.parts);
  await recordActivity(tx, doer, {
    action: "returns.ask",
    what: `Asked to return ${wish.Quantity} × ${line.name} (${returnNumber(id)}): ${wish.Reason}`,
    customerId: line.customer_id,
    object: ["order", orderId],
  });
  await announce(tx, actor.resellerId, seenBy, line.customer_id);
  return orNotFound(await findOrder(tx, actor, orderId));
}

/** Withdraws a return whose goods have not arrived. */
export async function withdrawReturn({ tx, actor, doer, now }: Doing<TenantActor>, id: string): Promise<OrderRow> {
  const own = orNotFound(await lockReturn(tx, actor, id));
  if (own.state !== "expected") throw new AppError("returnSettled");
  await giveUpReturn(tx, own, { state: "withdrawn", by: actor.displayName }, now);
  await recordActivity(tx, doer, {
    action: "returns.withdraw",
    what: `Withdrew the return ${returnNumber(id)}`,
    customerId: own.customer_id,
    object: ["order", own.order_id],
  });
  await announce(tx, actor.resellerId, seenBy, own.customer_id);
  return orNotFound(await findOrder(tx, actor, own.order_id));
}

type Receipt = {
  restocked: number;
  writtenOff: number;
  condition: string | null;
  carrier: string | null;
  tracking: string | null;
};

/** Takes goods in that came back, which credits them or sends as many anew. */
export async function receiveReturn(doing: Doing<OperatorActor>, id: string, receipt: Receipt): Promise<ReturnRow> {
  const { tx, actor, now, platform } = doing;
  const own = orNotFound(await lockAnyReturn(tx, id));
  if (own.state !== "expected") throw new AppError("returnSettled");
  if (receipt.restocked + receipt.writtenOff !== own.quantity)
    throw new AppError("invalidRequest", {
      fields: { Restocked: `Together with what is written off they must be ${own.quantity}` },
    });
  if (!(await takeReturn(tx, id, { ...receipt, by: actor.displayName }, now))) throw new AppError("notReserved");
  await endResources(tx, own.reseller_id, { ids: own.resources }, now);
  if (own.wants === "credit")
    await platform.jobs.file(tx, "returns.book", { resellerId: own.reseller_id, returnId: id });
  return settled(doing, id, {
    action: "returns.receive",
    tell: ({ wants, quantity, name }) =>
      wants === "credit"
        ? `${quantity} × ${name} came back and ${quantity === 1 ? "is" : "are"} credited`
        : `${quantity} × ${name} came back and ${quantity === 1 ? "is" : "are"} replaced`,
  });
}

/** Refuses a return, for a reason that the reseller is told. */
export async function refuseReturn(doing: Doing<OperatorActor>, id: string, why: string): Promise<ReturnRow> {
  const own = orNotFound(await lockAnyReturn(doing.tx, id));
  if (own.state !== "expected") throw new AppError("returnSettled");
  await giveUpReturn(doing.tx, own, { state: "refused", answer: why, by: doing.actor.displayName }, doing.now);
  return settled(doing, id, {
    action: "returns.refuse",
    tell: ({ quantity, name }) => `The return of ${quantity} × ${name} was refused: ${why}`,
  });
}

async function settled(
  { tx, actor, now, ip, requestId }: Doing<OperatorActor>,
  id: string,
  { action, tell }: { action: string; tell(row: ReturnRow): string },
): Promise<ReturnRow> {
  const row = (await findReturns(tx, [id]))[0]!;
  const what = `${returnNumber(id)}: ${tell(row)}`;
  await recordActivity(
    tx,
    { resellerId: row.reseller_id, actor, now, ip, requestId },
    { action, what, customerId: row.customer_id, object: ["order", row.order_id] },
  );
  await notify(tx, {
    resellerId: row.reseller_id,
    category: "Orders",
    content: `${what}${/[.!?]$/.test(what) ? "" : "."}`,
    link: linkTo(screens.customer, { ctx: row.customer_id }),
    view: "customers",
    kinds: ["reseller", "engineer"],
    customerId: row.customer_id,
    now,
  });
  await announce(tx, row.reseller_id, [...seenBy, "dashboard"], row.customer_id);
  return row;
}
