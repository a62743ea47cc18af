import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { portalHosts } from "@tradewind/contract/portal/portal-hosts.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type PortalHost = ResultOf<typeof portalHosts.list>["Items"][number];

export const portalHostsQuery = (Search: string) =>
  infiniteQueryOptions({
    queryKey: ["portal-hosts", "list", Search],
    queryFn: ({ pageParam, signal }) => call(portalHosts.list, { query: { Search, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const hostChangesQuery = queryOptions({
  queryKey: ["portal-hosts", "changes"],
  queryFn: async ({ signal }) => (await call(portalHosts.changes, { signal })).Items,
});
