import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { partnerSystems } from "@tradewind/contract/portal/partner-systems.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type LinkedReseller = ResultOf<typeof partnerSystems.list>["Items"][number];

export const linkedResellersQuery = (Search: string) =>
  queryOptions({
    queryKey: ["partner-systems", Search],
    queryFn: async ({ signal }) => (await call(partnerSystems.list, { query: { Search }, signal })).Items,
    placeholderData: keepPreviousData,
  });
