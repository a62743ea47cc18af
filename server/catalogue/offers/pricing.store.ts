import type { Db } from "../../platform/db.ts";

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
