/** What a customer lets its partner do in its tenant: asked for by the reseller, approved by the tenant's administrator. */
import { adminAccesses, adminStatuses } from "@tradewind/domain/ordering/admin-relationships.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";

const relationship = z.object({
  Id: id,
  Status: z.enum(adminStatuses),
  Since: instant,
  RequestedBy: z.string(),
  Roles: z.array(z.string()),
  Days: z.number(),
  ExtendsItself: z.boolean(),
  /** What the customer's administrator opens; null unless it waits for that. */
  ApprovalUrl: z.nullable(z.string()),
  /** Whether the partner's people have its roles. */
  Access: z.enum(adminAccesses),
  /** What the vendor refused last. */
  Message: z.nullable(z.string()),
  EndsAt: z.nullable(instant),
  /** Whole days until then. */
  DaysLeft: z.nullable(z.number()),
  /** Whether the vendor is still to be told of a change. */
  IsChanging: z.boolean(),
});
export type AdminRelationship = z.output<typeof relationship>;

const terms = z.object({
  VendorName: z.string(),
  MostDays: z.number(),
  ExtendsByDays: z.number(),
  Roles: z.array(z.object({ Id: z.string(), Name: z.string(), About: z.string(), IsEverything: z.boolean() })),
});
export type AdminTerms = z.output<typeof terms>;

const access = { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] } as const;
const flag = "GDAP";
const ofCustomer = z.strictObject({ customerId: id });
const productId = z.string().check(z.minLength(1), z.maxLength(60));
const params = z.strictObject({ adminRelationshipId: id });
const one = z.object({ Relationship: relationship });

export const adminRelationships = {
  list: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/admin-relationships",
    summary: "What can be asked for in the customer's tenant at a product's vendor, and what was, latest first",
    access,
    flag,
    params: ofCustomer,
    query: z.strictObject({ ProductId: productId }),
    result: z.object({ Terms: terms, Items: z.array(relationship) }),
    errors: ["adminNotOffered"],
  }),
  request: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/admin-relationships",
    summary: "Asks for roles in the customer's tenant, for its administrator to approve",
    logs: "adminRelationships.request",
    access,
    flag,
    params: ofCustomer,
    body: z.strictObject({
      ProductId: productId,
      Roles: z
        .array(z.string().check(z.maxLength(60)))
        .check(z.minLength(1, "Choose at least one role"), z.maxLength(30)),
      Days: z.int("Must be a whole number").check(z.gte(1, "Must be at least 1"), z.lte(730, "Must be at most 730")),
      ExtendsItself: z.boolean(),
    }),
    result: one,
    errors: ["adminNotOffered", "adminRequested", "invalidRequest"],
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/admin-relationships/:adminRelationshipId",
    summary: "Sets whether an active relationship extends itself at its end",
    logs: "adminRelationships.change",
    access,
    flag,
    params,
    body: z.strictObject({ ExtendsItself: z.boolean() }),
    result: one,
    errors: ["adminOver"],
  }),
  end: endpoint({
    method: "POST",
    path: "/api/admin-relationships/:adminRelationshipId/end",
    summary: "Ends a relationship, or takes it back before it is approved",
    logs: "adminRelationships.end",
    access,
    flag,
    params,
    result: one,
    errors: ["adminOver"],
  }),
};
