import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { adminRelationships } from "@tradewind/contract/ordering/admin-relationships.ts";
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

/** A customer's tenants at vendors, and the requests to bring one in. */
export const tenantLinksQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["tenants", "links", customerId],
    queryFn: async ({ signal }) => (await call(tenants.links, { params: { customerId }, signal })).Links,
  });

/** What a customer lets its partner do in its tenant at a product's vendor; realtime tells when it has moved on. */
export const adminRelationshipsQuery = (customerId: string, ProductId: string) =>
  queryOptions({
    queryKey: ["tenants", "admin", customerId, ProductId],
    queryFn: ({ signal }) => call(adminRelationships.list, { params: { customerId }, query: { ProductId }, signal }),
  });

export const tenantRequestsQuery = (Status: TenantView) =>
  queryOptions({
    queryKey: ["tenants", "all", Status],
    queryFn: async ({ signal }) => (await call(tenants.list, { query: { Status }, signal })).Items,
  });
