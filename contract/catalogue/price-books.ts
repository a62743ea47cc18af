/** A reseller's own prices: by customer, by group of customers, or for everyone. */
import { priceKinds, priceLevels } from "@tradewind/domain/pricing/price-rules.ts";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id } from "../endpoint.ts";
import { requiredText } from "../fields.ts";

const decimal = z.string();
const keepers = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;
const name = requiredText({ label: "Name", kind: "text", longest: 100 });
const offerId = z.string().check(z.minLength(1), z.maxLength(100));
const productId = z.string().check(z.minLength(1), z.maxLength(60));

const rule = z.object({
  Id: id,
  /** Both null for everyone. */
  CustomerId: z.nullable(id),
  GroupId: z.nullable(id),
  /** Both null for everything. */
  OfferId: z.nullable(z.string()),
  ProductId: z.nullable(z.string()),
  /** What it is for; null for everything. */
  Name: z.nullable(z.string()),
  From: day,
  Kind: z.enum(priceKinds),
  /** An amount per unit and billing period, or a percentage; null for `none`. */
  Value: z.nullable(decimal),
});

const value = z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/, "Must be a number, for example 12.50"));

export const priceBooks = {
  groups: endpoint({
    method: "GET",
    path: "/api/price-groups",
    summary: "Groups of customers that have prices together",
    access: keepers,
    result: z.object({ Items: z.array(z.object({ Id: id, Name: z.string(), Customers: z.int() })) }),
  }),
  addGroup: endpoint({
    method: "POST",
    path: "/api/price-groups",
    summary: "Adds a group of customers",
    logs: "catalogue.priceGroup",
    access: keepers,
    body: z.strictObject({ Name: name }),
    result: z.object({ Id: id }),
    errors: ["priceGroupNameTaken", "pricesHidden"],
  }),
  setGroup: endpoint({
    method: "PUT",
    path: "/api/customers/:customerId/price-group",
    summary: "Puts a customer into a group, or into none",
    logs: "catalogue.priceGroup",
    access: keepers,
    params: z.strictObject({ customerId: id }),
    body: z.strictObject({ GroupId: z.nullable(id) }),
    result: z.object({ CustomerId: id, GroupId: z.nullable(id) }),
    errors: ["pricesHidden"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/price-rules",
    summary: "The price rules of a customer, of a group or, without either, for everyone, newest first",
    access: keepers,
    query: z.strictObject({ CustomerId: z.optional(id), GroupId: z.optional(id), After: cursor }),
    result: z.object({ Items: z.array(rule), Next: z.nullable(z.string()) }),
    errors: ["pricesHidden"],
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/price-rules",
    summary: "Sets a price rule from a day on, replacing one of the same day",
    logs: "catalogue.price",
    access: keepers,
    body: z
      .strictObject({
        CustomerId: z._default(z.nullable(id), null),
        GroupId: z._default(z.nullable(id), null),
        OfferId: z._default(z.nullable(offerId), null),
        ProductId: z._default(z.nullable(productId), null),
        /** Today or later. */
        From: day,
        Kind: z.enum(priceKinds),
        Value: z._default(z.nullable(value), null),
      })
      .check(
        z.refine((body) => body.CustomerId === null || body.GroupId === null, {
          path: ["GroupId"],
          error: "Choose a customer or a group",
        }),
        z.refine((body) => body.OfferId === null || body.ProductId === null, {
          path: ["ProductId"],
          error: "Choose an offer or a product",
        }),
        z.refine((body) => (body.Kind === "none") === (body.Value === null), {
          path: ["Value"],
          error: "Value is required",
        }),
        z.refine((body) => body.Kind !== "fixed" || body.OfferId !== null, {
          path: ["Kind"],
          error: "A fixed price is for one offer",
        }),
        z.refine((body) => body.Kind !== "margin" || Number(body.Value) < 100, {
          path: ["Value"],
          error: "Must be less than 100",
        }),
      ),
    result: z.object({ Id: id }),
    errors: ["pricesHidden"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/price-rules/:priceRuleId",
    summary: "Removes a price rule that has not begun",
    logs: "catalogue.price",
    access: keepers,
    params: z.strictObject({ priceRuleId: id }),
    result: z.object({ Id: id }),
    errors: ["pricesHidden", "priceRuleBegun"],
  }),
  ofCustomer: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/prices",
    summary: "What a customer pays today for each offer of a product, and by whose rule",
    access: keepers,
    params: z.strictObject({ customerId: id }),
    query: z.strictObject({ ProductId: productId }),
    result: z.object({
      Items: z.array(
        z.object({
          OfferId: z.string(),
          Name: z.string(),
          Unit: z.string(),
          Term: z.enum(terms),
          Billing: z.enum(billings),
          Cost: z.nullable(decimal),
          CustomerPrice: z.nullable(decimal),
          /** Whose rule decides; null if none does. */
          Level: z.nullable(z.enum(priceLevels)),
        }),
      ),
    }),
    errors: ["pricesHidden"],
  }),
};
