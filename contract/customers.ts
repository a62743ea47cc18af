/** Customers: the organisations a reseller looks after. */
import * as z from "zod/mini";
import { cursor, endpoint, id, instant } from "./endpoint.ts";

export const customerStatuses = ["Active", "Suspended"] as const;
export const organisationTypes = ["Commercial", "Charity", "Education", "Government"] as const;
export const customerSorts = ["name", "-name", "created", "-created"] as const;

/** Letters of any script, digits and what company names need; `@` and the like are refused (CUST-13). */
const namePattern = /^[\p{L}\p{M}\p{N} .,'’&()/+-]+$/u;
const customerName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "cannot be empty"),
    z.maxLength(100, "Must be a maximum of 100 character(s)"),
    z.regex(namePattern, "invalid characters"),
  );
const line = (label: string, max = 100) =>
  z.optional(
    z.nullable(
      z.string(`${label} must be text`).check(z.trim(), z.maxLength(max, `Must be a maximum of ${max} character(s)`)),
    ),
  );

const addressFields = {
  Address1: line("Address"),
  Address2: line("Address"),
  TownCity: line("Town or city", 60),
  County: line("County", 60),
  PostCode: line("Postcode", 12),
  Country: z.optional(z.enum(["GB", "IE"])),
};
const details = {
  ...addressFields,
  Domain: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(253),
          z.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,15}$/i, "Must be a domain, for example acme.co.uk"),
        ),
    ),
  ),
  ContactName: line("Contact name"),
  ContactEmail: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(200), z.email("Must be a valid email address"))),
  ),
  Telephone: line("Telephone", 30),
};

export const customerItem = z.object({
  Id: id,
  Name: z.string(),
  Status: z.enum(customerStatuses),
  OrganisationType: z.enum(organisationTypes),
  Services: z.number(),
  Users: z.number(),
  Created: instant,
});
export type CustomerItem = z.output<typeof customerItem>;

export const customer = z.extend(customerItem, {
  Address1: z.nullable(z.string()),
  Address2: z.nullable(z.string()),
  TownCity: z.nullable(z.string()),
  County: z.nullable(z.string()),
  PostCode: z.nullable(z.string()),
  Country: z.string(),
  Domain: z.nullable(z.string()),
  ContactName: z.nullable(z.string()),
  ContactEmail: z.nullable(z.string()),
  Telephone: z.nullable(z.string()),
  SuspendedAt: z.nullable(instant),
});
export type Customer = z.output<typeof customer>;

const customerParams = z.strictObject({ customerId: id });
const search = z._default(z.string().check(z.maxLength(100)), "");

export const customers = {
  list: endpoint({
    method: "GET",
    path: "/api/customers",
    summary: "One page of customers, by key",
    access: { anyOf: ["customers"] },
    query: z.strictObject({
      Search: search,
      Sort: z._default(z.enum(customerSorts), "name"),
      Status: z.optional(z.enum(customerStatuses)),
      After: cursor,
    }),
    result: z.object({ Items: z.array(customerItem), Next: z.nullable(z.string()) }),
  }),
  count: endpoint({
    method: "GET",
    path: "/api/customers/count",
    summary: "How many customers a search finds, by status",
    access: { anyOf: ["customers"] },
    query: z.strictObject({ Search: search }),
    result: z.object({ Total: z.number(), Active: z.number(), Suspended: z.number() }),
  }),
  suggestions: endpoint({
    method: "GET",
    path: "/api/customers/suggestions",
    summary: "Names for the customer picker",
    access: { anyOf: ["customers", "addProducts"] },
    query: z.strictObject({ Search: search }),
    result: z.object({ Items: z.array(z.object({ Id: id, Name: z.string(), Status: z.enum(customerStatuses) })) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/customers/:customerId",
    summary: "One customer",
    access: { anyOf: ["customers"] },
    params: customerParams,
    result: customer,
  }),
  activity: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/activity",
    summary: "What was done for this customer, newest first",
    access: { anyOf: ["customers"] },
    params: customerParams,
    query: z.strictObject({ After: cursor }),
    result: z.object({
      Items: z.array(
        z.object({
          Id: id,
          At: instant,
          Who: z.string(),
          OnBehalfOf: z.nullable(z.string()),
          What: z.string(),
          Outcome: z.enum(["done", "refused", "failed"]),
        }),
      ),
      Next: z.nullable(z.string()),
    }),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/marketplace/customers",
    summary: "Adds a customer",
    access: { anyOf: ["addOrEditCustomers"] },
    body: z.strictObject({
      name: customerName,
      organisationTypes: z
        .array(z.enum(organisationTypes))
        .check(z.minLength(1, "Organisation type is required"), z.maxLength(1)),
      ...details,
    }),
    result: z.object({ organisationId: id, customerId: id }),
    errors: ["customerNameTaken"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/marketplace/customers/:customerId",
    summary: "Changes a customer's details",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    body: z.strictObject({
      name: customerName,
      organisationTypes: z
        .array(z.enum(organisationTypes))
        .check(z.minLength(1, "Organisation type is required"), z.maxLength(1)),
      ...details,
    }),
    result: z.object({ organisationId: id, customerId: id }),
    errors: ["customerNameTaken"],
  }),
  marketplaceById: endpoint({
    method: "GET",
    path: "/api/marketplace/customers/:customerId",
    summary: "One customer, as the edit form needs it",
    access: { anyOf: ["customers", "addOrEditCustomers"] },
    params: customerParams,
    result: customer,
  }),
  rename: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/rename",
    summary: "Renames a customer",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    body: z.strictObject({ NewName: customerName }),
    result: customer,
    errors: ["customerNameTaken"],
  }),
  suspend: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/suspend",
    summary: "Suspends a customer, its services at the vendor and its users' sign-in; billing goes on",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    result: customer,
    errors: ["customerAlreadySuspended"],
  }),
  reactivate: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/reactivate",
    summary: "Takes a suspension back",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    result: customer,
    errors: ["customerNotSuspended"],
  }),
};

type CustomerRow = {
  id: string;
  name: string;
  status: (typeof customerStatuses)[number];
  organisation_type: (typeof organisationTypes)[number];
  service_count: number;
  user_count: number;
  created_at: Date;
};
type CustomerDetailRow = CustomerRow & {
  address1: string | null;
  address2: string | null;
  town_city: string | null;
  county: string | null;
  post_code: string | null;
  country: string;
  domain: string | null;
  contact_name: string | null;
  contact_email: string | null;
  telephone: string | null;
  suspended_at: Date | null;
};

export const toCustomerItem = (row: CustomerRow): CustomerItem => ({
  Id: row.id,
  Name: row.name,
  Status: row.status,
  OrganisationType: row.organisation_type,
  Services: row.service_count,
  Users: row.user_count,
  Created: row.created_at.toISOString(),
});

export const toCustomer = (row: CustomerDetailRow): Customer => ({
  ...toCustomerItem(row),
  Address1: row.address1,
  Address2: row.address2,
  TownCity: row.town_city,
  County: row.county,
  PostCode: row.post_code,
  Country: row.country,
  Domain: row.domain,
  ContactName: row.contact_name,
  ContactEmail: row.contact_email,
  Telephone: row.telephone,
  SuspendedAt: row.suspended_at?.toISOString() ?? null,
});
