import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** How products are found, what they cost at least, and which were ordered lately or marked. */
export const windowQuery = queryOptions({
  queryKey: ["shop", "window"],
  queryFn: ({ signal }) => call(shop.window, { signal }),
  meta: { topics: ["catalogue"] },
});

/** What customers ordered most, and what many of them lack. */
export const habitsQuery = queryOptions({
  queryKey: ["shop", "habits"],
  queryFn: ({ signal }) => call(shop.habits, { signal }),
});

export const pageQuery = (productId: string) =>
  queryOptions({
    queryKey: ["shop", "page", productId],
    queryFn: ({ signal }) => call(shop.page, { params: { productId }, signal }),
    meta: { topics: ["catalogue"] },
  });

/** Who has a product, and who might want it. */
export const reachQuery = (productId: string) =>
  queryOptions({
    queryKey: ["shop", "reach", productId],
    queryFn: ({ signal }) => call(shop.customers, { params: { productId }, signal }),
  });
