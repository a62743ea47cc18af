/** A reseller's own prices: by customer, by group of customers, or for everyone. */
import { priceKinds, priceLevels } from "@tradewind/domain/pricing/price-rules.ts";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { asOfDays, cursor, day, endpoint, id, instant } from "../endpoint.ts";
import { requiredText } from "../fields.ts";

const decimal = z.string();
const keepers = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;
const name = requiredText({ label: "Name", kind: "text", longest: 100 });
const offerId = z.string().check(z.minLength(1), z.maxLength(100));
const productId = z.string().check(z.minLength(1), z.maxLength(60));

const named = z.object({ Id: z.string(), Name: z.string() });

/** Rules that decide today, those that wait for their day, and those that were replaced or ended. */
export const priceRuleStates = ["inForce", "coming", "past"] as const;

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
  /** Of the offer, if it is for one. */
  Term: z.nullable(z.enum(terms)),
  Billing: z.nullable(z.enum(billings)),
  /** The customer's or the group's name; null for everyone. */
  Whose: z.nullable(z.string()),
  State: z.enum(priceRuleStates),
  From: day,
  Kind: z.enum(priceKinds),
  /** An amount per unit and billing period, or a percentage; null for `none`. */
  Value: z.nullable(decimal),
  /** Of a fixed price that holds or will: what its offer costs then. */
  Cost: z.optional(z.nullable(decimal)),
});

const value = z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/, "Must be a number, for example 12.50"));

const wanted = z
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
  );

const offerWords = {
  OfferId: z.string(),
  Name: z.string(),
  Unit: z.string(),
  Term: z.enum(terms),
  Billing: z.enum(billings),
};

/** What an offer costs the reseller and what is paid for it, by whose rule; null if by none. */
const offerPrice = z.object({
  Cost: decimal,
  CustomerPrice: z.nullable(decimal),
  Level: z.nullable(z.enum(priceLevels)),
});
export type OfferPrice = z.output<typeof offerPrice>;

/** A rule that was set or began, one that was removed, a price list, and a customer's change of group. */
export const priceChanges = ["rule", "removed", "list", "group"] as const;

export const priceBooks = {
  groups: endpoint({
    method: "GET",
    path: "/api/price-groups",
    summary: "Groups of customers that have prices together, and the one that a customer is in",
    access: keepers,
    query: z.strictObject({ CustomerId: z.optional(id) }),
    result: z.object({
      Items: z.array(z.object({ Id: id, Name: z.string(), Customers: z.int() })),
      /** The customer's group; null without a customer too. */
      GroupId: z.nullable(id),
    }),
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
  choices: endpoint({
    method: "GET",
    path: "/api/price-rules/choices",
    summary: "What a price rule can be for: all products, and the first customers that a search finds",
    access: keepers,
    query: z.strictObject({ Search: z._default(z.string().check(z.maxLength(100)), "") }),
    result: z.object({ Products: z.array(named), Customers: z.array(named) }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/price-rules",
    summary: "All price rules, or those of a level, a customer, a group or a product, newest first",
    access: keepers,
    query: z.strictObject({
      Level: z.optional(z.enum(priceLevels)),
      CustomerId: z.optional(id),
      GroupId: z.optional(id),
      /** Also rules for one of its offers, but not those for everything. */
      ProductId: z.optional(productId),
      State: z.optional(z.enum(priceRuleStates)),
      After: cursor,
    }),
    result: z.object({ Items: z.array(rule), Next: z.nullable(z.string()) }),
    errors: ["pricesHidden"],
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/price-rules",
    summary: "Sets a price rule from a day on, replacing one of the same day",
    logs: "catalogue.price",
    access: keepers,
    body: wanted,
    result: z.object({ Id: id }),
    errors: ["pricesHidden"],
  }),
  preview: endpoint({
    method: "POST",
    path: "/api/price-rules/preview",
    summary: "What a price rule would change: for whom, from which price to which; writes nothing",
    access: keepers,
    reads: true,
    body: wanted,
    result: z.object({
      /** Whose price of an offer changes, on the day from which the rule holds; the first ones if there are many. */
      Items: z.array(
        z.object({
          ...offerWords,
          Cost: decimal,
          /** Null if the customer had, or has, no price. */
          Was: z.nullable(decimal),
          Will: z.nullable(decimal),
          /** Customers with rules of their own one by one; the others by group, or (null) those of no group. */
          Whose: z.nullable(z.string()),
          Level: z.enum(priceLevels),
          Customers: z.int(),
        }),
      ),
      /** How many prices change in all, and how many of them are below their cost then. */
      Prices: z.int(),
      BelowCost: z.optional(z.int()),
      /** Customers with a price that changes, and those of the rule whose prices all stay. */
      Changed: z.int(),
      Kept: z.int(),
      /** Customers with own rules that were left out, because there are too many to look at one by one. */
      NotShown: z.int(),
    }),
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
  asOf: endpoint({
    method: "GET",
    path: "/api/pricing/as-of",
    summary:
      "What a product's offers for sale cost, and what a customer or everyone pays, on one day as was known at the end of another, and what changed since",
    access: keepers,
    query: z.extend(asOfDays, { ProductId: productId, CustomerId: z.optional(id) }),
    result: z.object({
      /** Null where there was no price yet, or nobody knew of it. */
      Items: z.array(z.object({ ...offerWords, Then: z.nullable(offerPrice), Now: z.nullable(offerPrice) })),
      /** The latest first, at most 100. */
      Changes: z.array(
        z.object({
          Id: z.string(),
          What: z.enum(priceChanges),
          EffectiveOn: day,
          RecordedAt: instant,
          Rule: z.nullable(
            z.pick(rule, {
              GroupId: true,
              OfferId: true,
              Name: true,
              Term: true,
              Billing: true,
              Whose: true,
              Kind: true,
              Value: true,
            }),
          ),
          /** The group that the customer was put into; null if it was taken out of one. */
          Group: z.nullable(z.string()),
        }),
      ),
    }),
    errors: ["pricesHidden"],
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
          ...offerWords,
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

export type PriceRuleItem = z.output<typeof rule>;
export type PriceChange = z.output<typeof priceBooks.preview.result>["Items"][number];
