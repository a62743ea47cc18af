import type { Db } from "../../platform/db.ts";
import { ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export const listPricedOffers = (db: Db, productId: string) =>
  db
    .selectFrom("offers")
    .innerJoin("products", "products.id", "offers.product_id")
    .where("offers.product_id", "=", productId)
    .where("offers.for_sale", "=", true)
    .select(["offers.id", "offers.name", "offers.unit", "offers.term", "offers.billing", "products.charging_model"])
    .orderBy("offers.position")
    .execute();

/** Lists the offers that a price rule is for: one, those of a product, or all that are for sale. */
export const listOffersOfRule = (
  db: Db,
  scope: Scope,
  { offerId, productId }: { offerId: string | null; productId: string | null },
) =>
  db
    .selectFrom("offers as o")
    .where(ofOwnProduct(scope, "o.product_id"))
    .$if(offerId !== null, (query) => query.where("o.id", "=", offerId))
    .$if(offerId === null, (query) => query.where("o.for_sale", "=", true))
    .$if(offerId === null && productId !== null, (query) => query.where("o.product_id", "=", productId))
    .select(["o.id", "o.product_id", "o.name", "o.unit", "o.term", "o.billing"])
    .orderBy("o.product_id")
    .orderBy("o.position")
    .execute();

export const findOffer = (db: Db, offerId: string) =>
  db.selectFrom("offers").where("id", "=", offerId).select(["id", "name", "product_id"]).executeTakeFirst();
