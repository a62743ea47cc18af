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

export const hasTenant = async (db: Db, resellerId: string, customerId: string, fulfiller: string | null) => {
  if (fulfiller === null) return false;
  const row = await db
    .selectFrom("provider_tenants")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("fulfiller", "=", fulfiller)
    .select("tenant_ref")
    .executeTakeFirst();
  return row !== undefined;
};
