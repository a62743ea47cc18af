/** The basket: orders for several customers that a person gathers, and places all at once. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";
import { addedLine, details } from "./order-lines.ts";
import { wireProposal } from "./orders.ts";
import { ruleCodes } from "./rule-codes.ts";
import { decimal } from "./subscriptions.ts";

/** Orders that a basket holds at most. */
export const mostInBasket = 20;

const access = { anyOf: ["addProducts"] } as const;
const params = z.strictObject({ basketLineId: id });
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be the proposal's hash"));

/** To be placed; being placed; placed in the last day. */
export const basketStates = ["open", "placing", "ordered"] as const;

const basketItem = z.object({
  Key: z.string(),
  Name: z.string(),
  Unit: z.string(),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  Quantity: z.int(),
  Minimum: z.int(),
  Maximum: z.nullable(z.int()),
  AddOnTo: z.nullable(z.string()),
  /** What a unit cost when the person last agreed to it, where it costs something else now; null if prices are hidden. */
  UnitCostBefore: z.nullable(decimal),
  UnitCost: z.nullable(decimal),
});

const basketLine = z.object({
  Id: id,
  CustomerId: id,
  CustomerName: z.string(),
  ProductId: z.string(),
  ProductName: z.string(),
  State: z.enum(basketStates),
  Items: z.array(basketItem),
  /** What it would do and cost now; null where it cannot be ordered, and once it was placed. */
  Proposal: z.nullable(wireProposal),
  /** Why it cannot be ordered now. */
  Trouble: z.nullable(z.object({ Code: z.string(), Text: z.string(), AgreementId: z.nullable(z.string()) })),
  /** Why it was not ordered when the basket was placed. */
  Refused: z.nullable(z.string()),
  OrderId: z.nullable(id),
  /** What it became instead of an order, because it needs approval. */
  RequestId: z.nullable(id),
  InstanceId: z.nullable(id),
  ChangedAt: instant,
});
export type BasketLine = z.output<typeof basketLine>;

const basketTotal = z.object({
  Currency: z.enum(currencies),
  /** Orders that it adds up: those that can be placed as they are shown. */
  Orders: z.int(),
  Net: money,
  Vat: money,
  Gross: money,
  Commitment: z.nullable(z.object({ Net: money, Until: day })),
  /** Per full period, of what is billed alike and has a customer's price. */
  Periods: z.array(z.object({ Billing: z.enum(billings), Cost: money, CustomerPrice: money, Margin: money })),
});

const wholeBasket = z.object({
  Lines: z.array(basketLine),
  /** One for each currency; none if prices are hidden. */
  Totals: z.array(basketTotal),
});
export type Basket = z.output<typeof wholeBasket>;

export const basket = {
  read: endpoint({
    method: "GET",
    path: "/api/basket",
    summary: "What the caller has in the basket at today's prices, and what was ordered of it in the last day",
    access,
    result: wholeBasket,
  }),
  count: endpoint({
    method: "GET",
    path: "/api/basket/count",
    summary: "How many orders the caller's basket holds",
    access,
    result: z.object({ Lines: z.int() }),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/basket",
    summary: "Puts an order into the caller's basket; its answers are checked as those of an order",
    logs: "basket.add",
    access,
    body: z.strictObject({
      CustomerId: id,
      ProductId: z.string().check(z.minLength(1), z.maxLength(60)),
      UserId: z.optional(z.nullable(id)),
      Details: z._default(details, {}),
      Lines: z
        .array(addedLine)
        .check(z.minLength(1, "Choose at least one product"), z.maxLength(50, "Order at most 50 lines at a time")),
      DeliveryOption: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    }),
    result: z.object({ Id: id }),
    errors: [...ruleCodes, "basketFull", "basketKeepsNoSecrets"],
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/basket/:basketLineId",
    summary: "Changes how many of each item are ordered, or agrees to what they cost now",
    logs: "basket.change",
    access,
    params,
    body: z.strictObject({
      Items: z._default(
        z
          .array(z.strictObject({ Key: addedLine.shape.Key, Quantity: addedLine.shape.Quantity }))
          .check(z.maxLength(50)),
        [],
      ),
      /** Of the proposal whose prices are agreed to. */
      Hash: z.optional(z.nullable(hash)),
    }),
    result: z.object({}),
    errors: [...ruleCodes, "proposalChanged", "basketLinePlaced", "notFound"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/basket/:basketLineId",
    summary: "Takes an order out of the basket",
    logs: "basket.remove",
    access,
    params,
    result: z.object({}),
    errors: ["basketLinePlaced", "notFound"],
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/basket/:basketLineId/restore",
    summary: "Puts an order back that was taken out of the basket",
    logs: "basket.restore",
    access,
    params,
    result: z.object({}),
    errors: ["basketFull", "basketLinePlaced", "notFound"],
  }),
  place: endpoint({
    method: "POST",
    path: "/api/basket/place",
    summary: "Orders what is named of the basket as its proposals say, one after the other",
    logs: "basket.place",
    access,
    body: z.strictObject({
      Lines: z
        .array(z.strictObject({ Id: id, Hash: hash }))
        .check(z.minLength(1, "Choose at least one order"), z.maxLength(mostInBasket)),
    }),
    /** How many are now being placed; what is or was already is not counted. */
    result: z.object({ Placing: z.int() }),
    errors: ["notFound"],
  }),
};
