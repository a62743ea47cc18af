import { assortment, type AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf, useWrite } from "../../platform/queries.ts";
import { toast } from "../../ui/toast.tsx";

export type AskedProducts = Omit<InputOf<typeof assortment.list>["query"], "After">;

export const productsQuery = (asked: AskedProducts) =>
  pagesOf(["assortment", "list", asked], (After, signal) =>
    call(assortment.list, { query: { ...asked, After }, signal }),
  );

/** Every product with how many customers have it. */
export const customersQuery = queryOptions({
  queryKey: ["assortment", "customers"],
  queryFn: async ({ signal }) => (await call(assortment.customers, { signal })).Items,
});

export const assortedProductQuery = (productId: string) =>
  queryOptions({
    queryKey: ["assortment", "product", productId],
    queryFn: ({ signal }) => call(assortment.byId, { params: { productId }, signal }),
  });

type Change = (typeof assortment)["say" | "arrange" | "sell" | "picture"];

/** Changes a product and shows what became of it. The caller shows a refusal. */
export function useChange<E extends Change>(endpoint: E, done: string, onDone: () => void) {
  const queries = useQueryClient();
  return useWrite(endpoint, {
    refreshes: ["assortment", "priceLists"],
    shown: true,
    onDone: (result) => {
      const product = result as AssortedProduct;
      queries.setQueryData(assortedProductQuery(product.ProductId).queryKey, product);
      toast(done);
      onDone();
    },
  });
}
