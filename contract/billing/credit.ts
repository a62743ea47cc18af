/** What a reseller has in credit: codes that it redeems, what it adds and what it spends on its invoices. */
import { codeLength, plainCode } from "@tradewind/domain/billing/credit.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, money } from "../endpoint.ts";
import { payers, paymentFlag, sentAmount, settled } from "./payments.ts";

/** While it is on, nobody adds credit; codes are redeemed all the same. */
export const addCreditOffFlag = "BillingDisableAddCredit";

/**
 * `code` and `payment` add to it, `spent` and `returned` take from it. `reopened` is what was spent on an invoice that is open
 * again, since the money went back.
 */
export const creditEvents = ["code", "payment", "spent", "returned", "reopened"] as const;

const creditEvent = z.object({
  /** The posting's. */
  Id: id,
  On: day,
  Kind: z.enum(creditEvents),
  /** The last letters of a code, and why it was given. */
  Hint: z.nullable(z.string()),
  Reason: z.nullable(z.string()),
  /** The invoice on which it was spent. */
  InvoiceId: z.nullable(id),
  Number: z.nullable(z.string()),
  /** Negative for what was spent. */
  Amount: money,
  /** What of it is not spent yet, the oldest being spent first; null for what was spent. */
  Left: z.nullable(money),
  /** What there was afterwards. */
  Balance: money,
});
export type CreditEvent = z.output<typeof creditEvent>;

export const credit = {
  history: endpoint({
    method: "GET",
    path: "/api/credit",
    summary: "What is in credit, and one page of what was granted and spent, newest first",
    access: payers,
    query: z.strictObject({ After: cursor }),
    result: z.object({
      Balance: money,
      /** Added by card and not there yet. */
      OnItsWay: money,
      Items: z.array(creditEvent),
      Next: z.nullable(z.string()),
      /** How to add credit by bank transfer; null where it is not added. */
      Transfer: z.nullable(z.object({ Reference: z.string(), BankDetails: z.array(z.string()) })),
    }),
    errors: ["pricesHidden"],
  }),
  redeem: endpoint({
    method: "POST",
    path: "/api/credit/redeem",
    summary: "Redeems a code, which adds its amount to the credit",
    logs: "credit.redeem",
    access: payers,
    jump: false,
    body: z.strictObject({
      Code: z.string().check(
        z.maxLength(60),
        z.overwrite(plainCode),
        z.refine((code) => code.length === codeLength, `Must be ${codeLength} letters and digits`),
      ),
    }),
    result: z.object({ Amount: money, Balance: money }),
    errors: [
      "creditCodeUnknown",
      "creditCodeRedeemed",
      "creditCodeExpired",
      "creditCodeCurrency",
      "onlyPartOfCompany",
      "pricesHidden",
      "tooManyRequests",
    ],
  }),
  spend: endpoint({
    method: "POST",
    path: "/api/invoices/:invoiceId/use-credit",
    summary: "Pays what is open on an invoice out of the credit, as far as that goes",
    logs: "credit.spend",
    access: payers,
    jump: false,
    params: z.strictObject({ invoiceId: id }),
    result: z.object({ Spent: money, Balance: money }),
    errors: ["creditNotSpent", "onlyPartOfCompany", "pricesHidden"],
  }),
  add: endpoint({
    method: "POST",
    path: "/api/credit/payment-intents",
    summary: "Begins a payment by card that adds to the credit; it is confirmed and cancelled like that of an invoice",
    logs: "payments.create",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({ Amount: sentAmount }),
    result: settled,
    errors: ["creditNotAdded", "pricesHidden", "paymentNotCreated", "paymentsOff"],
  }),
};
