import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { agreementServiceIdOf } from "@tradewind/domain/catalogue/agreements.ts";
import { pictureAddress } from "@tradewind/domain/catalogue/product-words.ts";
import type { InstanceState } from "@tradewind/domain/catalogue/instances.ts";

type ProductRow = {
  id: string;
  agreement_service_id: number;
  sub_id: number | null;
  my_services_id: number | null;
  name: string;
  description: string;
  icon: string;
  picture: string | null;
  picture_alt: string;
  cardinality: MarketplaceService["OrderLimit"];
  new_journey: boolean;
  journey_type: MarketplaceService["JourneyType"];
  listing_id: string | null;
  route_name: string | null;
  category: MarketplaceService["Category"];
  level: MarketplaceService["Level"];
  charging_model: MarketplaceService["ChargingModel"];
  managed_elsewhere: boolean;
  popularity: number;
  hidden: boolean;
};

/**
 * `instance` is its status at the given customer or person, `tenant` the customer's tenant at its vendor; null if there
 * is none.
 */
export const toMarketplaceService = (
  row: ProductRow,
  newJourney: boolean,
  instance: InstanceState | null,
  tenant: string | null,
): MarketplaceService => ({
  ProductId: row.id,
  Id: row.agreement_service_id,
  SubId: row.sub_id,
  MyServicesId: row.my_services_id,
  AgreementServiceId: agreementServiceIdOf({ agreementServiceId: row.agreement_service_id, subId: row.sub_id }),
  Name: row.name,
  Description: row.description,
  Icon: row.icon,
  ImageSrc: row.picture && pictureAddress(row.picture),
  ImageAlt: row.picture_alt,
  Added: instance !== null,
  ServiceInstanceStatus: instance,
  OrderLimit: row.cardinality,
  NewJourney: newJourney,
  JourneyType: row.journey_type,
  ListingId: row.listing_id,
  RouteName: row.route_name,
  MarketplaceServiceId: row.agreement_service_id,
  Office365GroupId: tenant,
  Category: row.category,
  Level: row.level,
  ChargingModel: row.charging_model,
  ManagedElsewhere: row.managed_elsewhere,
  Popularity: row.popularity,
  hidden: row.hidden,
});
