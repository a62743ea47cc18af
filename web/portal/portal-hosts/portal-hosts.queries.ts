import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { portalHosts } from "@tradewind/contract/portal/portal-hosts.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type PortalHost = ResultOf<typeof portalHosts.list>["Items"][number];

export const portalHostsQuery = (Search: string) =>
  pagesOf(["portal-hosts", "list", Search], (After, signal) =>
    call(portalHosts.list, { query: { Search, After }, signal }),
  );

export const hostChangesQuery = queryOptions({
  queryKey: ["portal-hosts", "changes"],
  queryFn: async ({ signal }) => (await call(portalHosts.changes, { signal })).Items,
});
