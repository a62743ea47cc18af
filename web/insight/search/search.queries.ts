import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { search, shortestSearch } from "@tradewind/contract/insight/search.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type Found = ResultOf<typeof search.everything>["Items"][number];

/** Searches on the server; each text is cached separately, so that no result appears under another text. */
export const searchQuery = (Text: string) =>
  queryOptions({
    queryKey: ["search", Text],
    queryFn: async ({ signal }) => (await call(search.everything, { query: { Text }, signal })).Items,
    enabled: Text.length >= shortestSearch,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });
