import { nextPeriod } from "@tradewind/domain/pricing/periods.ts";
import type { NextPeriod } from "@tradewind/domain/pricing/pricing-types.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { loadCatalogueOfOffers, loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { insertCharges } from "../../billing/charges/charges.store.ts";
import { fileOrder } from "../fulfilment/system-orders.actions.ts";
import {
  insertHistory,
  lockFallingDue,
  toSubscription,
  updateSubscriptions,
  type SubscriptionRow,
} from "../subscriptions/subscriptions.store.ts";

/** Subscriptions per transaction. */
const batch = 500;

type Turned = { row: SubscriptionRow; next: NextPeriod };

/**
 * Turns every billing period that has ended by the business day: charges the next one, renews with scheduled changes,
 * or ends. Works in batches, each in its own transaction, so that a crash loses and repeats nothing.
 */
export async function turnDuePeriods(platform: Platform, day: string): Promise<number> {
  let turned = 0;
  const refused: string[] = [];
  for (;;) {
    const round = await platform.database.write({ role: "app_worker" }, (tx) => turnBatch(tx, platform, day, refused));
    turned += round.turned;
    refused.push(...round.refused);
    if (round.turned + round.refused.length === 0) break;
  }
  if (turned > 0) platform.committed();
  return turned;
}

/** Skips and reports a subscription that cannot be turned, so that it never holds up the others. */
async function turnBatch(tx: Tx, platform: Platform, day: string, passed: readonly string[]) {
  const rows = await lockFallingDue(tx, day, batch, passed);
  if (rows.length === 0) return { turned: 0, refused: [] };
  const now = platform.clock.now();
  const [policies, catalogue] = await Promise.all([loadPolicies(tx), loadCatalogueOfOffers(tx, rows)]);
  const turned: Turned[] = [];
  for (const row of rows) {
    const decision = nextPeriod(toSubscription(row), catalogue(row), policies, { now: now.toISOString() });
    if (decision.ok) turned.push({ row, next: decision.value });
    else
      platform.log.error({ subscription: row.id, refusal: decision.refusal }, "A billing period could not be turned");
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
  for (const { row, next } of turned) if (next.outcome !== "billed") await followTermEnd(tx, platform, row, next);
  for (const resellerId of new Set(turned.map(({ row }) => row.reseller_id)))
    await announce(tx, resellerId, ["services", "dashboard"]);
  const done = new Set(turned.map(({ row }) => row.id));
  return { turned: turned.length, refused: rows.map((row) => row.id).filter((id) => !done.has(id)) };
}

/** Logs a renewal or an end and brings the provider to it. */
async function followTermEnd(
  tx: Tx,
  platform: Platform,
  row: SubscriptionRow,
  { outcome, subscription }: NextPeriod,
): Promise<void> {
  const changed = subscription.quantity !== row.quantity || subscription.offerId !== row.offer_id;
  const what =
    outcome === "ended" ? `${row.name} ended with its term` : `${row.name} renewed with ${subscription.quantity}`;
  await recordActivity(
    tx,
    { resellerId: row.reseller_id, actor: null, now: platform.clock.now() },
    { action: `subscriptions.${outcome}`, what, customerId: row.customer_id, object: ["subscription", row.id] },
  );
  if (outcome !== "ended" && !changed) return;
  const of = { order: { customer_id: row.customer_id, instance_id: row.instance_id } };
  await fileOrder(tx, platform, {
    resellerId: row.reseller_id,
    of,
    task: outcome === "ended" ? "cancel" : "change",
    lines: [row.id],
  });
}
