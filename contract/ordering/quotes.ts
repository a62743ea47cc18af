/** Quotes: what a reseller offers its customers at fixed prices, to be accepted by a link. */
import { quoteStates } from "@tradewind/domain/ordering/quotes.ts";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { email, requiredText } from "../fields.ts";
import { addedLine, details } from "./order-lines.ts";
import { journeyStep } from "./orders.ts";
import { journeyField } from "./journey-fields.ts";
import { decimal } from "./subscriptions.ts";

export const mostQuoteOrders = 20;
export const mostQuoteLines = 50;
export const mostQuoteLinesInAll = 100;

const access = { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] } as const;
const sees = { anyOf: ["manageService", "addProducts"], kinds: ["reseller", "engineer"] } as const;
const params = z.strictObject({ quoteId: id });
const unitPrice = z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/, "Must be a number, for example 12.50"));

/** Net, for all lines that are billed alike. Money is null without the right to see prices. */
const sums = z.array(
  z.object({
    Billing: z.enum(billings),
    Price: z.nullable(money),
    Cost: z.nullable(money),
    Margin: z.nullable(money),
  }),
);

const quoteItem = z.object({
  Id: id,
  /** For people, for example Q-00012. */
  Number: z.string(),
  Title: z.string(),
  State: z.enum(quoteStates),
  /** Names of its customers. */
  Customers: z.array(z.string()),
  RecipientName: z.string(),
  ValidUntil: day,
  MadeBy: z.string(),
  MadeAt: instant,
  Sums: sums,
});
export type QuoteItem = z.output<typeof quoteItem>;

const quoteLine = z.object({
  Key: z.string(),
  OfferId: z.string(),
  AddOnTo: z.nullable(z.string()),
  Attributes: details,
  Name: z.string(),
  Unit: z.string(),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  Quantity: z.int(),
  /** What is quoted per unit and billing period, and whether it was set for this quote. Null if prices are hidden. */
  UnitPrice: z.nullable(decimal),
  IsOwnPrice: z.boolean(),
  /** The customer's usual price and the one the vendor recommends, as far as there are any. */
  UsualPrice: z.nullable(decimal),
  Recommended: z.nullable(decimal),
  UnitCost: z.nullable(decimal),
  Amount: z.nullable(money),
});
export type QuoteLine = z.output<typeof quoteLine>;

export const quoteOrderStates = ["quoted", "waiting", "refused", "working", "done", "failed"] as const;
const quoteOrder = z.object({
  Position: z.int(),
  CustomerId: id,
  CustomerName: z.string(),
  ProductId: z.string(),
  ProductName: z.string(),
  Details: details,
  Lines: z.array(quoteLine),
  /** Waits to be ordered; could not be, for `Reason`; is at work, done or failed at its vendor. */
  State: z.enum(quoteOrderStates),
  /** Of a draft: why it could not be ordered now. */
  Reason: z.nullable(z.string()),
  /** Whether it can be ordered again: it was not ordered, or all of it was refused by its vendor and cancelled since. */
  Again: z.boolean(),
  /** Of a draft: labels of what is to be answered before it can be ordered. */
  Missing: z.array(z.string()),
  OrderId: z.nullable(id),
  InstanceId: z.nullable(id),
});
export type QuoteOrder = z.output<typeof quoteOrder>;

const quote = z.extend(quoteItem, {
  Version: z.int(),
  Message: z.string(),
  RecipientEmail: z.string(),
  Currency: z.enum(currencies),
  /** Of its prices and terms; sent back to send it. Null if prices are hidden, which could be guessed by it. */
  Hash: z.nullable(z.string()),
  Orders: z.array(quoteOrder),
  SentBy: z.nullable(z.string()),
  SentAt: z.nullable(instant),
  OpenedAt: z.nullable(instant),
  /** When it was accepted, declined or withdrawn. */
  EndedAt: z.nullable(instant),
  /** Who accepted or declined it, as they typed it, and from where. */
  Signer: z.nullable(
    z.object({
      Name: z.string(),
      Address: z.nullable(z.string()),
      Browser: z.nullable(z.string()),
      /** A drawn signature, as a PNG in a data address. */
      Drawing: z.nullable(z.string()),
    }),
  ),
  DeclineReason: z.nullable(z.string()),
  /** SHA-256 of the document that was sent. */
  DocumentHash: z.nullable(z.string()),
  /** Whether the caller may send prices below cost. */
  MaySellBelowCost: z.boolean(),
});
export type Quote = z.output<typeof quote>;

/** Its first term is a whole one: a day on which it ends with others may be over when the quote is accepted. */
const lineSent = z.extend(z.omit(addedLine, { TermUntil: true }), {
  /** Per unit and billing period; without one, the customer's usual price, or else the recommended one. */
  UnitPrice: z.optional(z.nullable(unitPrice)),
});
const draft = {
  Title: requiredText({ label: "Title", kind: "text", longest: 100 }),
  Message: z._default(z.string().check(z.trim(), z.maxLength(2000)), ""),
  RecipientName: requiredText({ label: "Contact", kind: "person", longest: 100 }),
  RecipientEmail: email(100),
  ValidUntil: day,
  Orders: z
    .array(
      z.strictObject({
        CustomerId: id,
        ProductId: z.string().check(z.minLength(1), z.maxLength(60)),
        Details: z.optional(details),
        Lines: z
          .array(lineSent)
          .check(
            z.minLength(1, "Choose at least one product"),
            z.maxLength(mostQuoteLines, `Quote at most ${mostQuoteLines} lines of a product`),
          ),
      }),
    )
    .check(
      z.maxLength(mostQuoteOrders, `Quote at most ${mostQuoteOrders} products at a time`),
      z.refine(
        (orders) => orders.reduce((lines, { Lines }) => lines + Lines.length, 0) <= mostQuoteLinesInAll,
        `Quote at most ${mostQuoteLinesInAll} lines in all`,
      ),
    ),
};
const draftBody = z.strictObject(draft);
export type QuoteDraft = z.output<typeof draftBody>;

const refusals = [
  "quoteNotDraft",
  "pricesHidden",
  "offerUnknown",
  "offerNotForSale",
  "priceMissing",
  "quoteUnpriced",
  "quoteOfGoods",
  "quantityInvalid",
  "quantityBelowMinimum",
  "quantityAboveMaximum",
  "addOnNeedsProduct",
  "offerHeld",
  "lineKeyTaken",
  "onlyOnePerCustomer",
  "onlyOnePerReseller",
  "productNotForEndUserAdmin",
  "notSoldThere",
  "customerSuspended",
  "serviceBusy",
  "subscriptionNotProvided",
] as const;

export const quotes = {
  list: endpoint({
    method: "GET",
    path: "/api/quotes",
    summary: "Quotes, newest first",
    access: sees,
    query: z.strictObject({
      State: z.optional(z.enum(quoteStates)),
      CustomerId: z.optional(id),
      /** Part of its title, its number or the recipient's name. */
      Search: z._default(z.string().check(z.maxLength(100)), ""),
      After: cursor,
    }),
    result: z.object({ Items: z.array(quoteItem), Next: z.nullable(z.string()) }),
  }),
  offers: endpoint({
    method: "GET",
    path: "/api/quote-offers",
    summary: "What can be quoted to a customer, of one product or by name, at today's prices",
    access,
    query: z.strictObject({
      CustomerId: id,
      Search: z._default(z.string().check(z.maxLength(100)), ""),
      /** This one alone. */
      OfferId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
    result: z.object({
      Items: z.array(
        z.object({
          OfferId: z.string(),
          ProductId: z.string(),
          ProductName: z.string(),
          Name: z.string(),
          Unit: z.string(),
          Term: z.enum(terms),
          Billing: z.enum(billings),
          Minimum: z.int(),
          Maximum: z.nullable(z.int()),
          IsAddOn: z.boolean(),
          Attributes: z.array(journeyField),
          UnitCost: decimal,
          UsualPrice: z.nullable(decimal),
          Recommended: z.nullable(decimal),
        }),
      ),
    }),
    errors: ["pricesHidden"],
  }),
  questions: endpoint({
    method: "GET",
    path: "/api/quote-questions",
    summary: "What must be answered before a product can be ordered for a customer",
    access,
    query: z.strictObject({ CustomerId: id, ProductId: z.string().check(z.minLength(1), z.maxLength(60)) }),
    result: z.object({ Steps: z.array(journeyStep) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/quotes/:quoteId",
    summary: "A quote; a draft at today's prices, any other as it was sent",
    access: sees,
    params,
    result: quote,
  }),
  document: endpoint({
    method: "GET",
    path: "/api/quotes/:quoteId/document",
    summary: "The quote as a document: of a draft as it would be sent now, otherwise exactly as it was sent",
    logs: "exports.quote",
    access: sees,
    params,
    file: "application/pdf",
    result: z.unknown(),
    errors: ["pricesHidden", "signNotDrawn"],
  }),
  make: endpoint({
    method: "POST",
    path: "/api/quotes",
    summary: "Makes a draft of a quote",
    logs: "quotes.make",
    access,
    body: draftBody,
    result: z.object({ Id: id }),
    errors: refusals,
  }),
  save: endpoint({
    method: "PUT",
    path: "/api/quotes/:quoteId",
    summary: "Changes a draft",
    logs: "quotes.change",
    access,
    params,
    body: z.strictObject({ ...draft, Version: z.int().check(z.gte(1)) }),
    result: quote,
    errors: [...refusals, "conflict"],
  }),
  send: endpoint({
    method: "POST",
    path: "/api/quotes/:quoteId/send",
    summary: "Fixes a draft's prices and document, and mails the recipient a link; the link is answered this once",
    logs: "quotes.send",
    keyless: "Answers a link, which is kept nowhere; sent again it finds the quote sent.",
    access,
    params,
    body: z.strictObject({ Hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be the quote's hash")) }),
    result: z.object({ Link: z.string() }),
    errors: [
      ...refusals,
      "proposalChanged",
      "quoteEmpty",
      "quoteExpired",
      "quoteBelowCost",
      "addressMissing",
      "tooManyRequests",
    ],
  }),
  remake: endpoint({
    method: "POST",
    path: "/api/quotes/:quoteId/link",
    summary: "Makes another link to a quote that was sent and mails it; the one before stops working",
    logs: "quotes.remake",
    keyless: "Answers a link, which is kept nowhere; sent again it makes yet another one.",
    access,
    params,
    body: z.strictObject({ Mail: z.boolean() }),
    result: z.object({ Link: z.string() }),
    errors: ["quoteNotOpen", "tooManyRequests"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/quotes/:quoteId/withdraw",
    summary: "Takes back a quote that nobody has answered",
    logs: "quotes.withdraw",
    access,
    params,
    result: quote,
    errors: ["quoteNotOpen"],
  }),
  copy: endpoint({
    method: "POST",
    path: "/api/quotes/:quoteId/copy",
    summary: "Makes a draft with the same lines at today's costs",
    logs: "quotes.make",
    access,
    params,
    result: z.object({ Id: id }),
    errors: refusals,
  }),
  retry: endpoint({
    method: "POST",
    path: "/api/quotes/:quoteId/orders/:position/retry",
    summary: "Orders again what could not be ordered of an accepted quote, or what its vendor refused for good",
    logs: "quotes.retry",
    access,
    params: z.strictObject({ quoteId: id, position: z.string().check(z.regex(/^\d{1,3}$/)) }),
    body: z.strictObject({ Details: z.optional(details) }),
    result: quote,
    errors: ["quoteOrderNotRefused"],
  }),
};
