/** What decides where a product is added: old journey or new, and Microsoft's question first. */
export type JourneyProduct = {
  routeName: string | null;
  listingId: string | null;
  newJourney: boolean;
  journeyType: "wizard" | "singlePage" | "nce";
};

/** CrossSell turns Microsoft 365's core product into the new journey (ORD-03). */
const crossSellRoute = "office-365";

/** Whether the product is added through `cs/…` with its listing, given the flags that are on. */
export const usesNewJourney = (product: JourneyProduct, flags: ReadonlySet<string>): boolean =>
  product.listingId !== null &&
  (product.newJourney || (product.routeName === crossSellRoute && flags.has("CrossSell")));
