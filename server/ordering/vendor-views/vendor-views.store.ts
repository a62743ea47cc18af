import type { Hint, Seen } from "@tradewind/vendors/vendor.ts";
import type { Tx } from "../../platform/db.ts";

/** Locks our subscription with the vendor's given numbers until the transaction ends. */
export const lockSubscriptionOf = (tx: Tx, vendor: string, { tenantRef, vendorRef }: Hint) =>
  tx
    .selectFrom("provider_tenants as t")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "t.reseller_id").onRef("s.customer_id", "=", "t.customer_id"),
    )
    .innerJoin("products as p", (join) =>
      join.onRef("p.id", "=", "s.product_id").onRef("p.fulfiller", "=", "t.fulfiller"),
    )
    .where("t.fulfiller", "=", vendor)
    .where("t.tenant_ref", "=", tenantRef)
    .where("s.vendor_ref", "=", vendorRef)
    .select([
      "s.reseller_id",
      "s.id",
      "s.customer_id",
      "s.instance_id",
      "s.product_id",
      "s.name",
      "s.status",
      "s.quantity",
    ])
    .forUpdate("s")
    .executeTakeFirst();
export type Ours = NonNullable<Awaited<ReturnType<typeof lockSubscriptionOf>>>;

export const findLastView = (tx: Tx, ours: Ours) =>
  tx
    .selectFrom("vendor_views")
    .where("reseller_id", "=", ours.reseller_id)
    .where("subscription_id", "=", ours.id)
    .select(["status", "quantity"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

export async function insertView(tx: Tx, ours: Ours, seen: Seen, now: Date): Promise<void> {
  await tx
    .insertInto("vendor_views")
    .values({ reseller_id: ours.reseller_id, subscription_id: ours.id, ...seen, seen_at: now })
    .execute();
}
