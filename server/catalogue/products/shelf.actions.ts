import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findOffer, putResellerPrice } from "../offers/pricing.store.ts";

/** Sets the reseller's own price of an offer from today on; null removes it. */
export async function setCustomerPrice(doing: Doing, offerId: string, price: string | null): Promise<void> {
  const { tx, actor, doer, today } = doing;
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
  const offer = orNotFound(await findOffer(tx, offerId));
  if (!mayUseProduct(actor, offer.product_id)) throw new AppError("notFound");
  await putResellerPrice(tx, { reseller_id: actor.resellerId, offer_id: offer.id, from_date: today, price });
  await recordActivity(tx, doer, {
    action: "catalogue.price",
    what:
      price === null
        ? `Removed the customer price of ${offer.name}`
        : `Set the customer price of ${offer.name} to ${price} ${actor.currency}`,
    object: ["offer", null],
  });
}
