/** Lists of services: of a whole reseller, of one customer and of one user. */
import { instanceStates } from "@tradewind/domain/catalogue/instances.ts";
import * as z from "zod/mini";
import { cursor, endpoint, id } from "../endpoint.ts";
import { quantitiesHeld, serviceItem } from "./services.ts";

export const serviceSorts = ["customer", "-customer", "since", "-since"] as const;
/** States to filter by: active, being changed, failed. */
export const serviceStates = ["active", "changing", "failed"] as const;

const access = { anyOf: ["manageService", "customers"] } as const;
const ofCustomer = z.strictObject({ customerId: id });
const items = z.object({ Items: z.array(serviceItem) });
const filter = {
  /** Part of a customer's name. */
  Search: z._default(z.string().check(z.maxLength(100)), ""),
  State: z.optional(z.enum(serviceStates)),
  ProductId: z.optional(z.string().check(z.maxLength(100))),
  CustomerId: z.optional(id),
};

export const serviceLists = {
  list: endpoint({
    method: "GET",
    path: "/api/services",
    summary: "One page of the services of all customers, by key",
    access,
    query: z.strictObject({ ...filter, Sort: z._default(z.enum(serviceSorts), "customer"), After: cursor }),
    result: z.object({ Items: z.array(serviceItem), Next: z.nullable(z.string()) }),
  }),
  count: endpoint({
    method: "GET",
    path: "/api/services/count",
    summary: "How many services a search finds, by state, and of which products there are any",
    sums: true,
    access,
    query: z.strictObject(filter),
    result: z.object({
      Total: z.number(),
      Active: z.number(),
      Changing: z.number(),
      Failed: z.number(),
      /** Every product that any service belongs to, whatever the filter. */
      Products: z.array(z.object({ Id: z.string(), Name: z.string() })),
    }),
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/services/export",
    summary: "The services that a search finds, as a file for a spreadsheet",
    logs: "exports.services",
    access,
    query: z.strictObject(filter),
    file: "text/csv",
    result: z.unknown(),
  }),
  ofCustomerCsv: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/services/export",
    summary: "A customer's services as a file for a spreadsheet",
    logs: "exports.services",
    access,
    params: ofCustomer,
    file: "text/csv",
    result: z.unknown(),
  }),
  own: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/services/own",
    summary: "The services that the customer holds itself, without those of single users",
    access,
    params: ofCustomer,
    result: items,
  }),
  all: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/services/all",
    summary: "Every service of a customer, those that have ended too, newest first",
    access,
    params: ofCustomer,
    result: items,
  }),
  ofUser: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/users/:userId/services",
    summary: "The services of one user of a customer",
    access,
    params: z.strictObject({ customerId: id, userId: id }),
    result: items,
  }),
  groups: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/services/groups",
    summary: "A customer's services by product: how many there are, their units and their states",
    access,
    params: ofCustomer,
    result: z.object({
      Items: z.array(
        z.object({
          ProductId: z.string(),
          ProductName: z.string(),
          Icon: z.string(),
          Services: z.number(),
          Quantities: quantitiesHeld,
          Statuses: z.array(z.enum(instanceStates)),
        }),
      ),
    }),
  }),
  office365: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/office-365-products",
    summary: "What a customer subscribes to of Microsoft 365 and Office 365",
    access,
    params: ofCustomer,
    result: z.object({
      Items: z.array(
        z.object({
          SubscriptionId: id,
          ServiceId: id,
          ProductId: z.string(),
          Sku: z.string(),
          Name: z.string(),
          Quantity: z.number(),
          Status: z.enum(["active", "suspended", "cancelled"]),
          IsAddOn: z.boolean(),
          TermUntil: z.nullable(z.string()),
        }),
      ),
    }),
  }),
};
