/** My services: by product and customer, in lists whose columns and buttons the server describes. */
import { instanceMarks, instanceStates } from "@tradewind/domain/catalogue/instances.ts";
import * as z from "zod/mini";
import { consoleWindow, schemaPopup } from "../catalogue/forms.ts";
import { cursor, endpoint, id, instant } from "../endpoint.ts";
import { quantitiesHeld, underWay } from "./services.ts";

/** The lists of a customer's services of one product. */
export const listIds = ["subscriptions", "add-ons", "users"] as const;
export type ListId = (typeof listIds)[number];
/** By what the customers of a product are ordered. */
export const holderSorts = ["name", "-name"] as const;
export type HolderSort = (typeof holderSorts)[number];

const access = { anyOf: ["manageService", "customers"] } as const;
const productId = z.string().check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
const ofProduct = z.strictObject({ productId });
const ofList = z.strictObject({ productId, listId: z.enum(listIds) });
/** With `AssignedLicences`, a list says how many of its units are assigned to somebody. */
const asked = z.strictObject({ AssignedLicences: z._default(z.enum(["true", "false"]), "false") });
const ofCustomerList = z.strictObject({ productId, customerId: id, listId: z.enum(listIds) });

export const myService = z.object({
  /** Our own id of the product, by which the other calls name it. */
  Id: z.string(),
  /** Its number in the scheme of the marketplace. */
  CloudMarketId: z.number(),
  /** Its number in the my-services scheme, if it has one. */
  ServiceId: z.nullable(z.number()),
  /** Its part of a family that shares a number. */
  GroupId: z.nullable(z.number()),
  Name: z.string(),
  Icon: z.string(),
  NewJourney: z.boolean(),
  JourneyType: z.enum(["wizard", "singlePage", "nce"]),
  ListingId: z.nullable(id),
  /** How many services of it there are. */
  Services: z.number(),
  /** The mark of the one most in need of attention: what failed before what changes. */
  Mark: z.enum(instanceMarks),
});
export type MyService = z.output<typeof myService>;

export const serviceCustomer = z.object({
  OrganisationId: id,
  Name: z.string(),
  Services: z.number(),
  Quantities: quantitiesHeld,
  /** What is most in need of attention: what failed before what changes. */
  Status: z.enum(instanceStates),
  Reason: z.nullable(z.string()),
  Since: instant,
  UnderWay: underWay,
});
export type ServiceCustomer = z.output<typeof serviceCustomer>;

const customerList = z.object({
  Id: z.enum(listIds),
  Type: z.enum(listIds),
  Name: z.string(),
  SingularName: z.string(),
  /** What stands below those who have the product: the button that adds a customer for it, where it is sold here. */
  BottomCustomControl: z.nullable(z.enum(["add-customer"])),
});

export const columnTypes = ["text", "units", "number", "day", "state"] as const;
const column = z.object({ Id: z.string(), Name: z.string(), Type: z.enum(columnTypes) });
export type ListColumn = z.output<typeof column>;

const detail = z.object({
  Id: id,
  InstanceId: id,
  Name: z.string(),
  Status: z.enum(instanceStates),
  /** The numeric form of `Status`. */
  StatusNumber: z.number(),
  /** Why it failed, in its vendor's words. */
  Reason: z.nullable(z.string()),
  /** Whether it is paused at its vendor. */
  IsSuspended: z.boolean(),
  Unit: z.string(),
  /** By the ids of the columns. */
  Values: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
});
export type ServiceDetail = z.output<typeof detail>;

const button = z.object({
  Action: z.string(),
  Style: z.enum(["add", "modify"]),
  Text: z.string(),
  DataTestId: z.string(),
  IsDisabled: z.boolean(),
  Data: z.discriminatedUnion("PopUp", [
    schemaPopup,
    consoleWindow,
    /** A page of the portal. */
    z.object({ PopUp: z.literal("Page"), Payload: z.object({ Address: z.string() }) }),
  ]),
  AnalyticsData: z.object({ Action: z.string(), Page: z.string(), Campaign: z.string() }),
});
export type ServiceButton = z.output<typeof button>;
const buttons = z.object({ Buttons: z.array(button) });

export const myServices = {
  list: endpoint({
    method: "GET",
    path: "/api/my-services",
    summary: "The products of which the caller's customers have services",
    sums: true,
    access,
    result: z.object({ Items: z.array(myService) }),
  }),
  settings: endpoint({
    method: "GET",
    path: "/api/my-services/settings",
    summary:
      "How my services are shown: whether lists say how many units are assigned, and how many customers a page holds",
    as: "none",
    access,
    result: z.object({ AssignedLicences: z.boolean(), PageSize: z.number() }),
  }),
  customers: endpoint({
    method: "GET",
    path: "/api/my-services/:productId/customers",
    summary: "One page, by key, of the customers who have services of a product",
    access,
    params: ofProduct,
    query: z.strictObject({
      /** Part of a customer's name. */
      Search: z._default(z.string().check(z.maxLength(100)), ""),
      Sort: z._default(z.enum(holderSorts), "name"),
      After: cursor,
    }),
    result: z.object({ Items: z.array(serviceCustomer), Next: z.nullable(z.string()) }),
  }),
  schema: endpoint({
    method: "GET",
    path: "/api/my-services/:productId/schema",
    summary: "The lists in which a customer's services of a product are shown",
    access,
    params: ofProduct,
    result: z.object({ CustomerLists: z.array(customerList) }),
  }),
  listSchema: endpoint({
    method: "GET",
    path: "/api/my-services/:productId/lists/:listId/schema",
    summary: "The columns of a list",
    access,
    params: ofList,
    query: asked,
    result: z.object({ Columns: z.array(column) }),
  }),
  details: endpoint({
    method: "GET",
    path: "/api/my-services/:productId/customers/:customerId/lists/:listId",
    summary: "The rows of a customer's list; on demand with how many units are assigned",
    access,
    params: ofCustomerList,
    query: asked,
    result: z.object({ Items: z.array(detail) }),
  }),
  buttons: endpoint({
    method: "GET",
    path: "/api/my-services/:productId/customers/:customerId/lists/:listId/buttons",
    summary: "What can be added to a customer's list or changed in it as a whole",
    access,
    params: ofCustomerList,
    result: buttons,
  }),
  detailButtons: endpoint({
    method: "GET",
    path: "/api/my-services/:productId/customers/:customerId/lists/:listId/:detailId/buttons",
    summary: "What can be done to one row of a customer's list",
    access,
    params: z.extend(ofCustomerList, { detailId: id }),
    result: buttons,
  }),
};
