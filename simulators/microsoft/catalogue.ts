import offers from "./catalogue.json" with { type: "json" };

export type Offer = (typeof offers)[number];

export { offers };

export const findOffer = (catalogItemId: string): Offer | undefined =>
  offers.find((offer) => offer.catalogItemId === catalogItemId);

export const findTerm = (offer: Offer, duration: string, billingCycle: string) =>
  offer.terms.find((term) => term.duration === duration && term.billingCycles.includes(billingCycle.toLowerCase()));

export const linkOf = (uri: string) => ({ uri, method: "GET", headers: [] });

export function offerLinks(catalogItemId: string) {
  const [productId, skuId, availabilityId] = catalogItemId.split(":");
  const sku = `/products/${productId}/skus/${skuId}`;
  return {
    product: linkOf(`/products/${productId}?country=GB`),
    sku: linkOf(`${sku}?country=GB`),
    availability: linkOf(`${sku}/availabilities/${availabilityId}?country=GB`),
  };
}
