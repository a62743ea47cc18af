/** Codes that are worth a credit, which the operator issues and resellers redeem. */
import { codeStates } from "@tradewind/domain/billing/credit.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { requiredText } from "../fields.ts";
import { sentAmount } from "./payments.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ creditCodeId: id });

const creditCode = z.object({
  Id: id,
  /** Its last letters. */
  Hint: z.string(),
  Amount: money,
  State: z.enum(codeStates),
  /** The only reseller that can redeem it; null for any. */
  OnlyFor: z.nullable(z.string()),
  ValidUntil: day,
  Reason: z.string(),
  IssuedBy: z.string(),
  IssuedAt: instant,
  ApprovedBy: z.nullable(z.string()),
  /** The reseller that redeemed it, and when. */
  RedeemedBy: z.nullable(z.string()),
  RedeemedAt: z.nullable(instant),
  WithdrawnBy: z.nullable(z.string()),
  /** Whether the caller may approve it. */
  MayApprove: z.boolean(),
});
export type CreditCode = z.output<typeof creditCode>;

export const creditCodes = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/credit-codes",
    summary: "One page of the codes that were issued, newest first",
    access,
    query: z.strictObject({ State: z.optional(z.enum(codeStates)), After: cursor }),
    result: z.object({ Items: z.array(creditCode), Next: z.nullable(z.string()) }),
  }),
  issue: endpoint({
    method: "POST",
    path: "/api/operator/credit-codes",
    summary: "Issues a code; a large one can be redeemed once somebody else has approved it",
    logs: "credit.issue",
    access,
    keyless: "The answer is a secret, which is kept nowhere.",
    body: z.strictObject({
      Amount: sentAmount,
      /** Without it, whoever redeems the code first has the credit. */
      ResellerId: z.optional(id),
      ValidUntil: day.check(z.refine(isCalendarDate, "Must be a date")),
      /** The reseller reads it too. */
      Reason: requiredText({ label: "Reason", kind: "text", longest: 200 }),
    }),
    result: z.object({
      Id: id,
      /** The code itself, which is shown this once. */
      Code: z.string(),
      NeedsApproval: z.boolean(),
    }),
  }),
  approve: endpoint({
    method: "POST",
    path: "/api/operator/credit-codes/:creditCodeId/approve",
    summary: "Approves a large code that somebody else issued",
    logs: "credit.approve",
    access,
    params,
    result: z.object({}),
    errors: ["creditCodeOver", "creditCodeOwn"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/operator/credit-codes/:creditCodeId/withdraw",
    summary: "Withdraws a code that nobody has redeemed",
    logs: "credit.withdraw",
    access,
    params,
    result: z.object({}),
    errors: ["creditCodeOver"],
  }),
};
