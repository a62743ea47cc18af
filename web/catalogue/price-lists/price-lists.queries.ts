import { priceLists } from "@tradewind/contract/catalogue/price-lists.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type AskedPrices = Omit<InputOf<typeof priceLists.list>["query"], "After">;

export const pricesQuery = (asked: AskedPrices) =>
  pagesOf(["priceLists", "list", asked], (After, signal) =>
    call(priceLists.list, { query: { ...asked, After }, signal }),
  );

export const pricedProductsQuery = queryOptions({
  queryKey: ["priceLists", "products"],
  queryFn: ({ signal }) => call(priceLists.products, { signal }),
});

export const offerPricesQuery = (offerId: string) =>
  queryOptions({
    queryKey: ["priceLists", "offer", offerId],
    queryFn: ({ signal }) => call(priceLists.byOffer, { params: { offerId }, signal }),
  });
