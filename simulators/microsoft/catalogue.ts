import offers from "./catalogue.json" with { type: "json" };

export type Offer = (typeof offers)[number];

export { offers };

export const findOffer = (catalogItemId: string): Offer | undefined =>
  offers.find((offer) => offer.catalogItemId === catalogItemId);

export const findTerm = (offer: Offer, duration: string, billingCycle: string) =>
  offer.terms.find((term) => term.duration === duration && term.billingCycles.includes(billingCycle.toLowerCase()));
