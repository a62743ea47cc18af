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

/** The customer's part of a journey's address; at user level both ids stand in one segment (ORD-22). */
export const customerSegment = (customerId: string, userId?: string | null): string =>
  userId ? `${customerId}+${userId}` : customerId;

/** Where a journey begins once the answer to Microsoft's question is known, or where there is none. */
export function journeyAddress(
  product: JourneyProduct,
  buyer: { customerId: string; userId?: string | null },
  flags: ReadonlySet<string>,
): string | undefined {
  const customer = `/customers/customer/${customerSegment(buyer.customerId, buyer.userId)}`;
  if (usesNewJourney(product, flags)) return `${customer}/cs/add-service/${product.listingId}`;
  return product.routeName === null ? undefined : `${customer}/add-service/${product.routeName}`;
}

/**
 * Where adding a product goes after the agreement gate (ORD-02 to ORD-04): Microsoft 365 asks first whether the
 * customer has a tenant. Undefined for products that cannot be added here.
 */
export function addAddress(
  product: JourneyProduct,
  buyer: { customerId: string; userId?: string | null },
  flags: ReadonlySet<string>,
): string | undefined {
  if (product.journeyType !== "nce") return journeyAddress(product, buyer, flags);
  const query = new URLSearchParams({
    serviceRouteName: product.routeName ?? "",
    listingId: product.listingId ?? "",
    isNewJourney: String(usesNewJourney(product, flags)),
  });
  return `/customers/customer/${customerSegment(buyer.customerId, buyer.userId)}/nce-question?${query.toString()}`;
}
