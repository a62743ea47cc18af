import type { InputOf, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";
import type { AsOfQuery } from "../../shared/as-of/as-of-dialog.tsx";

export type AskedRules = Omit<NonNullable<SentOf<typeof priceBooks.list>["query"]>, "After">;
export type WantedRule = InputOf<typeof priceBooks.put>["body"];

export const priceRulesQuery = (asked: AskedRules) =>
  pagesOf(["price-rules", "list", asked], (After, signal) =>
    call(priceBooks.list, { query: { ...asked, After }, signal }),
  );

export const priceGroupsQuery = (CustomerId?: string) =>
  queryOptions({
    queryKey: ["price-rules", "groups", CustomerId],
    queryFn: ({ signal }) => call(priceBooks.groups, { query: { CustomerId }, signal }),
  });

export const pricedProductsQuery = queryOptions({
  queryKey: ["price-rules", "products"],
  queryFn: async ({ signal }) => (await call(priceBooks.choices, { query: {}, signal })).Products,
});

export const pricedOffersQuery = (ProductId: string) =>
  queryOptions({
    queryKey: ["price-rules", "offers", ProductId],
    queryFn: async ({ signal }) => (await call(catalogue.prices, { query: { ProductId }, signal })).Items,
    enabled: ProductId !== "",
  });

export const pricePreviewQuery = (wanted: WantedRule | undefined) =>
  queryOptions({
    queryKey: ["price-rules", "preview", wanted],
    queryFn: ({ signal }) => call(priceBooks.preview, { body: wanted!, signal }),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Reads a product's prices, to a customer or to everyone, on one day as was known at the end of another. */
export const pricesAsOf = (
  ProductId: string,
  CustomerId: string | undefined,
): AsOfQuery<ResultOf<typeof priceBooks.asOf>> => ({
  key: ["price-rules", "as-of", ProductId, CustomerId ?? ""],
  read: (days, signal) => call(priceBooks.asOf, { query: { ...days, ProductId, CustomerId }, signal }),
});

export async function findCustomers(Search: string, signal: AbortSignal) {
  const { Customers } = await call(priceBooks.choices, { query: { Search }, signal });
  return Customers.map(({ Id, Name }) => ({ id: Id, label: Name }));
}
