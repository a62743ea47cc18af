import { beginLater } from "@tradewind/domain/pricing/late-start.ts";
import { isBefore } from "@tradewind/domain/values/dates.ts";
import type { LineOutcome } from "@tradewind/vendors/vendor.ts";
import type { Tx } from "../../platform/db.ts";
import { insertCharges, takeBackCharges } from "../../billing/charges/charges.store.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import {
  insertHistory,
  lockSubscriptions,
  toSubscription,
  updateSubscriptions,
} from "../subscriptions/subscriptions.store.ts";

type Begun = Extract<LineOutcome, { state: "done" }>;

/**
 * Lets what an order added and its vendor provided on a later day begin then: what was promised for the days before is given
 * back, and charged from that day instead. Where the vendor does not say when it began, it is when we learn of it.
 */
export async function followLateStarts(
  tx: Tx,
  order: { resellerId: string; id: string },
  lines: readonly Begun[],
  now: Date,
): Promise<void> {
  const { resellerId } = order;
  const at = now.toISOString();
  const begunOf = new Map(lines.map(({ key, begun }) => [key, begun && isBefore(begun, at) ? begun : at]));
  const rows = await lockSubscriptions(tx, resellerId, [...begunOf.keys()]);
  const policies = rows.some((row) => row.term_from < at.slice(0, 10)) ? await loadPolicies(tx) : undefined;
  const late = rows.flatMap((row) => {
    const begun = new Date(begunOf.get(row.id)!).toISOString();
    const start = policies && beginLater(toSubscription(row), policies, { begun, now: at });
    return start ? [{ row, start }] : [];
  });
  if (late.length === 0) return;
  await updateSubscriptions(
    tx,
    late.map(({ start }) => ({ ...start.subscription, resellerId })),
  );
  await insertHistory(
    tx,
    late.map(({ row, start }) => ({
      resellerId,
      subscriptionId: row.id,
      orderId: order.id,
      entry: start.history,
    })),
    now,
  );
  const subscriptions = late.map(({ row }) => row.id);
  await takeBackCharges(tx, resellerId, { orderId: order.id, subscriptions, why: "provided later" }, now);
  await insertCharges(
    tx,
    late.map(({ row, start }) => ({
      resellerId,
      customerId: row.customer_id,
      subscriptionId: row.id,
      orderId: order.id,
      productId: row.product_id,
      row: start.chargeRow,
    })),
    now,
  );
}
