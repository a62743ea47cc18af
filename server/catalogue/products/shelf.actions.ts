import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findOffer } from "../offers/pricing.store.ts";
import { putRule } from "../offers/price-rules.store.ts";

/** Sets the reseller's own price of an offer from today on; null removes it. */
export async function setCustomerPrice(doing: Doing, offerId: string, price: string | null): Promise<void> {
  const { tx, actor, doer, today } = doing;
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
  const offer = orNotFound(await findOffer(tx, offerId));
  if (!mayUseProduct(actor, offer.product_id)) throw new AppError("notFound");
  await putRule(tx, actor.resellerId, {
    customer_id: null,
    group_id: null,
    offer_id: offer.id,
    product_id: offer.product_id,
    from_date: today,
    kind: price === null ? "none" : "fixed",
    value: price,
  });
  await recordActivity(tx, doer, {
    action: "catalogue.price",
    what:
      price === null
        ? `Removed the customer price of ${offer.name}`
        : `Set the customer price of ${offer.name} to ${price} ${actor.currency}`,
    object: ["offer", null],
  });
}
