import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { usesNewJourney, type JourneyProduct } from "@tradewind/domain/catalogue/journeys.ts";
import { writeContext } from "./customer-context.ts";

/** The customer a product is added for; at user level both ids share one segment of the address (ORD-22). */
type Buyer = { customerId: string; userId?: string | null };
const contextOf = ({ customerId, userId }: Buyer) =>
  writeContext({ customerId, ...(userId ? { userId } : {}), modify: false });

/** Returns the start of a journey, once Microsoft's question is answered or if there is none. */
export function journeyAddress(product: JourneyProduct, buyer: Buyer, flags: ReadonlySet<string>): string | undefined {
  const ctx = contextOf(buyer);
  if (usesNewJourney(product, flags)) return linkTo(screens.addListing, { ctx, listingGuid: product.listingId ?? "" });
  return product.routeName === null ? undefined : linkTo(screens.addService, { ctx, route: product.routeName });
}

/**
 * Returns the next address after the agreement gate (ORD-02 to ORD-04): Microsoft 365 first asks whether the customer
 * has a tenant. Undefined for products that cannot be added here.
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
