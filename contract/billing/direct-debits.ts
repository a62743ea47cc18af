/** A company's direct debit: whoever may pay authorises it, sees how it stands, and ends it. */
import { isIban, mandateStatuses, plainAccount, schemes } from "@tradewind/domain/billing/direct-debits.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant } from "../endpoint.ts";
import { payers, paymentFlag } from "./payments.ts";

const digits = (count: number, message: string) =>
  z.string().check(z.overwrite(plainAccount), z.minLength(1), z.regex(new RegExp(`^\\d{${count}}$`), message));

/** An account in pounds has sort code and number, one in euros an IBAN. */
const account = z.strictObject({
  AccountHolderName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  SortCode: z.optional(digits(6, "Must be 6 digits, for example 20-00-00")),
  AccountNumber: z.optional(digits(8, "Must be 8 digits; put zeros before a shorter number")),
  Iban: z.optional(
    z.string().check(z.overwrite(plainAccount), z.minLength(1), z.refine(isIban, "Must be an IBAN, as on a statement")),
  ),
  /** That they may authorise debits from this account alone. */
  Confirmed: z.literal(true, messages.checkbox),
});

const statusFields = {
  /** Whether one can be authorised now, and how its account is written. */
  CanAuthorise: z.boolean(),
  Scheme: z.enum(schemes),
  /** Who collects it; null if nobody does. */
  Provider: z.nullable(z.string()),
  /** Of the newest: `none` if there never was one, `ending` until its provider says that it ended. */
  Status: z.enum(["none", "ending", ...mandateStatuses]),
  /** Whether it lives still. */
  HasMandate: z.boolean(),
  /** With what it is paid by default, once that can be chosen. */
  PaymentMethodId: z.nullable(id),
  /** As it stands on the bank statement. */
  Reference: z.nullable(z.string()),
  BankName: z.nullable(z.string()),
  AccountEnding: z.nullable(z.string()),
  /** The first day on which money can be taken. */
  ActiveFrom: z.nullable(day),
  /** Why it ended and what to do next. */
  FailureReason: z.nullable(z.string()),
  CreatedDate: z.nullable(instant),
};
const status = z.object(statusFields);
export type DirectDebitStatus = z.output<typeof status>;

export const directDebits = {
  status: endpoint({
    method: "GET",
    path: "/api/billing/direct-debit/status",
    summary: "How the company's direct debit stands, and whether one can be set up",
    access: payers,
    result: status,
  }),
  authorise: endpoint({
    method: "POST",
    path: "/api/billing/direct-debit/payer-authorisations",
    summary: "Authorises debits from a bank account, which is passed on to the provider and kept nowhere else",
    logs: "directDebits.authorise",
    access: payers,
    flag: paymentFlag,
    jump: false,
    body: account,
    result: z.object({ PayerAuthorisationId: z.string(), ...statusFields }),
    errors: ["directDebitsOff", "directDebitThere", "directDebitLacks", "directDebitDown"],
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/billing/direct-debit/cancel",
    summary: "Ends the direct debit for good; whoever paid by it pays by hand from then on",
    logs: "directDebits.cancel",
    access: payers,
    jump: false,
    result: status,
    errors: ["directDebitNone"],
  }),
};
