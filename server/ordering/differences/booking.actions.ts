import type { Taken } from "@tradewind/domain/ordering/differences.ts";
import type { Tx } from "../../platform/db.ts";
import { insertCharges } from "../../billing/charges/charges.store.ts";
import { endAssignments } from "../assignments/assignments.store.ts";
import { deleteEnded } from "../instances/instances.store.ts";
import { withdrawIntents } from "../intents/intents.store.ts";
import { endResources } from "../resources/resources.store.ts";
import { insertHistory, updateSubscriptions, type SubscriptionRow } from "../subscriptions/subscriptions.store.ts";

export type Booking = {
  row: Pick<SubscriptionRow, "reseller_id" | "id" | "customer_id" | "instance_id" | "product_id" | "term_from">;
  taken: Taken;
};

/**
 * Writes into a reseller's book what its vendor did: the subscriptions, their charges, and what ends with them. Of several
 * that follow each other on one subscription, the last says how it stands.
 */
export async function bookTaken(tx: Tx, booked: readonly Booking[], now: Date): Promise<void> {
  if (booked.length === 0) return;
  const resellerId = booked[0]!.row.reseller_id;
  const last = [...new Map(booked.map((each) => [each.row.id, each])).values()];
  await updateSubscriptions(
    tx,
    last.map(({ taken }) => ({ ...taken.subscription, resellerId })),
  );
  await insertHistory(
    tx,
    booked.flatMap(({ row, taken }) =>
      taken.history.map((entry) => ({ resellerId, subscriptionId: row.id, orderId: null, entry })),
    ),
    now,
  );
  await insertCharges(
    tx,
    booked.flatMap(({ row, taken }) =>
      taken.chargeRows.map((charge) => ({
        resellerId,
        customerId: row.customer_id,
        subscriptionId: row.id,
        orderId: null,
        productId: row.product_id,
        row: charge,
      })),
    ),
    now,
  );
  const idsOf = (of: readonly Booking[]) => of.map(({ row }) => row.id);
  const turned = idsOf(last.filter(({ row, taken }) => taken.subscription.termFrom !== row.term_from));
  if (turned.length > 0) await withdrawIntents(tx, resellerId, turned, now);
  const ended = last.filter(({ taken }) => taken.subscription.status === "cancelled");
  if (ended.length === 0) return;
  await endResources(tx, resellerId, { subscriptions: idsOf(ended) }, now);
  await endAssignments(tx, resellerId, idsOf(ended), now);
  await deleteEnded(
    tx,
    resellerId,
    ended.map(({ row }) => row.instance_id),
    now,
  );
}
