import { isHiddenFromEndUserAdmin } from "@tradewind/domain/catalogue/products.ts";
import { orderRoleOf } from "@tradewind/domain/ordering/order-rules.ts";
import { dayOf } from "@tradewind/domain/values/dates.ts";
import { money, type Currency } from "@tradewind/domain/values/money.ts";
import { pauseToRetry } from "@tradewind/domain/ordering/looks.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound, tooMany } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { requireWithinLimit } from "../../billing/debtors/credit-limits.reads.ts";
import { requireUnpaused } from "../../billing/dunning/dunning.reads.ts";
import { findProduct, numbersOf } from "../../catalogue/products/products.store.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { wishAgain } from "../assignments/assignments.store.ts";
import { takeGoods } from "../goods/goods.actions.ts";
import { setInstanceStatus } from "../instances/instances.store.ts";
import { requireAllowed } from "../order-rules/order-rules.reads.ts";
import { takeNumbers } from "../number-stock/number-stock.actions.ts";
import { redoLines } from "../refusals/refusals.actions.ts";
import { findPromisesOver } from "../refusals/refusals.store.ts";
import type { Ordering } from "./orders.actions.ts";
import { isRetryable, listOrderLines, lockOrder, reopenOrder, waitToRetry, type OrderRow } from "./orders.store.ts";

/**
 * Sends a failed order to its vendor again; safe, because the order's key lets the vendor find what it already did.
 */
export async function retryOrder({ tx, actor, doer, now, platform }: Ordering, orderId: string) {
  const order = orNotFound(await lockOrder(tx, actor, orderId));
  // As when an order is placed: nobody changes what is promised again meanwhile.
  const { status: standing } = orNotFound(await lockCustomer(tx, actor, order.customer_id));
  if (standing === "Suspended" && !["suspend", "resume"].includes(order.task)) throw new AppError("customerSuspended");
  if (
    actor.customerId !== null &&
    isHiddenFromEndUserAdmin(numbersOf(orNotFound(await findProduct(tx, order.product_id))))
  )
    throw new AppError("productNotForEndUserAdmin");
  const lines = await listOrderLines(tx, actor.resellerId, [orderId]);
  if (!isRetryable(order, lines)) throw new AppError("orderNotFailed");
  const raises = order.task === "add" || (order.spent_minor ?? 0n) > 0n;
  if (raises) await requireUnpaused(tx, actor, dayOf(now.toISOString()));
  // What it costs was judged when it was placed: only a limit may be used up since.
  if (order.spent_by === orderRoleOf(actor.kind)) {
    const anybody = { ...actor, customerId: null };
    await requireAllowed(tx, anybody, order.customer_id, spendAgain(order, actor.currency), now);
  }
  refuseSoon(order);
  await refuseMany(tx, actor.resellerId);
  // What the system itself filed brings the vendor to the books; only what a person was promised goes out of date.
  const isPromised = order.proposal !== null && order.task !== "schedule";
  if (isPromised && (await findPromisesOver(tx, actor.resellerId, [orderId], now)).has(orderId))
    throw new AppError("retryTooLate");
  const refused = lines.filter(({ state }) => state === "refused").map((line) => line.subscription_id);
  await redoLines(tx, actor.resellerId, order, refused, now);
  const ofPeople = lines.filter(({ state, given, taken }) => state === "refused" && given.length + taken.length > 0);
  if (ofPeople.length > 0 && !(await wishAgain(tx, actor.resellerId, ofPeople))) throw new AppError("noUnitFree");
  await reopenOrder(tx, actor.resellerId, orderId);
  if (raises) await requireWithinLimit(tx, actor, dayOf(now.toISOString()));
  if (platform.vendors.can(order.fulfiller, "isPeople")) await takeNumbers(tx, actor.resellerId, orderId, now);
  const status = order.journey === "Delete" ? "Deleting" : "Activating";
  await setInstanceStatus(tx, actor.resellerId, order.instance_id, status, "Trying again", now);
  await recordActivity(tx, doer, {
    action: "orders.retry",
    what: "Retried a failed order",
    customerId: order.customer_id,
    object: ["order", orderId],
  });
  await announce(tx, actor.resellerId, ["services", "orders", "dashboard"], order.customer_id);
  await platform.jobs.file(tx, "orders.fulfil", { resellerId: actor.resellerId, orderId });
  if (order.task === "add" && platform.vendors.can(order.fulfiller, "isPeople"))
    await takeGoods(tx, actor.resellerId, orderId, now);
  return { ...order, status: "Working" as const, message: "Trying again" };
}

/** While it had failed, what it commits to did not count. */
const spendAgain = ({ spent_minor: spent }: OrderRow, currency: Currency) => ({
  commits: spent !== 0n,
  amount: spent === null ? null : money(spent, currency),
});

/** Refuses who tries an order again and again, which its vendor would be asked about each time. */
function refuseSoon({ retries, retried_at }: OrderRow): void {
  const wait = Math.ceil(((retried_at?.getTime() ?? 0) + pauseToRetry(retries) - realNow()) / 1000);
  if (wait > 0) throw tooMany(wait, `Its vendor refused this order again. Try it once more in ${spell(wait)}.`);
}

/** Orders that a company may try again within a minute; their vendors are asked about each. */
const mostRetries = 30;
/** Refuses a company that tries many orders again, which it does in turn, so that the count is exact. */
async function refuseMany(tx: Tx, resellerId: string): Promise<void> {
  await takeTurn(tx, `retries ${resellerId}`);
  const wait = await waitToRetry(tx, resellerId, mostRetries);
  if (wait > 0)
    throw tooMany(
      wait,
      `Your company tried ${mostRetries} orders again within a minute. Try this one in ${spell(wait)}.`,
    );
}

const spell = (seconds: number) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds > 1 ? `${seconds} seconds` : "a second";
