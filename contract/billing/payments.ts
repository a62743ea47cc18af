/** Payments of resellers on their invoices, by card and by direct debit. */
import { paymentKinds, paymentStates } from "@tradewind/domain/billing/payments.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";

export const paymentFlag = "BillingPlatformPayment";
/** Who sees what the company owes pays it, in person. */
export const payers = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;
const gatewayRef = z.string().check(z.regex(/^[A-Za-z0-9_]{3,255}$/));

export const payment = z.object({
  Id: id,
  State: z.enum(paymentStates),
  Kind: z.enum(paymentKinds),
  /** Null if prices are hidden from the caller, as below. */
  Amount: z.nullable(money),
  /** The gateway's number, while it waits for its payer. */
  PaymentIntentId: z.nullable(z.string()),
  /** Such as `Visa ending 4242`. */
  PaidWith: z.nullable(z.string()),
  /** The day on which a debit that is on its way is taken. */
  ChargeOn: z.nullable(day),
  /** Why it failed and what to do next. */
  Failure: z.nullable(z.object({ Code: z.string(), Reason: z.string() })),
  CreatedBy: z.string(),
  CreatedAt: instant,
  ChangedAt: instant,
  /** Counts its changes: of two answers the one with more is newer, whatever the clocks of those who wrote them. */
  Version: z.int(),
});

/** A payment with what came of it when, and what went back and why; money that went back is negative. */
const paymentWithMoves = z.extend(payment, {
  Moves: z.array(z.object({ At: instant, Amount: z.nullable(money), Reason: z.nullable(z.string()) })),
});
export type PaymentWithMoves = z.output<typeof paymentWithMoves>;
export type PaymentItem = z.output<typeof payment>;

export const settled = z.object({
  Payment: payment,
  /** With which the payer's browser goes on at the gateway. */
  ClientSecret: z.nullable(z.string()),
});
const amountWords = "Must be more than 0 and less than 10,000,000,000.00";
export const sentAmount = z.strictObject({
  Minor: z.string().check(z.regex(/^[1-9]\d{0,11}$/, amountWords)),
  Currency: z.enum(currencies),
});

export const payments = {
  ofInvoice: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId/payments",
    summary: "What was paid on an invoice, what is on its way, and what can be paid now",
    access: payers,
    params: z.strictObject({ invoiceId: id }),
    result: z.object({
      /** The newest first, at most 100. */
      Payments: z.array(paymentWithMoves),
      Open: z.nullable(money),
      /** What is open and not on its way. */
      Collectable: z.nullable(money),
      /** What of it was paid out of the credit. */
      CreditUsed: z.nullable(money),
      /** What the payer's browser needs to enter a card at the gateway; null where none is set up. */
      NewCard: z.nullable(z.object({ PublishableKey: z.string() })),
      /** Whether stored cards can be charged. */
      StoredCards: z.boolean(),
      /** The direct debit that it can be paid by, and the day on which that would be taken; null without one. */
      DirectDebit: z.nullable(z.object({ Id: id, AccountEnding: z.nullable(z.string()), ChargeOn: z.nullable(day) })),
      /** The date of a payment that is made now. */
      PaymentDate: day,
    }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/billing/payment-intents",
    summary: "Begins a payment by card of an invoice, or of a part of it",
    logs: "payments.create",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({ InvoiceId: id, Amount: sentAmount }),
    result: settled,
    errors: ["pricesHidden", "paymentOnItsWay", "paymentNotCreated", "paymentsOff"],
  }),
  charge: endpoint({
    method: "POST",
    path: "/api/billing/card-payments",
    summary: "Pays an invoice, or a part of it, with a stored card",
    logs: "payments.charge",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({
      PaymentMethodId: id,
      /** Such as `120.00`. */
      Amount: z.string().check(z.regex(/^(0|[1-9]\d{0,9})\.\d{2}$/, `${amountWords}, such as 120.00`)),
      /** Today, in business time. */
      PaymentDate: day,
      Currency: z.enum(currencies),
      InvoiceId: id,
    }),
    result: settled,
    errors: ["pricesHidden", "paymentOnItsWay", "paymentNotConfirmed", "paymentMethodsOff"],
  }),
  debit: endpoint({
    method: "POST",
    path: "/api/billing/direct-debit/payments",
    summary: "Pays an invoice, or a part of it, by direct debit, on the first day on which the bank takes it",
    logs: "payments.debit",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({ InvoiceId: id, Amount: sentAmount }),
    result: settled,
    errors: ["pricesHidden", "paymentOnItsWay", "paymentNotConfirmed", "directDebitsOff", "directDebitNotReady"],
  }),
  confirm: endpoint({
    method: "POST",
    path: "/api/billing/payment-intents/confirm",
    summary:
      "Charges the card that the payer entered, or looks how the payment stands after the payer's step at the bank",
    logs: "payments.confirm",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({ PaymentIntentId: gatewayRef, PaymentMethodId: z.optional(gatewayRef) }),
    result: settled,
    errors: ["paymentNotConfirmed", "paymentOver", "paymentsOff"],
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/billing/payment-intents/cancel",
    summary: "Gives up a payment that nobody has confirmed",
    logs: "payments.cancel",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({ PaymentIntentId: gatewayRef }),
    result: settled,
    errors: ["paymentNotCancelled", "paymentsOff"],
  }),
};
