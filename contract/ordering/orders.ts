/** Journeys, proposals and orders: what can be ordered, what it will cost, and how the order is progressing. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";
import { placeCodes, retryCodes, ruleCodes } from "./rule-codes.ts";
import { renewal, ruleMet, wireSale } from "./sale.ts";
import { deliveryOption } from "./hardware-order.ts";
import { orderItem } from "./order-item.ts";
import { addedLine, attributes, details, manyLines, mostLines, offerId, quantity } from "./order-lines.ts";
import { orderPage } from "./order-page.ts";
import { journeyField } from "./journey-fields.ts";
import { currentSubscription, decimal, termEndings } from "./subscriptions.ts";

export const journeyActions = ["Add", "Modify", "Delete"] as const;
/** People of the customer, by their ids. */
const people = z
  .array(id)
  .check(z.minLength(1, "Choose at least one person"), z.maxLength(100, "Choose at most 100 people at a time"));

export const wireChange = z.discriminatedUnion("Kind", [
  z.strictObject({
    Kind: z.literal("add"),
    Lines: z
      .array(addedLine)
      .check(
        z.minLength(1, "Choose at least one product"),
        z.maxLength(mostLines, `Order at most ${mostLines} lines at a time`),
      ),
    /** One of the journey's delivery options, for goods. */
    DeliveryOption: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  }),
  z.strictObject({
    Kind: z.literal("setQuantity"),
    Targets: z
      .array(
        z.strictObject({
          Key: id,
          Quantity: quantity,
          /** Who loses theirs as there are fewer. */ Ending: z.optional(people),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({
    Kind: z.literal("setAttributes"),
    /** Only answers that can be changed, and of them those that are. */
    Targets: z.array(z.strictObject({ Key: id, Attributes: attributes })).check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({
    Kind: z.literal("schedule"),
    Targets: z
      .array(
        z.strictObject({
          Key: id,
          Outcome: z.enum(termEndings),
          OfferId: z.optional(z.nullable(offerId)),
          Quantity: z.optional(z.nullable(quantity)),
          /** The first day after the next term, if that is to end earlier: one of `termEnds`. */
          Until: z.optional(z.nullable(day)),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({
    Kind: z.literal("upgrade"),
    Targets: z
      .array(
        z.strictObject({
          Key: id,
          OfferId: offerId,
          Quantity: quantity,
          /** A subscription of that offer that takes the units; without it they become one of their own. */
          ToKey: z.optional(z.nullable(id)),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({
    Kind: z.literal("newTerm"),
    Targets: z
      .array(z.strictObject({ Key: id, OfferId: offerId, Quantity: z.optional(z.nullable(quantity)) }))
      .check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({
    Kind: z.literal("billing"),
    Targets: z.array(z.strictObject({ Key: id, OfferId: offerId })).check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({
    Kind: z.enum(["assign", "unassign"]),
    Targets: z.array(z.strictObject({ Key: id, People: people })).check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({
    Kind: z.literal("move"),
    Targets: z.array(z.strictObject({ Key: id, From: id, To: id })).check(z.minLength(1), z.maxLength(mostLines)),
  }),
  z.strictObject({ Kind: z.literal("cancel"), Keys: z.array(id).check(z.minLength(1), z.maxLength(mostLines)) }),
]);
export type WireChange = z.output<typeof wireChange>;

const wanted = {
  CustomerId: id,
  ProductId: z.string().check(z.minLength(1), z.maxLength(60)),
  /** The service to change; absent when adding one. */
  InstanceId: z.optional(z.nullable(id)),
  /** The customer's person, for services that belong to one. */
  UserId: z.optional(z.nullable(id)),
  /** The customer's service of another product from which it goes up to this one (FLAG-02). */
  UpgradeOf: z.optional(z.nullable(id)),
  Change: wireChange,
};

const totals = z.object({
  Net: money,
  Vat: z.array(z.object({ Category: z.string(), Percent: decimal, Net: money, Vat: money })),
  Gross: money,
});

export const wireProposal = z.object({
  /** Sent back with the order; if the proposal has changed since, the answer is 409 with the difference. */
  Hash: z.string(),
  Currency: z.enum(currencies),
  /** Null, here and below, if prices are hidden from the caller. */
  ChargeNow: z.nullable(totals),
  Lines: z.array(
    z.object({
      Key: z.nullable(z.string()),
      OfferId: z.nullable(z.string()),
      Description: z.string(),
      Kind: z.enum(["recurring", "prorated", "refund", "once"]),
      From: day,
      Until: day,
      DueOn: day,
      Quantity: z.number(),
      UnitCost: z.nullable(decimal),
      Amount: z.nullable(money),
      PolicyId: z.nullable(z.string()),
    }),
  ),
  /** Future billing periods, at most 13. */
  Upcoming: z.array(z.object({ From: day, Until: day, DueOn: day, Totals: z.nullable(totals) })),
  /** Of a wish for the end of the term: what is then charged for a full period, net. */
  Renewals: z.optional(z.nullable(z.array(renewal))),
  /** Per full period, if the customer's price is known; of a wish for the end of the term, after it. */
  Margin: z.nullable(z.object({ Cost: money, CustomerPrice: money, Margin: money })),
  /** Net, from now to the last day before `Until`, if a term binds. */
  Commitment: z.nullable(z.object({ Net: money, Until: day })),
  UndoUntil: z.nullable(instant),
  /** What would come back if it were undone at once, net; days that have begun are often kept. */
  UndoBack: z.optional(z.nullable(money)),
  /** The affected subscriptions after the change. */
  After: z.array(
    z.object({
      Key: z.string(),
      Name: z.string(),
      Quantity: z.number(),
      TermUntil: z.nullable(day),
      TermEnd: z.object({
        Outcome: z.enum(termEndings),
        OfferId: z.nullable(z.string()),
        Quantity: z.nullable(z.number()),
        Until: z.nullable(day),
      }),
    }),
  ),
  /** Facts to know before committing; blocking ones must be resolved first. */
  Findings: z.array(
    z.object({ Code: z.string(), Blocks: z.boolean(), Text: z.string(), AgreementId: z.nullable(z.string()) }),
  ),
  Sale: z.optional(z.nullable(wireSale)),
  Rule: z.optional(z.nullable(ruleMet)),
});
export type WireProposal = z.output<typeof wireProposal>;

const wireOffer = z.object({
  OfferId: z.string(),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  /** Per unit and billing period; null if prices are hidden. */
  Cost: z.nullable(decimal),
  CustomerPrice: z.nullable(decimal),
  /** What the vendor recommends to charge the customer. */
  Recommended: z.nullable(decimal),
  /** Whether its first term can end earlier, with others. */
  EndsEarlier: z.boolean(),
});

const item = z.object({
  Sku: z.string(),
  Name: z.string(),
  Text: z.nullable(z.string()),
  Group: z.string(),
  Unit: z.string(),
  /** Whether it is storage without a quota, so that no quantity is asked for. */
  IsUnlimited: z.boolean(),
  IsAddOn: z.boolean(),
  /** One plan of its product in an order, a line for each site, or only once its service stands. */
  Choice: z.nullable(z.enum(["plan", "site", "later"])),
  /** SKUs of which one must be in the order or already active. */
  NeedsOneOf: z.array(z.string()),
  /** Whether the customer has it, and can have it once only. */
  IsHeld: z.boolean(),
  /** SKUs to which it can be upgraded while its term runs. */
  UpgradesTo: z.array(z.string()),
  Minimum: z.number(),
  Maximum: z.nullable(z.number()),
  /** How many are free in stock, and whether no more come in once they are gone; null for what is not counted. */
  Stock: z.nullable(z.object({ Free: z.number(), RunsOut: z.boolean() })),
  /** What is asked of each line of it. */
  Attributes: z.array(journeyField),
  Offers: z.array(wireOffer),
});
export type JourneyItem = z.output<typeof item>;

export const journeyStep = z.object({
  Id: z.string(),
  /** Custom 1, list 2, information 3, selectionList 4, nestedList 5 (ORD-61). */
  Kind: z.literal([1, 2, 3, 4, 5]),
  Title: z.string(),
  Text: z.nullable(z.string()),
  /** Initially hidden; next and previous skip it. */
  Hidden: z.boolean(),
  /** Shown only while the named answer has this value (ORD-60). */
  ShowWhen: z.nullable(z.object({ Field: z.string(), Value: z.union([z.string(), z.boolean()]) })),
  /** Shown only while the goods are delivered. */
  IfDelivered: z.boolean(),
  /**
   * Component of a custom step: `review` shows the live proposal and places the order, `form` shows the dynamic form
   * `FormId`, `delivery` the journey's delivery options, `sites` the items of which each site has a line.
   */
  Component: z.nullable(z.enum(["review", "form", "delivery", "sites"])),
  FormId: z.nullable(z.string()),
  /** Lines of an information step. */
  Paragraphs: z.array(z.string()),
  Fields: z.array(journeyField),
  /**
   * Items to choose from: one level in a selection list, grouped in a nested list; in a list, each chosen item gets
   * term, billing and quantity.
   */
  Items: z.array(item),
});
export type JourneyStep = z.output<typeof journeyStep>;

const journey = z.object({
  ProductId: z.string(),
  ProductName: z.string(),
  Icon: z.string(),
  ImageSrc: z.nullable(z.string()),
  ImageAlt: z.string(),
  RouteName: z.nullable(z.string()),
  /** The number that the product's agreement has (AGR-22). */
  AgreementServiceId: z.number(),
  Action: z.enum(journeyActions),
  Customer: z.object({ Id: id, Name: z.string(), Domain: z.nullable(z.string()) }),
  InstanceId: z.nullable(id),
  /** The vendor to which the customer may bring a tenant that it has already. */
  BringsTenantTo: z.nullable(z.string()),
  /** The tenant that the customer has at the product's vendor, into which it is ordered. */
  Tenant: z.nullable(z.object({ VendorName: z.string(), Ref: z.string(), Name: z.nullable(z.string()) })),
  Currency: z.enum(currencies),
  SeesPrices: z.boolean(),
  Steps: z.array(journeyStep),
  /** What the customer's record answers of the product's form, by the names of its questions. */
  Known: z.record(z.string(), z.string()),
  /** Delivery options of goods. */
  Delivery: z.array(deliveryOption),
  /** Present subscriptions, for changes. */
  Subscriptions: z.array(
    z.extend(currentSubscription, {
      /** How many people have one, where anybody has. */
      InUse: z.optional(z.number()),
    }),
  ),
});
export type Journey = z.output<typeof journey>;

/** `Resources` of `agreementNotSigned`, sent when a journey is requested. */
export type GateResources = { Gate: "askToSign" | "tellAuthorisedOnly"; AgreementId: string; ProductName: string };

export const orders = {
  journey: endpoint({
    method: "GET",
    path: "/api/journeys/:by/:name",
    summary: "The steps of adding, changing or deleting a product at a customer; adding needs a signed agreement",
    access: { anyOf: ["addProducts"] },
    /** Route names and our own ids are separate schemes: `azure` is one product's route and another one's id. */
    params: z.strictObject({ by: z.enum(["route", "product"]), name: z.string().check(z.maxLength(60)) }),
    query: z.strictObject({
      CustomerId: id,
      Action: z.enum(journeyActions),
      InstanceId: z.optional(id),
      UserId: z.optional(id),
    }),
    result: journey,
    errors: ["agreementNotSigned", "addressMissing", "notSoldThere"],
  }),
  propose: endpoint({
    method: "POST",
    path: "/api/proposals",
    summary: "What a change would do and cost; writes nothing",
    access: { anyOf: ["addProducts"] },
    reads: true,
    /** Without `Details` only the price is asked; given ones are checked as those of an order. */
    body: z.strictObject({ ...wanted, Details: z.optional(details) }),
    result: wireProposal,
    errors: ruleCodes,
  }),
  place: endpoint({
    method: "POST",
    path: "/api/orders",
    summary: "Commits a proposal by its hash",
    largestBody: manyLines,
    logs: [
      "orders.add",
      "orders.change",
      "orders.schedule",
      "orders.upgrade",
      "orders.newTerm",
      "orders.billing",
      "orders.assign",
      "orders.cancel",
    ],
    access: { anyOf: ["addProducts"] },
    body: z.strictObject({
      ...wanted,
      Details: z._default(details, {}),
      ProposalHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be the proposal's hash")),
    }),
    /** The moment until which it can be undone counts from when it was placed, not from when it was shown. */
    result: z.object({ OrderId: id, InstanceId: id, UndoUntil: z.optional(z.nullable(instant)) }),
    errors: placeCodes,
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/orders/:orderId",
    summary: "One order: what it did, what it costs, what happened and what comes",
    access: { anyOf: ["customers", "manageService", "addProducts"] },
    params: z.strictObject({ orderId: id }),
    result: orderPage,
  }),
  retry: endpoint({
    method: "POST",
    path: "/api/orders/:orderId/retry",
    summary: "Tries a failed order again",
    logs: "orders.retry",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ orderId: id }),
    result: orderItem,
    errors: retryCodes,
  }),
  cancelRest: endpoint({
    method: "POST",
    path: "/api/orders/:orderId/cancel-rest",
    summary: "Cancels what has not been dispatched of lines of an order, which is then never charged",
    logs: "orders.cancelRest",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ orderId: id }),
    /** The subscriptions of the lines. */
    body: z.strictObject({ Keys: z.array(id).check(z.minLength(1), z.maxLength(mostLines)) }),
    result: orderItem,
    errors: ["nothingToCancel"],
  }),
  answer: endpoint({
    method: "POST",
    path: "/api/orders/:orderId/answers",
    summary: "Answers the product's form again while people are at work on its order",
    logs: "orders.answer",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ orderId: id }),
    body: z.strictObject({ Answers: details }),
    result: orderItem,
    errors: ["orderNotWaiting"],
  }),
  look: endpoint({
    method: "POST",
    path: "/api/orders/:orderId/look",
    summary: "Asks the vendor about an order at once instead of at the next look",
    logs: "orders.look",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ orderId: id }),
    result: orderItem,
  }),
};
