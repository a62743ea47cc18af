import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { tenants } from "@tradewind/contract/ordering/tenants.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type BroughtTenant = ResultOf<typeof tenants.list>["Items"][number];
export type TenantView = "open" | "connected";

/** The latest request to bring in a tenant; realtime tells when it has moved on. */
export const tenantRequestQuery = (customerId: string, ProductId: string) =>
  queryOptions({
    queryKey: ["tenants", customerId, ProductId],
    queryFn: async ({ signal }) =>
      (await call(tenants.ofCustomer, { params: { customerId }, query: { ProductId }, signal })).Request,
  });

export const tenantRequestsQuery = (Status: TenantView) =>
  queryOptions({
    queryKey: ["tenants", "all", Status],
    queryFn: async ({ signal }) => (await call(tenants.list, { query: { Status }, signal })).Items,
  });
