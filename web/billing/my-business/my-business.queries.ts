import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type { Business, BusinessRequest } from "@tradewind/contract/billing/my-business.ts";
export type AskedRequest = ResultOf<typeof myBusiness.requests>["Items"][number];
export type RequestsShown = "waiting" | "decided";

export const businessQuery = queryOptions({
  queryKey: ["myBusiness"],
  queryFn: ({ signal }) => call(myBusiness.current, { signal }),
});

export const requestsQuery = (status: RequestsShown) =>
  queryOptions({
    queryKey: ["business-requests", status],
    queryFn: ({ signal }) => call(myBusiness.requests, { query: { Status: status }, signal }),
  });
