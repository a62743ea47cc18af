/** Customers: the organisations that a reseller manages. */
import * as z from "zod/mini";
import { customerStatuses, eachDetail, organisationTypes } from "@tradewind/domain/customers/customers.ts";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

export const servicesHeld = ["some", "none"] as const;
/** What asks for attention: services that failed or differ from the vendor's book, or a term of a year or more that ends within 30 days. */
export const attentions = ["trouble", "renewing"] as const;
export const customerSorts = [
  "name",
  "-name",
  "created",
  "-created",
  "monthly",
  "-monthly",
  "renewal",
  "-renewal",
] as const;

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

/** A customer in the list, with how it stands: behind by half a minute at most, null for who may not know. */
const customerListed = z.extend(customerItem, {
  /** What its services cost a month, as a part of longer periods. */
  Monthly: z.nullable(money),
  /** When the next of its terms of a year or more ends; null too if none does. */
  NextRenewal: z.nullable(day),
  /** How many of its services failed or differ from the vendor's book. */
  Troubles: z.nullable(z.number()),
});
export type CustomerListed = z.output<typeof customerListed>;

const withDetails = z.extend(
  customerItem,
  eachDetail(() => z.nullable(z.string())),
);
export const customer = z.extend(withDetails, {
  Country: z.string(),
  SuspendedAt: z.nullable(instant),
  /** Whether an older customer has a name that differs in accents, apostrophes or dashes alone. Only from before it was refused. */
  NamedAlike: z.boolean(),
});
export type Customer = z.output<typeof customer>;

/** What is known of a customer itself at a moment. */
export const customerStanding = z.omit(customer, {
  Id: true,
  Services: true,
  Users: true,
  Created: true,
  NamedAlike: true,
});
export type CustomerStanding = z.output<typeof customerStanding>;

export const customerParams = z.strictObject({ customerId: id });
const search = z._default(z.string().check(z.maxLength(100)), "");
const filter = {
  Search: search,
  Status: z.optional(z.enum(customerStatuses)),
  Type: z.optional(z.enum(organisationTypes)),
  /** Whether they have any services at present. */
  Services: z.optional(z.enum(servicesHeld)),
  /** Only customers that have a service of this product at present. */
  ProductId: z.optional(z.string().check(z.maxLength(100))),
  Attention: z.optional(z.enum(attentions)),
};

const pageAsked = z.strictObject({ ...filter, Sort: z._default(z.enum(customerSorts), "name"), After: cursor });
const page = z.object({ Items: z.array(customerListed), Next: z.nullable(z.string()) });

export const customers = {
  list: endpoint({
    method: "GET",
    path: "/api/customers",
    summary: "One page of the customers that a person sees, by key",
    access: { anyOf: ["customers"] },
    query: pageAsked,
    result: page,
  }),
  ofReseller: endpoint({
    method: "GET",
    path: "/api/customers/of-reseller",
    summary: "One page of a reseller's customers, by key, for its own people",
    access: { anyOf: ["customers"], kinds: ["reseller", "engineer"] },
    query: pageAsked,
    result: page,
  }),
  ofEndUserAdmin: endpoint({
    method: "GET",
    path: "/api/customers/end-user-admin",
    summary: "The customer that an end-user admin acts for",
    access: { anyOf: ["customers"], kinds: ["endUserAdmin"] },
    result: customer,
  }),
  count: endpoint({
    method: "GET",
    path: "/api/customers/count",
    summary: "How many customers a search finds, and how many it would with one more or another mark",
    sums: true,
    access: { anyOf: ["customers"] },
    query: z.strictObject(filter),
    result: z.object({
      /** Count with all filters applied; each of the other counts ignores its own filter. */
      Total: z.number(),
      Active: z.number(),
      Suspended: z.number(),
      WithServices: z.number(),
      WithoutServices: z.number(),
      /** Null for who may not know. */
      InTrouble: z.nullable(z.number()),
      Renewing: z.nullable(z.number()),
      Types: z.record(z.enum(organisationTypes), z.number()),
      /** Every product that any customer has, whatever the filter. */
      Products: z.array(z.object({ Id: z.string(), Name: z.string() })),
    }),
  }),
  suggestions: endpoint({
    method: "GET",
    path: "/api/customers/suggestions",
    summary: "Names for the customer picker",
    access: { anyOf: ["customers", "addProducts", "createResellerEngineer"] },
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
    /** `UserId` leaves only what this user did. */
    query: z.strictObject({ UserId: z.optional(id), After: cursor }),
    result: z.object({
      /** The users who did something lately, whoever is asked for. */
      Users: z.array(z.object({ Id: id, Name: z.string() })),
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
  marketplaceById: endpoint({
    method: "GET",
    path: "/api/marketplace/customers/:customerId",
    summary: "One customer, as the edit form needs it",
    access: { anyOf: ["customers", "addOrEditCustomers"] },
    params: customerParams,
    result: customer,
  }),
  suspend: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/suspend",
    summary: "Suspends a customer, its services at the vendor and its users' sign-in; billing goes on",
    logs: "customers.Suspended",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    result: customer,
    errors: ["customerAlreadySuspended", "onlyPartOfCompany"],
  }),
  reactivate: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/reactivate",
    summary: "Takes a suspension back",
    logs: "customers.Active",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    result: customer,
    errors: ["customerNotSuspended", "onlyPartOfCompany"],
  }),
};
