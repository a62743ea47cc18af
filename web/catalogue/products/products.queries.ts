import { catalogue, type Bundle, type MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { remembered } from "../../platform/storage.ts";

export type Buyer = { customerId: string; userId?: string };

/** What can be added: in general, or for a customer or one of its people with what is there already. An end-user admin has calls of their own for it (ACL-34). */
export const marketplaceQuery = (buyer?: Buyer) =>
  queryOptions({
    queryKey: ["services", "marketplace", buyer?.customerId, buyer?.userId],
    queryFn: async ({ signal }): Promise<MarketplaceService[]> => (await listServices(buyer, signal)).Items,
    meta: { topics: ["catalogue"] },
  });

function listServices(buyer: Buyer | undefined, signal: AbortSignal) {
  const ofAdmin = remembered("isEndUserAdmin") === "true";
  if (!buyer) return call(ofAdmin ? catalogue.servicesByEndUserAdmin : catalogue.marketplace, { signal });
  const { customerId, userId } = buyer;
  return ofAdmin && userId === undefined
    ? call(catalogue.marketplaceByEndUserAdmin, { params: { endUserAdminId: customerId }, signal })
    : call(catalogue.marketplaceOfCustomer, { params: { customerId }, query: { UserId: userId }, signal });
}

/** Bundles for one of a customer's people. */
export const bundlesQuery = ({ customerId, userId }: Buyer) =>
  queryOptions({
    queryKey: ["services", "bundles", customerId, userId],
    queryFn: async ({ signal }): Promise<Bundle[]> => {
      const query = { UserId: userId! };
      return (await call(catalogue.bundleProducts, { params: { customerId }, query, signal })).Items;
    },
    enabled: userId !== undefined,
  });

export const productQuery = (productId: string) =>
  queryOptions({
    queryKey: ["services", "product", productId],
    queryFn: ({ signal }) => call(catalogue.product, { params: { productId }, signal }),
    meta: { topics: ["catalogue"] },
  });

export const customersForProduct = (productId: string, search: string, signal?: AbortSignal) =>
  call(catalogue.customersForProduct, { params: { productId }, query: { Search: search }, signal });

/** Whether the portal knows the customer's Microsoft tenant. */
export const knownTenantQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "known-tenant", customerId],
    queryFn: async () => (await hasPartnerId(customerId)) > 0,
  });

export const hasPartnerId = (customerId: string) => call(catalogue.hasPartnerId, { params: { customerId } });

/** Plans by what was typed, for anybody or for a customer. */
export const foundQuery = (Text: string, CustomerId: string | undefined) =>
  queryOptions({
    queryKey: ["shop", "found", Text, CustomerId],
    queryFn: async ({ signal }) => (await call(shop.find, { query: { Text, CustomerId }, signal })).Items,
    enabled: Text !== "",
    placeholderData: keepPreviousData,
    meta: { topics: ["catalogue"] },
  });
