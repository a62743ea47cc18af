import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Lists a product's offers for sale, in its order, and whether the customer has one that can be had once only. */
export const listItems = (db: Db, productId: string, { reseller_id, id }: { reseller_id: string; id: string }) =>
  db
    .selectFrom("offers")
    .where("product_id", "=", productId)
    .where("for_sale", "=", true)
    .select([
      "id",
      "sku",
      "name",
      "description",
      "offer_group",
      "unit",
      "term",
      "billing",
      "minimum",
      "maximum",
      "is_add_on",
      "needs_one_of",
      "attributes",
      "upgrades_to",
      "alignment_policy_id",
      "goods_policy_id",
      "choice",
      sql<boolean>`once_per_customer and exists (
        select from subscriptions s join offers o on o.id = s.offer_id
        where s.reseller_id = ${reseller_id} and s.customer_id = ${id} and s.status <> 'cancelled' and o.sku = offers.sku)`.as(
        "is_held",
      ),
    ])
    .orderBy("position")
    .orderBy("id")
    .execute();
export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

export type KnownTenants = ReadonlyMap<string, { isNew: boolean; ref: string; name: string | null }>;

/** Lists the tenants that the customer has by vendor, and whether nothing was provided in it yet. */
export async function listTenants(db: Db, resellerId: string, customerId: string): Promise<KnownTenants> {
  const rows = await db
    .selectFrom("provider_tenants as t")
    .where("t.reseller_id", "=", resellerId)
    .where("t.customer_id", "=", customerId)
    .select([
      "t.fulfiller",
      "t.tenant_ref",
      sql<string | null>`(
        select q.tenant_name from tenant_requests q
        where q.reseller_id = t.reseller_id and q.customer_id = t.customer_id
          and q.fulfiller = t.fulfiller and q.tenant_ref = t.tenant_ref
        order by q.since desc limit 1)`.as("tenant_name"),
      sql<boolean>`exists (
        select from tenant_requests q where q.reseller_id = t.reseller_id and q.customer_id = t.customer_id
          and q.fulfiller = t.fulfiller and q.state = 'connected')
        and not exists (
          select from subscriptions s join products p on p.id = s.product_id
          where s.reseller_id = t.reseller_id and s.customer_id = t.customer_id and p.fulfiller = t.fulfiller
            and s.vendor_ref is not null)`.as("is_new"),
    ])
    .execute();
  return new Map(
    rows.map((row) => [row.fulfiller, { isNew: row.is_new, ref: row.tenant_ref, name: row.tenant_name }] as const),
  );
}
