import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { usesNewJourney, type JourneyProduct } from "@tradewind/domain/catalogue/journeys.ts";
import { writeContext } from "./customer-context.ts";

/** For whom a product is added; at user level both ids stand in one segment of the address (ORD-22). */
type Buyer = { customerId: string; userId?: string | null };
const contextOf = ({ customerId, userId }: Buyer) =>
  writeContext({ customerId, ...(userId ? { userId } : {}), modify: false });

/** Where a journey begins once the answer to Microsoft's question is known, or where there is none. */
export function journeyAddress(product: JourneyProduct, buyer: Buyer, flags: ReadonlySet<string>): string | undefined {
  const ctx = contextOf(buyer);
  if (usesNewJourney(product, flags)) return linkTo(screens.addListing, { ctx, listingGuid: product.listingId ?? "" });
  return product.routeName === null ? undefined : linkTo(screens.addService, { ctx, route: product.routeName });
}

/**
 * Where adding a product goes after the agreement gate (ORD-02 to ORD-04): Microsoft 365 asks first whether the
 * customer has a tenant. Undefined for products that cannot be added here.
 */
export const addAddress = (product: JourneyProduct, buyer: Buyer, flags: ReadonlySet<string>): string | undefined =>
  product.journeyType === "nce"
    ? linkTo(
        screens.tenantQuestion,
        { ctx: contextOf(buyer) },
        {
          serviceRouteName: product.routeName ?? "",
          listingId: product.listingId ?? "",
          isNewJourney: String(usesNewJourney(product, flags)),
        },
      )
    : journeyAddress(product, buyer, flags);
