import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { agreementGate, skipsAgreementCheck } from "@tradewind/domain/catalogue/agreements.ts";
import type { QueryClient } from "@tanstack/react-query";
import { addAddress } from "@tradewind/contract/catalogue/journey-address.ts";
import { checkSigned } from "../agreements/agreements.queries.ts";
import { hasPartnerId, type Buyer } from "./products.queries.ts";
import { canAgreeQuery } from "../../shared/can-agree.ts";

export type GateOutcome =
  | { kind: "continue" }
  | { kind: "askToSign"; agreementId: string }
  | { kind: "tellAuthorisedOnly" };

const numbersOf = (service: MarketplaceService) => ({
  id: service.ProductId,
  agreementServiceId: service.Id,
  subId: service.SubId,
});

/** Asks the server what stands between a chosen product and its journey (AGR-01 to AGR-07). */
export async function passGate(queries: QueryClient, service: MarketplaceService, buyer: Buyer): Promise<GateOutcome> {
  const product = numbersOf(service);
  // Only a product that could skip the check at all needs to know the customer's tenant.
  const partner = skipsAgreementCheck(product, 1) ? await hasPartnerId(buyer.customerId) : null;
  if (skipsAgreementCheck(product, partner)) return { kind: "continue" };
  const { signed, agreementId } = await checkSigned(service.AgreementServiceId);
  const mayAgree = signed || (await queries.fetchQuery(canAgreeQuery));
  const gate = agreementGate(product, { signed, mayAgree, hasPartnerId: partner });
  return gate === "askToSign" ? { kind: gate, agreementId } : { kind: gate };
}

/** Where the journey of a product begins, with a plan chosen if one is named; undefined where it cannot be added here. */
export const journeyOf = (
  service: MarketplaceService,
  buyer: Buyer,
  flags: ReadonlySet<string>,
  plan?: string,
): string | undefined =>
  service.ManagedElsewhere
    ? undefined
    : addAddress(
        {
          routeName: service.RouteName,
          listingId: service.ListingId,
          newJourney: service.NewJourney,
          journeyType: service.JourneyType,
        },
        buyer,
        flags,
        plan === undefined ? {} : { plan },
      );
