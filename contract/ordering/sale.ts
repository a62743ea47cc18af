/** The customer's side of a proposal: what it pays, and what may be ordered without asking. */
import { askReasons } from "@tradewind/domain/ordering/order-rules.ts";
import { billings } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { day, money } from "../endpoint.ts";

export const renewal = z.object({ From: day, Billing: z.enum(billings), Net: money });
export type WireRenewal = z.output<typeof renewal>;

/** As the customer pays it, net. */
export const wireSale = z.object({
  Now: money,
  Upcoming: z.array(z.object({ From: day, Until: day, DueOn: day, Net: money })),
  /** Of a wish for the end of the term: what is then paid for a full period. */
  Renewals: z.optional(z.array(renewal)),
  Commitment: z.nullable(z.object({ Net: money, Until: day })),
  /** What it commits to that was not committed before. */
  Adds: money,
});
export type WireSale = z.output<typeof wireSale>;

/** The rule for whoever asks. */
export const ruleMet = z.object({
  /** Why this has to be asked for; null if it may be ordered. */
  Why: z.nullable(z.enum(askReasons)),
  /** Of a month, and what is left of it. */
  Limit: z.nullable(money),
  Left: z.nullable(money),
});
export type RuleMet = z.output<typeof ruleMet>;
