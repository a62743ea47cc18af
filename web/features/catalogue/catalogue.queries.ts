import { catalogue, type MarketplaceService } from "@tradewind/contract/catalogue.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type Buyer = { customerId: string; userId?: string };

/** What can be added: in general, or for a customer or one of its people with what is there already. */
export const marketplaceQuery = (buyer?: Buyer) =>
  queryOptions({
    queryKey: ["services", "marketplace", buyer?.customerId, buyer?.userId],
    queryFn: async ({ signal }): Promise<MarketplaceService[]> =>
      buyer
        ? (
            await call(catalogue.marketplaceOfCustomer, {
              params: { customerId: buyer.customerId },
              query: { UserId: buyer.userId },
              signal,
            })
          ).Items
        : (await call(catalogue.marketplace, { signal })).Items,
  });

export const productQuery = (productId: string) =>
  queryOptions({
    queryKey: ["services", "product", productId],
    queryFn: ({ signal }) => call(catalogue.product, { params: { productId }, signal }),
  });

export const customersForProduct = (productId: string, search: string, signal?: AbortSignal) =>
  call(catalogue.customersForProduct, { params: { productId }, query: { Search: search }, signal });

export const hasPartnerId = (customerId: string) => call(catalogue.hasPartnerId, { params: { customerId } });
