import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { LineOutcome, Outcome, VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import type { TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { pauseAfter, tellUnsureAfter } from "@tradewind/domain/ordering/looks.ts";
import { dispatch } from "@tradewind/domain/ordering/subscriptions.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { realNow } from "../../platform/clock.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { moveIntents, withdrawIntents } from "../intents/intents.store.ts";
import { lockInstance, mergeDetails, setInstanceStatus } from "../instances/instances.store.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import {
  insertHistory,
  lockSubscriptions,
  setVendorRefs,
  toSubscription,
  updateSubscriptions,
} from "../subscriptions/subscriptions.store.ts";
import { listNewestLines, type Work } from "./fulfil.store.ts";
import {
  isBusy,
  listOrderLines,
  lockOrder,
  recordRound,
  settleLines,
  type OrderLineRow,
  type OrderRow,
} from "../orders/orders.store.ts";
import { keepLastUsage } from "../billed-usage/last-usage.store.ts";
import { bookCancelled } from "../goods/fewer-units.actions.ts";
import { closeGoods } from "../goods/goods.store.ts";
import { endAssignments, moveAssignments } from "../assignments/assignments.store.ts";
import { endResources, keepMade, releaseReserved } from "../resources/resources.store.ts";
import { mailDone, mailFailed } from "../order-mails/order-mails.actions.ts";
import { fileOrder } from "../orders/system-orders.actions.ts";
import { keepTenant } from "../tenants/tenants.store.ts";
import { learn } from "../vendor-views/vendor-views.actions.ts";
import { undoLines } from "../refusals/refusals.actions.ts";
import { followLateStarts } from "./late-starts.actions.ts";
import { bookPeople } from "./handovers.actions.ts";
import { doneWords, refusalWords, unansweredWords } from "./outcome-words.ts";

/** No answer, or none that says anything: what the vendor did is unknown, and is looked at until it is known. */
export type Silence = { state: "unknown"; error: VendorUnavailable };

type Round = { tx: Tx; platform: Platform; resellerId: string; work: Work; now: Date };

/**
 * Records the outcome of a round at the vendor, line by line, and returns in how many milliseconds to look again;
 * undefined if the order has ended. Does nothing if it is no longer at work, because another worker came first. An
 * unknown outcome moves no money and ends no order, however long it lasts.
 */
export async function recordOutcome(
  tx: Tx,
  platform: Platform,
  resellerId: string,
  work: Work,
  outcome: Outcome | Silence,
): Promise<number | undefined> {
  const held = await lockOrder(tx, { resellerId, customerId: null }, work.order.id);
  if (held?.status !== "Working") return undefined;
  const round: Round = { tx, platform, resellerId, work, now: platform.clock.now() };
  if (outcome.state !== "unknown") await recordLines(round, outcome);
  if (outcome.state === "ended") {
    await recordEnd(round, outcome);
    await announceChange(round);
    return undefined;
  }
  // Another job of the order has looked meanwhile, and comes again.
  if (held.next_look_at?.getTime() !== work.order.next_look_at?.getTime()) return undefined;
  return outcome.state === "unknown" ? recordSilence(round, outcome, held) : recordProgress(round, outcome, held);
}

/**
 * Books what has become of lines: the vendor's number of those done and how they now stand there, and that those refused
 * never took effect.
 */
async function recordLines(round: Round, { lines: told = [], tenantRef }: Outcome) {
  const { tx, platform, resellerId, now } = round;
  const { order } = round.work;
  const lines = told.flatMap((line) => [line, ...sourceOf(round.work, line)]);
  const settled = new Set(await settleLines(tx, resellerId, order.id, lines, now));
  const newly = lines.filter(({ key }) => settled.has(key));
  await setVendorRefs(
    tx,
    resellerId,
    newly.filter(isDone).filter(({ vendorRef }) => vendorRef !== ""),
  );
  await keepLastUsage(tx, { resellerId, vendor: order.fulfiller }, newly.filter(isDone), now);
  // Before anything is learnt of it, so that the vendor's dates are compared with those that hold.
  if (order.task === "add") await followLateStarts(tx, { resellerId, id: order.id }, newly.filter(isDone), now);
  if (order.task === "schedule" || order.task === "billing")
    await moveIntents(
      tx,
      order.task === "schedule" ? "termEnd" : "billing",
      newly.filter(isDone).map(({ key }) => ({ resellerId, subscriptionId: key, isThere: true })),
      now,
    );
  const made = newly
    .filter(isDone)
    .flatMap(({ key, resources = [] }) =>
      resources.map(({ attributes = {}, ...each }) => ({ ...each, subscriptionId: key, numbers: null, attributes })),
    );
  const taken = await keepMade(tx, { ...order, reseller_id: resellerId }, made, now);
  if (taken.length > 0) platform.log.error({ order: order.id, taken: taken.length }, "A vendor made what another has");
  const refused = newly.filter((line) => line.state === "refused").map(({ key }) => key);
  if (refused.length > 0) await undoLines(tx, resellerId, order, refused, now);
  if (refused.length > 0 && platform.vendors.can(order.fulfiller, "isPeople"))
    await releaseReserved(tx, resellerId, refused);
  await bookPeople(round, newly);
  if (order.task === "add" && platform.vendors.can(order.fulfiller, "isPeople")) {
    if (refused.length > 0) await closeGoods(tx, { resellerId, orderId: order.id, lines: refused }, "refused", now);
    const done = newly.filter(isDone).map(({ key }) => key);
    await bookCancelled(tx, { reseller_id: resellerId, order_id: order.id }, done, now);
    await markDispatched(round, done);
  }
  const place = { reseller_id: resellerId, customer_id: order.customer_id, fulfiller: order.fulfiller };
  if (tenantRef && (await keepTenant(tx, place, tenantRef)) === "taken")
    throw new Error("The order was provided in a tenant of another customer");
  const seen = newly.filter(isDone).flatMap((line) => (line.seen ? [{ ...line.seen, vendorRef: line.vendorRef }] : []));
  const tenant = tenantRef ?? order.tenant_ref;
  if (!tenant || seen.length === 0) return;
  // The answer is newer than all that is recorded.
  const askedAt = new Date(now.getTime() + 1);
  const observed = [{ tenantRef: tenant, isAll: false, seen }];
  await learn(tx, platform, { vendor: order.fulfiller, observed, by: "answer", askedAt });
}

/** The line that units of an upgrade come from ends as the line that they go to. */
function sourceOf({ lines }: Work, outcome: LineOutcome): LineOutcome[] {
  const from = lines.find((each) => each.subscription_id === outcome.key)?.from_subscription_id;
  const source = lines.find((each) => each.subscription_id === from);
  if (!source || source.subscription_id === outcome.key) return [];
  if (outcome.state === "refused") return [{ ...outcome, key: source.subscription_id }];
  const { seenFrom: seen } = outcome;
  return [
    { key: source.subscription_id, state: "done", vendorRef: source.vendor_ref ?? "", ...(seen ? { seen } : {}) },
  ];
}

const isDone = (line: LineOutcome): line is Extract<LineOutcome, { state: "done" }> => line.state === "done";

const announceChange = ({ tx, resellerId, work: { order } }: Round) =>
  announce(tx, resellerId, ["services", "orders", "customers", "dashboard"], order.customer_id);

async function recordProgress(
  round: Round,
  { memo, message, estimatedCompletion, references }: Extract<Outcome, { state: "queued" | "working" }>,
  held: OrderRow,
): Promise<number | undefined> {
  const { order } = round.work;
  const isNew = message !== held.message;
  // Work done by people wakes the job itself.
  const pause = round.platform.vendors.can(order.fulfiller, "isPeople")
    ? undefined
    : pauseAfter(isNew ? 0 : realNow() - order.moved_at.getTime());
  await recordRound(round.tx, round.resellerId, order.id, {
    status: "Working",
    memo,
    message,
    estimated_completion: estimatedCompletion,
    ...(isNew ? { moved_at: new Date(realNow()) } : {}),
    next_look_at: pause === undefined ? null : new Date(realNow() + pause),
    references,
  });
  if (isNew) await showProgress(round, message);
  return pause;
}

async function showProgress(round: Round, message: string): Promise<void> {
  const { tx, resellerId, work, now } = round;
  const status = work.order.journey === "Delete" ? "Deleting" : "Activating";
  await setInstanceStatus(tx, resellerId, work.order.instance_id, status, message, now);
  await announceChange(round);
}

/** One call without an answer is nothing; a second in a row is shown, and a quarter of an hour of them told. */
async function recordSilence(round: Round, { error }: Silence, held: OrderRow): Promise<number> {
  const { tx, platform, resellerId, work, now } = round;
  const { order } = work;
  const since = held.unsure_since ?? new Date(realNow());
  const silent = realNow() - since.getTime();
  const pause = Math.max(pauseAfter(silent), error.retryAfterMs ?? 0);
  const message = held.unsure_since
    ? `${platform.vendors.nameOf(order.fulfiller)} does not answer at the moment. Nothing is lost or done twice: we keep looking.`
    : held.message;
  const tellNow = silent >= tellUnsureAfter && order.unsure_told_at === null;
  await recordRound(tx, resellerId, order.id, {
    status: "Working",
    memo: error.memo ?? order.memo,
    references: error.references,
    message,
    unsure_since: since,
    unsure_told_at: tellNow ? new Date(realNow()) : order.unsure_told_at,
    next_look_at: new Date(realNow() + pause),
  });
  if (message !== null && message !== held.message) await showProgress(round, message);
  if (tellNow) {
    const what = unansweredWords(work, platform.vendors.nameOf(order.fulfiller));
    await tell({ tx, resellerId, order, now }, "orders.unanswered", what, "done");
    await notify(tx, {
      ...noticeOf({ resellerId, order, now }),
      category: "Service status",
      content: `${what}, and nothing is charged or done twice.`,
      kinds: ["reseller", "engineer"],
      ...(order.placed_by === null ? {} : { onlyPersonId: order.placed_by }),
    });
    await announceChange(round);
  }
  return pause;
}

/** Ends an order whose lines are all settled: as completed, or as failed where the vendor refused any of them. */
async function recordEnd(round: Round, end: Extract<Outcome, { state: "ended" }>): Promise<void> {
  const { tx, resellerId, work } = round;
  const lines = await listOrderLines(tx, resellerId, [work.order.id]);
  const [refused, done] = [lines.filter(isRefused), lines.filter((line) => !isRefused(line))];
  const kept = new Set(done.map((line) => line.subscription_id));
  const did = { ...work, lines: work.lines.filter((line) => kept.has(line.subscription_id)) };
  if (refused.length > 0) await recordRefused(round, end, refused, done.length);
  if (refused.length === 0 || done.length > 0) await followUp({ ...round, work: did });
  if (refused.length === 0) await recordDone(round, end);
  await showStanding(round);
}

/**
 * Shows how a service stands once none of its orders is at work: gone, active, or with what its vendor refused until it
 * is tried again or something newer is ordered of it.
 */
async function showStanding({ tx, resellerId, work: { order }, now }: Round): Promise<void> {
  // Of two orders that end at the same moment, the later one must see that the other has.
  await lockInstance(tx, { resellerId, customerId: null }, order.instance_id);
  if (await isBusy(tx, resellerId, order.instance_id)) return;
  const lines = await listNewestLines(tx, resellerId, order.instance_id);
  const failing = lines.find(
    (line) => line.state === "refused" && (line.status !== "cancelled" || line.task === "cancel"),
  );
  const isLeft = lines.length === 0 || lines.some((line) => line.status !== "cancelled");
  const failed = failing?.journey === "Delete" ? "DeletionFailed" : "ActivationFailed";
  const status = failing ? failed : isLeft ? "Active" : "Deleted";
  await setInstanceStatus(tx, resellerId, order.instance_id, status, failing?.message ?? null, now);
}

const isRefused = (line: OrderLineRow) => line.state === "refused";

async function recordRefused(
  { tx, platform, resellerId, work: { order }, now }: Round,
  { memo, references }: Pick<Outcome, "memo" | "references">,
  refused: readonly OrderLineRow[],
  others: number,
) {
  const reason = refusalWords(refused, others);
  await recordRound(tx, resellerId, order.id, {
    status: "Failed",
    memo,
    references,
    message: reason,
    reason_code: refused[0]!.reason_code,
    completed_at: now,
  });
  await tell({ tx, resellerId, order, now }, "orders.failed", `${order.product_name} failed: ${reason}`, "failed");
  if (reason === order.refused_before) return;
  await notify(tx, {
    ...noticeOf({ resellerId, order, now }),
    category: "Service status",
    content: `${order.product_name} of ${order.customer_name} failed: ${reason}`,
    kinds: ["reseller", "engineer", "endUserAdmin"],
  });
  if (order.placed_by !== null)
    await mailFailed({ tx, platform }, { ...endedOf(resellerId, order), product: order.product_name, reason });
}

const endedOf = (resellerId: string, order: Work["order"]) => ({
  resellerId,
  orderId: order.id,
  customerId: order.customer_id,
  customer: order.customer_name,
  task: order.task,
});

/** Does what follows from the lines that the vendor did. */
async function followUp(round: Round): Promise<void> {
  const { tx, resellerId, work } = round;
  const { order } = work;
  const ended = order.task === "cancel" ? work.lines : work.lines.filter((line) => line.present_quantity === 0);
  if (ended.length > 0) {
    const gone = ended.map((line) => line.subscription_id);
    // Whoever had a unit has the better one that it became.
    for (const { subscription_id: to, from_subscription_id: from } of work.lines)
      if (from !== null && from !== to && gone.includes(from)) await moveAssignments(tx, resellerId, from, to);
    await endResources(tx, resellerId, { subscriptions: gone }, round.now);
    await endAssignments(tx, resellerId, gone, round.now);
  }
  if (order.task === "upgrade" || order.task === "newTerm") await withdrawWishes(round);
  if (order.task === "details") await mergeDetails(tx, resellerId, order.instance_id, order.details);
  await restoreWishes(round);
}

async function recordDone(round: Round, { memo, references }: Pick<Outcome, "memo" | "references">) {
  const { tx, platform, resellerId, work, now } = round;
  const { order } = work;
  await recordRound(tx, resellerId, order.id, {
    status: "Completed",
    memo,
    references,
    message: null,
    completed_at: now,
  });
  await tell({ tx, resellerId, order, now }, "orders.completed", doneWords(work), "done");
  if (order.placed_by === null) return;
  await notify(tx, {
    ...noticeOf({ resellerId, order, now }),
    category: "Orders",
    content: `${order.customer_name}: ${doneWords(work)}`,
    serviceName: order.product_name,
    kinds: ["reseller", "engineer", "endUserAdmin"],
    onlyPersonId: order.placed_by,
  });
  await mailDone({ tx, platform }, { ...endedOf(resellerId, order), what: doneWords(work) });
}

const noticeOf = ({ resellerId, order, now }: { resellerId: string; order: Work["order"]; now: Date }) =>
  ({
    resellerId,
    link: linkTo(screens.order, { ctx: order.customer_id, orderId: order.id }),
    view: "customers",
    customerId: order.customer_id,
    productId: order.product_id,
    now,
  }) as const;

const tell = (
  { tx, resellerId, order, now }: { tx: Tx; resellerId: string; order: Work["order"]; now: Date },
  action: string,
  what: string,
  outcome: "done" | "failed",
) =>
  recordActivity(
    tx,
    { resellerId, actor: null, now },
    { action, what, outcome, customerId: order.customer_id, object: ["order", order.id] },
  );

/** Marks goods of lines that are done as dispatched, whatever else of their order is still to be sent. */
async function markDispatched({ tx, resellerId, work, now }: Round, done: readonly string[]): Promise<void> {
  if (done.length === 0) return;
  const rows = await lockSubscriptions(tx, resellerId, done);
  const sent = rows
    .filter((row) => row.billing === "once")
    .map(toSubscription)
    .flatMap((bought) => {
      const entry = dispatch(bought, now.toISOString());
      return entry.ok ? [{ bought, entry: entry.value }] : [];
    });
  await updateSubscriptions(
    tx,
    sent.map(({ bought }) => ({ ...bought, dispatchedAt: now.toISOString(), resellerId })),
  );
  await insertHistory(
    tx,
    sent.map(({ bought, entry }) => ({ resellerId, subscriptionId: bought.key, orderId: work.order.id, entry })),
    now,
  );
}

/** Withdraws wishes that were about the product or the term before, or about what has gone to another subscription. */
async function withdrawWishes({ tx, resellerId, work: { order, lines }, now }: Round): Promise<void> {
  const over = lines.filter(
    (line) =>
      order.task === "newTerm" ||
      line.present_quantity === 0 ||
      (line.from_subscription_id !== null && isPlain(line.term_end)),
  );
  const ids = over.map((line) => line.subscription_id);
  if (ids.length > 0) await withdrawIntents(tx, resellerId, ids, now);
}

const isPlain = (wish: TermEnd) =>
  wish.outcome === "renew" && wish.offerId === null && wish.quantity === null && !wish.until;

/** Tells the vendor again about wishes that it drops on this change. */
async function restoreWishes({ tx, platform, resellerId, work }: Round): Promise<void> {
  if (!["change", "resume", "upgrade"].includes(work.order.task)) return;
  if (!platform.vendors.can(work.order.fulfiller, "forgetsSchedules")) return;
  const wished = work.lines.filter(
    (line) => line.present_quantity > 0 && (!isPlain(line.term_end) || work.order.task === "resume"),
  );
  if (wished.length > 0)
    await fileOrder(tx, platform, {
      resellerId,
      of: work,
      task: "schedule",
      lines: wished.map((line) => line.subscription_id),
    });
}
