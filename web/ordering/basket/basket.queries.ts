import { basket, type Basket } from "@tradewind/contract/ordering/basket.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

const lookAgain = 2_000;
const isAtWork = (data: Basket | undefined) => data?.Lines.some(({ State }) => State === "placing") ?? false;

export const basketQuery = queryOptions({
  queryKey: ["basket", "read"],
  queryFn: ({ signal }) => call(basket.read, { signal }),
  refetchInterval: ({ state }) => (isAtWork(state.data) ? lookAgain : false),
});

export const basketCountQuery = queryOptions({
  queryKey: ["basket", "count"],
  queryFn: ({ signal }) => call(basket.count, { signal }),
});
