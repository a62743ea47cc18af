/** Where journeys that add or change a product begin. */
import { usesNewJourney, type JourneyProduct } from "@tradewind/domain/catalogue/journeys.ts";
import { linkTo } from "../address.ts";
import { screens } from "../screens.ts";

/** The customer a product is added for; at user level both ids share one segment of the address (ORD-22). */
export type Buyer = { customerId: string; userId?: string | null };
const contextOf = ({ customerId, userId }: Buyer, modify?: "modify") =>
  [customerId, userId, modify].filter(Boolean).join("+");

/**
 * What was chosen before a journey: a plan, by its SKU; or to go up from a service of another product, by its id, with as
 * many seats as it has.
 */
type Chosen = { plan?: string } | { upgradeOf: string; seats: string };

/** Returns the start of a journey, once Microsoft's question is answered or if there is none. */
export function journeyAddress(
  product: JourneyProduct,
  buyer: Buyer,
  flags: ReadonlySet<string>,
  chosen: Chosen = {},
): string | undefined {
  const ctx = contextOf(buyer);
  if (usesNewJourney(product, flags))
    return linkTo(screens.addListing, { ctx, listingGuid: product.listingId ?? "" }, chosen);
  return product.routeName === null ? undefined : linkTo(screens.addService, { ctx, route: product.routeName }, chosen);
}

/**
 * Returns the next address after the agreement gate (ORD-02 to ORD-04): Microsoft 365 first asks whether the customer
 * has a tenant. Undefined for products that cannot be added here.
 */
export const addAddress = (
  product: JourneyProduct,
  buyer: Buyer,
  flags: ReadonlySet<string>,
  chosen: Chosen = {},
): string | undefined =>
  product.journeyType === "nce"
    ? linkTo(
        screens.tenantQuestion,
        { ctx: contextOf(buyer) },
        {
          serviceRouteName: product.routeName ?? "",
          listingId: product.listingId ?? "",
          isNewJourney: String(usesNewJourney(product, flags)),
          ...chosen,
        },
      )
    : journeyAddress(product, buyer, flags, chosen);

/**
 * Returns where a service is changed: by itself, or, without `ModifyJourney`, by the route of its product, which can name
 * but the buyer's only service of it.
 */
export const modifyAddress = (
  product: Pick<JourneyProduct, "routeName"> & { productId: string },
  { instanceId, isOnly, ...buyer }: Buyer & { instanceId: string; isOnly: boolean },
  flags: ReadonlySet<string>,
): string =>
  !flags.has("ModifyJourney") && isOnly && product.routeName !== null
    ? linkTo(screens.addService, { ctx: contextOf(buyer, "modify"), route: product.routeName })
    : linkTo(screens.modifyService, { ctx: contextOf(buyer), instanceId, listingId: product.productId });
