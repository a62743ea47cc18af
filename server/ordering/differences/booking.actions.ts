import type { Taken } from "@tradewind/domain/ordering/differences.ts";
import type { Tx } from "../../platform/db.ts";
import { insertCharges } from "../../billing/charges/charges.store.ts";
import { endAssignments } from "../assignments/assignments.store.ts";
import { setInstanceStatus } from "../instances/instances.store.ts";
import { withdrawIntents } from "../intents/intents.store.ts";
import { endResources } from "../resources/resources.store.ts";
import {
  insertHistory,
  listSubscriptionsOfInstance,
  updateSubscriptions,
  type SubscriptionRow,
} from "../subscriptions/subscriptions.store.ts";

export type Booking = {
  row: Pick<SubscriptionRow, "reseller_id" | "id" | "customer_id" | "instance_id" | "product_id" | "term_from">;
  taken: Taken;
};

/** Writes into a reseller's book what its vendor did: the subscriptions, their charges, and what ends with them. */
export async function bookTaken(tx: Tx, booked: readonly Booking[], now: Date): Promise<void> {
  if (booked.length === 0) return;
  const resellerId = booked[0]!.row.reseller_id;
  await updateSubscriptions(
    tx,
    booked.map(({ taken }) => ({ ...taken.subscription, resellerId })),
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
  const turned = idsOf(booked.filter(({ row, taken }) => taken.subscription.termFrom !== row.term_from));
  if (turned.length > 0) await withdrawIntents(tx, resellerId, turned, now);
  const ended = idsOf(booked.filter(({ taken }) => taken.subscription.status === "cancelled"));
  if (ended.length === 0) return;
  await endResources(tx, resellerId, { subscriptions: ended }, now);
  await endAssignments(tx, resellerId, ended, now);
  for (const instanceId of new Set(booked.map(({ row }) => row.instance_id))) {
    const left = await listSubscriptionsOfInstance(tx, resellerId, instanceId);
    if (left.every((each) => each.status === "cancelled"))
      await setInstanceStatus(tx, resellerId, instanceId, "Deleted", null, now);
  }
}
