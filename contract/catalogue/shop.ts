/** The shop window: how products are found, and the page of each. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { productId, seesProducts } from "./products.ts";

const decimal = z.string();

/** Per unit and billing period. */
const listed = z.object({ Cost: decimal, Recommended: z.nullable(decimal) });
/** With what the reseller charges everybody, if it set that. */
const price = z.extend(listed, { CustomerPrice: z.nullable(decimal) });
const from = z.extend(listed, { Unit: z.string(), Billing: z.enum(billings) });

/** The least that a customer pays, where a price is set for it and its people may see that. */
const paid = z.object({ Price: decimal, Unit: z.string(), Billing: z.enum(billings) });

const shopProduct = z.object({
  ProductId: z.string(),
  Vendor: z.string(),
  /** What people call it. */
  Synonyms: z.array(z.string()),
  /** Absent for people who may not see prices; so is that of each plan. */
  From: z.optional(from),
  /** Absent for everybody but a customer's people whose reseller shows them this; so is that of each plan. */
  YouPay: z.optional(paid),
  Plans: z.array(
    z.object({
      Sku: z.string(),
      Name: z.string(),
      IsAddOn: z.boolean(),
      From: z.optional(from),
      YouPay: z.optional(paid),
    }),
  ),
  IsFavourite: z.boolean(),
});
export type ShopProduct = z.output<typeof shopProduct>;

const plan = z.object({
  Sku: z.string(),
  Name: z.string(),
  Text: z.string(),
  Group: z.string(),
  Unit: z.string(),
  Maximum: z.nullable(z.int()),
  Offers: z.array(
    z.object({
      OfferId: z.string(),
      Term: z.enum(terms),
      Billing: z.enum(billings),
      Minimum: z.int(),
      /** Absent for people who may not see prices. */
      Price: z.optional(price),
      /** What the customer pays per unit and billing period, for its own people as in the window. */
      YouPay: z.optional(decimal),
    }),
  ),
});
export type ShopPlan = z.output<typeof plan>;

const page = z.object({
  Vendor: z.string(),
  Lines: z.array(z.string()),
  Needs: z.array(z.string()),
  Currency: z.enum(currencies),
  Plans: z.array(plan),
  /** Each with the names of the plans of which it needs one. */
  AddOns: z.array(z.extend(plan, { GoesWith: z.array(z.string()) })),
  /** What each plan contains, by SKU: `yes` or a text. */
  Features: z.array(z.object({ Name: z.string(), Of: z.record(z.string(), z.string()) })),
  GoesWith: z.array(
    z.object({
      ProductId: z.string(),
      Name: z.string(),
      Icon: z.string(),
      ImageSrc: z.nullable(z.string()),
      Why: z.string(),
    }),
  ),
  Documents: z.array(z.object({ Title: z.string(), Url: z.string() })),
  /** What the reseller agrees to before it orders. */
  Agreement: z.nullable(z.object({ Id: z.string(), Title: z.string(), SignedAt: z.nullable(instant) })),
  IsFavourite: z.boolean(),
});
export type ShopPage = z.output<typeof page>;

/** Products named as those ordered most, and as those worth offering. */
export const mostShown = { ordered: 5, worth: 4 };
/** Customers named as those who have a product, and as those who might want it. */
export const mostNamed = { have: 5, might: 50 };

const held = z.object({ Sku: z.string(), Name: z.string(), Unit: z.string(), Quantity: z.int() });

const foundPlan = z.object({
  ProductId: z.string(),
  ProductName: z.string(),
  Sku: z.string(),
  Name: z.string(),
  IsAddOn: z.boolean(),
  /** The least that it costs, and what the customer pays for it; absent for people who may not see prices. */
  From: z.optional(z.extend(from, { CustomerPrice: z.nullable(decimal) })),
  YouPay: z.optional(paid),
  /** Units that the customer has; null where none is named. */
  Has: z.nullable(z.number()),
});
export type FoundPlan = z.output<typeof foundPlan>;
/** Plans that a search lists. */
export const mostFound = 12;

export const shop = {
  find: endpoint({
    method: "GET",
    path: "/api/marketplace/plans",
    summary:
      "Plans by the beginning of their name or number, by product, vendor or what people call it, in spite of typos",
    access: seesProducts,
    query: z.strictObject({
      Text: z.string().check(z.trim(), z.minLength(1, "Type what it is called"), z.maxLength(100)),
      /** Somebody's prices, and how many units they have. */
      CustomerId: z.optional(id),
    }),
    result: z.object({ Items: z.array(foundPlan) }),
  }),
  window: endpoint({
    method: "GET",
    path: "/api/marketplace/window",
    summary: "How products are found, what each costs at least, and which were ordered lately or marked",
    access: seesProducts,
    result: z.object({
      Currency: z.enum(currencies),
      Items: z.array(shopProduct),
      /** Products added lately for the customers that the person sees, the last one first. */
      Recent: z.array(z.string()),
    }),
  }),
  page: endpoint({
    method: "GET",
    path: "/api/marketplace/products/:productId/page",
    summary: "A product's page: what it is, its plans with their prices, its add-ons and what it goes with",
    access: seesProducts,
    params: z.strictObject({ productId }),
    result: page,
  }),
  customers: endpoint({
    method: "GET",
    path: "/api/marketplace/products/:productId/reach",
    summary: "Who of the reseller's customers has a product, and who might want it",
    sums: true,
    access: { anyOf: ["customers"], kinds: ["reseller", "engineer"] },
    params: z.strictObject({ productId }),
    result: z.object({
      Have: z.object({
        Total: z.int(),
        Plans: z.array(z.extend(held, { Customers: z.int() })),
        /** Those with the most of it. */
        Items: z.array(z.object({ Id: id, Name: z.string(), Plans: z.array(held) })),
      }),
      /** Null if nothing that is known of customers tells. */
      Might: z.nullable(
        z.object({ Total: z.int(), Reason: z.string(), Items: z.array(z.object({ Id: id, Name: z.string() })) }),
      ),
    }),
  }),
  habits: endpoint({
    method: "GET",
    path: "/api/marketplace/habits",
    summary:
      "Which products the reseller's customers ordered most in twelve months, and which many of them lack, with the rule",
    sums: true,
    access: { anyOf: ["customers"], kinds: ["reseller", "engineer"] },
    result: z.object({
      Most: z.array(z.object({ ProductId: z.string(), Customers: z.int() })),
      Worth: z.array(z.object({ ProductId: z.string(), Customers: z.int(), Reason: z.string() })),
    }),
  }),
  favour: endpoint({
    method: "PUT",
    path: "/api/marketplace/products/:productId/favourite",
    summary: "Marks a product for the person, or takes the mark away",
    unlogged: "It is about nothing but the person's own view of the marketplace.",
    access: seesProducts,
    params: z.strictObject({ productId }),
    body: z.strictObject({ IsFavourite: z.boolean() }),
    result: z.object({ IsFavourite: z.boolean() }),
    jump: false,
  }),
};
