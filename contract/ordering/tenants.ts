/** Tenants that customers have at a vendor already and bring in, by proof. */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";

export const tenantRequestStates = ["preparing", "waiting", "connected", "refused", "withdrawn", "released"] as const;

const request = z.object({
  Id: id,
  VendorName: z.string(),
  State: z.enum(tenantRequestStates),
  Since: instant,
  RequestedBy: z.string(),
  /** What is still to be done, or why it ended. */
  Message: z.nullable(z.string()),
  /** What the tenant's administrator opens, in this order. */
  Links: z.array(z.object({ Label: z.string(), Url: z.string() })),
  TenantName: z.nullable(z.string()),
});
export type TenantRequest = z.output<typeof request>;

/** A customer at a vendor whose tenants can be brought in. */
const tenantLink = z.object({
  VendorName: z.string(),
  /** The product by which requests of it are made. */
  ProductId: z.string(),
  /** The vendor's number of the tenant; null as long as the customer has none there. */
  TenantRef: z.nullable(z.string()),
  TenantName: z.nullable(z.string()),
  /** Whether its administrator brought it in; an order made it otherwise. */
  IsBroughtIn: z.boolean(),
  /** Whether its customer can let the partner look after it. */
  DelegatesAdmin: z.boolean(),
  /** How many services are provided in it, without which it can be let go. */
  Services: z.number(),
  /** How many relationships with it, asked for or in force, end when it is let go. */
  AdminRelationships: z.number(),
  /** The latest request to bring one in. */
  Request: z.nullable(request),
});
export type TenantLink = z.output<typeof tenantLink>;

const operator = { anyOf: [], kinds: ["admin"] } as const;
const requestParams = z.strictObject({ tenantRequestId: id });
const reason = z.string().check(z.trim(), z.minLength(10, "Say in a sentence why, for the log"), z.maxLength(500));

export const tenants = {
  ofCustomer: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/tenant-requests",
    summary: "The latest request to bring a tenant to the vendor of a product, if there is one",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ customerId: id }),
    query: z.strictObject({ ProductId: z.string().check(z.minLength(1), z.maxLength(60)) }),
    result: z.object({ Request: z.nullable(request) }),
  }),
  links: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/tenant-links",
    summary: "A customer's tenants at vendors that share them, and the requests to bring one in",
    access: { anyOf: ["addProducts"] },
    flag: "M365AccountLink",
    params: z.strictObject({ customerId: id }),
    result: z.object({ Links: z.array(tenantLink) }),
  }),
  unlink: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/tenant-links/unlink",
    summary: "Lets go of a customer's tenant, as long as nothing is provided in it, and ends the relationships with it",
    logs: "tenants.unlink",
    access: { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] },
    flag: "M365AccountLink",
    params: z.strictObject({ customerId: id }),
    body: z.strictObject({ ProductId: z.string().check(z.minLength(1), z.maxLength(60)) }),
    result: z.object({ Links: z.array(tenantLink) }),
    errors: ["tenantNotBrought", "tenantInUse", "notFound"],
  }),
  request: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/tenant-requests",
    summary:
      "Asks for an invitation with which the administrator of an existing tenant proves that it is the customer's",
    logs: "tenants.request",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ customerId: id }),
    body: z.strictObject({ ProductId: z.string().check(z.minLength(1), z.maxLength(60)) }),
    result: z.object({ Request: request }),
    errors: ["tenantNotBrought", "tenantKnown", "tenantRequested"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/tenant-requests/:tenantRequestId/withdraw",
    summary: "Withdraws a request: accepting its invitation has no effect any more",
    logs: "tenants.withdraw",
    access: { anyOf: ["addProducts"] },
    params: requestParams,
    result: z.object({ Request: request }),
    errors: ["tenantRequestOver"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/operator/tenant-requests",
    summary: "Requests that wait, oldest first, or tenants that were brought in, latest first",
    access: operator,
    query: z.strictObject({ Status: z._default(z.enum(["open", "connected"]), "open") }),
    result: z.object({
      Items: z.array(
        z.extend(request, { ResellerName: z.string(), CustomerName: z.string(), TenantRef: z.nullable(z.string()) }),
      ),
    }),
  }),
  connect: endpoint({
    method: "POST",
    path: "/api/operator/tenant-requests/:tenantRequestId/connect",
    summary: "Connects a tenant by hand, for a reason that the log keeps",
    logs: "tenants.connect",
    access: operator,
    proof: "fresh",
    params: requestParams,
    body: z.strictObject({
      TenantRef: z.string().check(z.trim(), z.minLength(1, messages.required("Tenant ID")), z.maxLength(100)),
      Reason: reason,
    }),
    result: z.object({ TenantRef: z.string() }),
    errors: [
      "tenantRequestOver",
      "tenantRefMalformed",
      "tenantTaken",
      "tenantKnown",
      "tenantBusy",
      "confirmFirst",
      "mfaNotHere",
    ],
  }),
  release: endpoint({
    method: "POST",
    path: "/api/operator/tenant-requests/:tenantRequestId/release",
    summary: "Releases a tenant that was brought in, as long as nothing is provided in it",
    logs: "tenants.release",
    access: operator,
    proof: "fresh",
    params: requestParams,
    body: z.strictObject({ Reason: reason }),
    result: z.object({}),
    errors: ["tenantRequestOver", "tenantInUse", "confirmFirst", "mfaNotHere"],
  }),
};
