/** Short questions about one customer: what it has, and whether it can be removed. */
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

const params = z.strictObject({ customerId: id });
const access = { anyOf: ["customers", "manageService"] } as const;

/** Reasons why a customer cannot be removed; each has a sentence with a count. */
export const deletionReasons = ["liveServices", "openOrders", "users", "openCharges"] as const;
const verdict = z.object({
  Allowed: z.boolean(),
  Reasons: z.array(z.object({ Code: z.enum(deletionReasons), Text: z.string() })),
});
export type DeletionVerdict = z.output<typeof verdict>;

export const customerChecks = {
  canDelete: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/check-delete",
    summary: "Whether a customer could be removed, and what stands in the way",
    access,
    params,
    result: verdict,
    errors: ["onlyPartOfCompany"],
  }),
  canDeleteOffice365: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/check-delete-office-365",
    summary: "Whether a customer's Microsoft 365 could be removed, and what stands in the way",
    access,
    params,
    result: verdict,
  }),
  userCount: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/user-count",
    summary: "How many users a customer has",
    access,
    params,
    result: z.number(),
  }),
  hasOffice365: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/has-office-365",
    summary: "Whether a customer has Microsoft 365 or Office 365",
    access,
    params,
    result: z.boolean(),
  }),
  hasAzure: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/has-azure",
    summary: "Whether a customer has anything of Azure",
    access,
    params,
    result: z.boolean(),
  }),
  hasServices: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/has-any-services",
    summary: "Whether a customer has any service",
    access,
    params,
    result: z.boolean(),
  }),
};
