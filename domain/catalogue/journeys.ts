/** The facts that decide how a product is added: old or new journey, and whether Microsoft's question comes first. */
export type JourneyProduct = {
  routeName: string | null;
  listingId: string | null;
  newJourney: boolean;
  journeyType: "wizard" | "singlePage" | "nce";
};

/** CrossSell moves Microsoft 365's core product to the new journey (ORD-03). */
const crossSellRoute = "office-365";

/** Whether the product is added through `cs/…` with its listing, given the enabled flags. */
export const usesNewJourney = (product: JourneyProduct, flags: ReadonlySet<string>): boolean =>
  product.listingId !== null &&
  (product.newJourney || (product.routeName === crossSellRoute && flags.has("CrossSell")));
