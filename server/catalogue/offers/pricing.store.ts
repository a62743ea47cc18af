import type { Db, Tx } from "../../platform/db.ts";

export const listPricedOffers = (db: Db, productId: string) =>
  db
    .selectFrom("offers")
    .innerJoin("products", "products.id", "offers.product_id")
    .where("offers.product_id", "=", productId)
    .where("offers.for_sale", "=", true)
    .select(["offers.id", "offers.name", "offers.unit", "offers.term", "offers.billing", "products.charging_model"])
    .orderBy("offers.position")
    .execute();

export const findOffer = (db: Db, offerId: string) =>
  db.selectFrom("offers").where("id", "=", offerId).select(["id", "name", "product_id"]).executeTakeFirst();

/** Sets the price from `day` on, replacing one set for the same day. */
export async function putResellerPrice(
  tx: Tx,
  row: { reseller_id: string; offer_id: string; from_date: string; price: string | null },
): Promise<void> {
  await tx
    .insertInto("reseller_prices")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["reseller_id", "offer_id", "from_date"]).doUpdateSet({ price: row.price }),
    )
    .execute();
}
