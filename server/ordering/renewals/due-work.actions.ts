import { nextPeriod } from "@tradewind/domain/pricing/periods.ts";
import type { NextPeriod } from "@tradewind/domain/pricing/pricing-types.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announceEach } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { loadCatalogueOfOffers, loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { insertCharges } from "../../billing/charges/charges.store.ts";
import { closeIntents } from "../intents/intents.store.ts";
import { fileOrder } from "../orders/system-orders.actions.ts";
import {
  insertHistory,
  listResellersFallingDue,
  lockFallingDue,
  toSubscription,
  updateSubscriptions,
  type SubscriptionRow,
} from "../subscriptions/subscriptions.store.ts";
import { listEndedThere } from "../vendor-views/vendor-views.store.ts";

/** Subscriptions per transaction, and transactions at a time. */
const [usualBatch, lanes] = [500, 3];

const failed = "A billing period could not be turned";

type Turned = { row: SubscriptionRow; next: NextPeriod };

/**
 * Turns every billing period that has ended by the business day: charges the next one, renews with scheduled changes,
 * extends or ends. Each reseller has a slice in its turn, in a transaction of its own, so that nobody waits for the many of
 * another and a crash loses and repeats nothing. A reseller that fails is reported when the others are done.
 */
export async function turnDuePeriods(platform: Platform, day: string, batch = usualBatch): Promise<number> {
  const { database, log } = platform;
  const queue = await database.read({ role: "app_worker" }, (db) => listResellersFallingDue(db, day));
  const refused: string[] = [];
  const failures: unknown[] = [];
  let turned = 0;
  const work = async () => {
    for (let resellerId = queue.shift(); resellerId !== undefined; resellerId = queue.shift())
      try {
        const of = resellerId;
        const slice = await database.write({ role: "app_worker" }, (tx) =>
          turnBatch(tx, platform, of, day, batch, refused),
        );
        turned += slice.turned;
        refused.push(...slice.refused);
        if (slice.turned > 0) platform.committed();
        if (slice.turned + slice.refused.length > 0) queue.push(of);
      } catch (error) {
        failures.push(error);
        log.error({ err: error, reseller: resellerId }, "A reseller's billing periods could not be turned");
      }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  if (failures.length > 0)
    throw new AggregateError(failures, `The periods of ${failures.length} resellers could not be turned`);
  return turned;
}

/** Skips and reports a subscription that cannot be turned, so that it never holds up the others. */
async function turnBatch(
  tx: Tx,
  platform: Platform,
  resellerId: string,
  day: string,
  batch: number,
  passed: readonly string[],
) {
  const rows = await lockFallingDue(tx, resellerId, day, batch, passed);
  if (rows.length === 0) return { turned: 0, refused: [] };
  const now = platform.clock.now();
  const ofTerm = rows.filter((row) => row.term_until !== null && row.term_until === row.period_until);
  const [policies, catalogue, endedThere] = await Promise.all([
    loadPolicies(tx),
    loadCatalogueOfOffers(tx, rows),
    listEndedThere(
      tx,
      resellerId,
      ofTerm.map(({ id }) => id),
    ),
  ]);
  const turned: Turned[] = [];
  for (const row of rows)
    try {
      // What its vendor ends is not charged for another term, whatever was wished for.
      const standing = toSubscription(row);
      const present = endedThere.has(row.id) ? { ...standing, termEnd: { outcome: "cancel" as const } } : standing;
      const decision = nextPeriod(present, catalogue(row), policies, { now: now.toISOString() });
      if (decision.ok) turned.push({ row, next: decision.value });
      else platform.log.error({ subscription: row.id, refusal: decision.refusal }, failed);
    } catch (error) {
      platform.log.error({ subscription: row.id, err: error }, failed);
    }
  await updateSubscriptions(
    tx,
    turned.map(({ row, next }) => ({ ...next.subscription, resellerId: row.reseller_id })),
  );
  await insertHistory(
    tx,
    turned.flatMap(({ row, next }) =>
      next.history.map((entry) => ({ resellerId: row.reseller_id, subscriptionId: row.id, orderId: null, entry })),
    ),
    now,
  );
  await insertCharges(
    tx,
    turned.flatMap(({ row, next }) =>
      next.chargeRows.map((charge) => ({
        resellerId: row.reseller_id,
        customerId: row.customer_id,
        subscriptionId: row.id,
        orderId: null,
        productId: row.product_id,
        row: charge,
      })),
    ),
    now,
  );
  const rebilled = turned.filter(({ next }) => next.outcome === "rebilled");
  await closeIntents(
    tx,
    rebilled.map(({ row }) => row.id),
    now,
    ["billing"],
  );
  for (const { row, next } of rebilled)
    await recordActivity(
      tx,
      { resellerId, actor: null, now },
      {
        action: "subscriptions.rebilled",
        what: `${row.name} is billed ${next.subscription.billing === "monthly" ? "each month" : "once a year"} from now on`,
        customerId: row.customer_id,
        object: ["subscription", row.id],
      },
    );
  const ended = turned.filter(({ next }) => next.outcome !== "billed" && next.outcome !== "rebilled");
  await closeIntents(
    tx,
    ended.map(({ row }) => row.id),
    now,
  );
  for (const { row, next } of ended) await followTermEnd(tx, platform, row, next);
  await announceEach(
    tx,
    resellerId,
    ["services", "dashboard"],
    turned.map(({ row }) => row.customer_id),
  );
  const done = new Set(turned.map(({ row }) => row.id));
  return { turned: turned.length, refused: rows.map((row) => row.id).filter((id) => !done.has(id)) };
}

/** Logs a renewal, an extension or an end and brings the provider to it. */
async function followTermEnd(
  tx: Tx,
  platform: Platform,
  row: SubscriptionRow,
  { outcome, subscription }: NextPeriod,
): Promise<void> {
  const changed = subscription.quantity !== row.quantity || subscription.offerId !== row.offer_id;
  const what =
    outcome === "ended"
      ? `${row.name} ended with its term`
      : outcome === "extended"
        ? `${row.name} runs on by the day with ${subscription.quantity}`
        : `${row.name} renewed with ${subscription.quantity}`;
  await recordActivity(
    tx,
    { resellerId: row.reseller_id, actor: null, now: platform.clock.now() },
    { action: `subscriptions.${outcome}`, what, customerId: row.customer_id, object: ["subscription", row.id] },
  );
  if (outcome === "extended" || (outcome !== "ended" && !changed)) return;
  const of = { order: { customer_id: row.customer_id, instance_id: row.instance_id } };
  await fileOrder(tx, platform, {
    resellerId: row.reseller_id,
    of,
    task: outcome === "ended" ? "cancel" : "change",
    lines: [row.id],
  });
}
