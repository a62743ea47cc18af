import type { Db } from "../../platform/db.ts";

/** Lists a product's offers for sale, in its order. */
export const listItems = (db: Db, productId: string) =>
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
    ])
    .orderBy("position")
    .orderBy("id")
    .execute();
export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

/** Lists the vendors at which the customer has a tenant. */
export async function listTenants(db: Db, resellerId: string, customerId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("provider_tenants")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .select("fulfiller")
    .execute();
  return new Set(rows.map((row) => row.fulfiller));
}
