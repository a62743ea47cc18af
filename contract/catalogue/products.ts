/** The marketplace: which products can be added, for whom, and at what price. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import { cardinalities, categories, chargingModels } from "@tradewind/domain/catalogue/products.ts";
import { instanceStates } from "@tradewind/domain/catalogue/instances.ts";
import * as z from "zod/mini";
import { day, endpoint, id } from "../endpoint.ts";

const status = z.nullable(z.enum(instanceStates));
const decimal = z.string();

export const marketplaceService = z.object({
  /** Our own id, separate from all numbering schemes. */
  ProductId: z.string(),
  /** Number in the agreement and marketplace scheme. */
  Id: z.number(),
  SubId: z.nullable(z.number()),
  /** Number in the my-services scheme, if the product has one. */
  MyServicesId: z.nullable(z.number()),
  /** Number used to check its agreement. */
  AgreementServiceId: z.number(),
  Name: z.string(),
  Description: z.string(),
  Icon: z.string(),
  /** The address of its picture; null if it has a drawing only. */
  ImageSrc: z.nullable(z.string()),
  /** What the picture shows; empty if no more than the name says. */
  ImageAlt: z.string(),
  Added: z.boolean(),
  ServiceInstanceStatus: status,
  OrderLimit: z.enum(cardinalities),
  NewJourney: z.boolean(),
  JourneyType: z.enum(["wizard", "singlePage", "nce"]),
  ListingId: z.nullable(id),
  RouteName: z.nullable(z.string()),
  /** The same as `Id`, under the name that the marketplace's own calls use. */
  MarketplaceServiceId: z.number(),
  /** The customer's Microsoft tenant, for Microsoft's products. */
  Office365GroupId: z.nullable(z.string()),
  Category: z.enum(categories),
  Level: z.enum(["customer", "user", "both"]),
  ChargingModel: z.enum(chargingModels),
  /** Managed in another system: shown, but cannot be added here. */
  ManagedElsewhere: z.boolean(),
  Popularity: z.number(),
  hidden: z.boolean(),
});
export type MarketplaceService = z.output<typeof marketplaceService>;
const services = z.object({ Items: z.array(marketplaceService) });

const bundle = z.object({
  Id: z.string(),
  Name: z.string(),
  Description: z.string(),
  /** In the order in which they are added, with their state at the person. */
  Products: z.array(marketplaceService),
});
export type Bundle = z.output<typeof bundle>;

/** Who sees products at all. */
export const seesProducts = { anyOf: ["addProducts", "marketplaceOrder", "manageService"] } as const;
export const productId = z.string().check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));

const priceRow = z.object({
  OfferId: z.string(),
  Name: z.string(),
  Unit: z.string(),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  ChargingModel: z.enum(chargingModels),
  Currency: z.enum(currencies),
  /** Absent for people who may not see prices. */
  Cost: z.optional(decimal),
  Recommended: z.optional(z.nullable(decimal)),
  CustomerPrice: z.optional(z.nullable(decimal)),
  From: z.optional(day),
});

export const catalogue = {
  marketplace: endpoint({
    method: "GET",
    path: "/api/marketplace/services",
    summary: "Everything that can be added",
    access: seesProducts,
    result: services,
  }),
  marketplaceOfCustomer: endpoint({
    method: "GET",
    path: "/api/marketplace/customers/:customerId/services",
    summary: "What can be added for a customer or one of its people, and what is there already",
    access: seesProducts,
    params: z.strictObject({ customerId: id }),
    query: z.strictObject({ UserId: z.optional(id) }),
    result: services,
  }),
  marketplaceByEndUserAdmin: endpoint({
    method: "GET",
    path: "/api/marketplace/services/by-end-user-admin/:endUserAdminId",
    summary: "What an end-user admin can add for the own organisation",
    access: seesProducts,
    params: z.strictObject({ endUserAdminId: id }),
    result: services,
  }),
  bundleProducts: endpoint({
    method: "GET",
    path: "/api/marketplace/customers/:customerId/bundle-products",
    summary: "Products that are sold together to one of a customer's people",
    access: seesProducts,
    params: z.strictObject({ customerId: id }),
    query: z.strictObject({ UserId: id }),
    result: z.object({ Items: z.array(bundle) }),
  }),
  services: endpoint({
    method: "GET",
    path: "/api/catalogue/services",
    summary: "Services, optionally of one category",
    access: seesProducts,
    query: z.strictObject({ Type: z.optional(z.enum(categories)) }),
    result: services,
  }),
  servicesOfReseller: endpoint({
    method: "GET",
    path: "/api/catalogue/services/of-reseller",
    summary: "Services that a reseller may add",
    access: { ...seesProducts, kinds: ["reseller", "engineer"] },
    result: services,
  }),
  servicesByEndUserAdmin: endpoint({
    method: "GET",
    path: "/api/catalogue/services/by-end-user-admin",
    summary: "Services that an end-user admin may add",
    access: seesProducts,
    result: services,
  }),
  listing: endpoint({
    method: "GET",
    path: "/api/marketplace/listing",
    summary: "The listing of a service, by its route name, and whether it opens the new journey",
    access: seesProducts,
    query: z.strictObject({ ServiceRouteName: z.string().check(z.minLength(1), z.maxLength(60)) }),
    result: z.object({ listingId: z.nullable(id), isNewJourney: z.boolean() }),
  }),
  product: endpoint({
    method: "GET",
    path: "/api/marketplace/products/:productId",
    summary: "One product of the marketplace",
    access: seesProducts,
    params: z.strictObject({ productId }),
    result: marketplaceService,
  }),
  customersForProduct: endpoint({
    method: "GET",
    path: "/api/marketplace/products/:productId/customers",
    summary: "Customers for whom a product can be added: the first that a search finds",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ productId }),
    query: z.strictObject({ Search: z._default(z.string().check(z.maxLength(100)), "") }),
    result: z.object({
      Customers: z.array(z.object({ Id: id, Name: z.string(), Status: status, Suspended: z.boolean() })),
      OrderLimit: z.enum(cardinalities),
      AllowedToAdd: z.boolean(),
    }),
  }),
  hasPartnerId: endpoint({
    method: "GET",
    path: "/api/marketplace/customers/:customerId/has-partner-id",
    summary:
      "For Office 365: 2 when a service runs on the customer's tenant, 1 when only the tenant is known, otherwise 0",
    access: seesProducts,
    params: z.strictObject({ customerId: id }),
    result: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  }),
  prices: endpoint({
    method: "GET",
    path: "/api/pricing",
    summary: "Today's prices of a product's offers",
    access: { anyOf: ["billing", "addProducts"], kinds: ["reseller", "engineer"] },
    query: z.strictObject({ ProductId: productId }),
    result: z.object({ Items: z.array(priceRow) }),
  }),
  setCustomerPrice: endpoint({
    method: "PUT",
    path: "/api/pricing/:offerId/customer-price",
    summary: "Sets what the reseller charges its customers for an offer, from today; null takes it back",
    logs: "catalogue.price",
    access: { anyOf: ["billing"], kinds: ["reseller", "engineer"] },
    params: z.strictObject({ offerId: z.string().check(z.minLength(1), z.maxLength(100)) }),
    body: z.strictObject({
      CustomerPrice: z.nullable(
        z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/, "Must be an amount, for example 12.50")),
      ),
    }),
    result: z.object({ OfferId: z.string(), CustomerPrice: z.nullable(decimal), From: day }),
    errors: ["pricesHidden"],
  }),
};
