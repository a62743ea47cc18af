/** Stored cards and direct debits of a reseller, and how and when it pays. */
import {
  cardBrands,
  methodKinds,
  methodStatuses,
  paymentMethodTypes,
  paymentTerms,
} from "@tradewind/domain/billing/payment-methods.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { paymentFlag } from "./payments.ts";

export const amexFlag = "BillingPlatformPaymentAmex";
/** Who sees what the company owes says how it is paid, in person. */
const payers = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;

const stored = {
  Id: id,
  PaymentMethodStatus: z.enum(methodStatuses),
  CreatedDate: instant,
  LastFour: z.nullable(z.string()),
};
const paymentCard = z.object({
  ...stored,
  Brand: z.nullable(z.enum(cardBrands)),
  ExpiryMonth: z.nullable(z.number()),
  ExpiryYear: z.nullable(z.number()),
  IsDefault: z.boolean(),
});
export type PaymentCard = z.output<typeof paymentCard>;

const options = z.object({
  AutoPay: z.boolean(),
  /** Null as long as the company pays on the day that it was granted. */
  PaymentTerm: z.nullable(z.enum(paymentTerms)),
  GrantedDays: z.number(),
  /** Those that are no later than that. */
  PaymentTerms: z.array(z.enum(paymentTerms)),
  PaymentMethodType: z.enum(paymentMethodTypes),
  /** Null while payments are made by hand. */
  DefaultPaymentMethodId: z.nullable(id),
  DirectDebit: z.nullable(z.object({ ...stored, IsDefault: z.boolean() })),
  AcceptedBrands: z.array(z.enum(cardBrands)),
  /** What can be added on the hosted payment page now. */
  CanAdd: z.array(z.enum(methodKinds)),
});
export type PaymentOptions = z.output<typeof options>;

/** As the hosted page returns them: a number, and base64. */
const pageText = (most: number) => z.string().check(z.regex(/^[\w+/=-]+$/), z.maxLength(most));
const saved = z.object({ Id: id });

export const paymentMethods = {
  options: endpoint({
    method: "GET",
    path: "/api/billing/payment-options",
    summary: "How the company pays: automatically or by hand, when, and by what",
    access: payers,
    result: options,
  }),
  cards: endpoint({
    method: "GET",
    path: "/api/billing/payment-methods/cards",
    summary: "The company's cards of one status, the newest first, at most 100",
    access: payers,
    query: z.strictObject({ PaymentMethodStatus: z.enum(methodStatuses) }),
    result: z.object({ Items: z.array(paymentCard) }),
  }),
  authorisePage: endpoint({
    method: "GET",
    path: "/api/billing/hosted-page-authorisation",
    summary:
      "Authorises one opening of the hosted payment page: for a card with its currency, for a direct debit without",
    reads: false,
    keyless: "Every opening of the page has its own token.",
    unlogged: "It opens a page; what is entered there is logged as it is added.",
    access: payers,
    flag: paymentFlag,
    jump: false,
    query: z.strictObject({ Currency: z.optional(z.enum(currencies)) }),
    result: z.object({
      Signature: z.string(),
      Token: z.string(),
      Key: z.string(),
      TenantId: z.string(),
      PageId: z.string(),
      Url: z.string(),
      ZuoraAccountId: z.string(),
    }),
    errors: ["paymentMethodsOff", "paymentPageDown"],
  }),
  add: endpoint({
    method: "POST",
    path: "/api/billing/payment-methods",
    summary: "Keeps what was entered on the hosted payment page, once its answer is found to be genuine",
    logs: "paymentMethods.add",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({ RefId: pageText(64), Token: pageText(128), Signature: pageText(2_048) }),
    result: saved,
    errors: ["paymentMethodsOff", "paymentPageDown", "paymentPageNotGenuine", "cardBrandNotTaken"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/billing/payment-methods",
    summary: "Says how the company pays: automatically or by hand, when, and by what",
    logs: "paymentMethods.update",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: z.strictObject({
      autoPay: z.boolean(),
      paymentTerm: z.nullable(z.enum(paymentTerms)),
      paymentMethodType: z.enum(paymentMethodTypes),
      defaultPaymentMethodId: z.nullable(id),
    }),
    result: options,
    errors: ["paymentMethodsOff", "paymentMethodsNotUpdated", "autoPayNeedsMethod"],
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/billing/payment-methods/cancel",
    summary: "Closes stored payment methods for good, except the default one",
    logs: "paymentMethods.cancel",
    access: payers,
    jump: false,
    body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    result: z.object({ Closed: z.array(id) }),
    errors: ["paymentMethodsOff", "paymentMethodsNotUpdated", "paymentMethodIsDefault"],
  }),
};
