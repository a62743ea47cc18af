import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { search, shortestSearch } from "@tradewind/contract/insight/search.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type Found = ResultOf<typeof search.everything>["Items"][number];

/** What the server finds for a text; each text has its own answer, so that none is shown for another. */
export const searchQuery = (Text: string) =>
  queryOptions({
    queryKey: ["search", Text],
    queryFn: async ({ signal }) => (await call(search.everything, { query: { Text }, signal })).Items,
    enabled: Text.length >= shortestSearch,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });
