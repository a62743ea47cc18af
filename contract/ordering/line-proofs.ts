/** How a line of an invoice came about. */
import { creditReasons } from "@tradewind/domain/billing/line-credits.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";

/** What a number of units costs: for the whole that their price is for, and for the days charged. */
const costOfUnits = z.object({ Units: z.number(), Whole: money, Cost: money });

/** How a line's amount was worked out. */
const working = z.union([
  /** What the units after a change cost, less what those before it did, each for the parts of the whole price. */
  z.object({
    Kind: z.literal("units"),
    Before: costOfUnits,
    After: costOfUnits,
    Shares: z.array(z.object({ Days: z.number(), Of: z.number() })),
  }),
  /** A correction of so many of a charge's units. */
  z.object({ Kind: z.literal("correction"), Charged: money, ChargedQuantity: z.number(), Quantity: z.number() }),
  /** What a vendor's file bills exactly, and what all of its month comes to with it, less what was charged of that before. */
  z.object({ Kind: z.literal("billed"), Exact: z.string(), Whole: money, Before: money }),
  /** What a vendor's report of a month tells above the licences, less what was charged of that month before. */
  z.object({ Kind: z.literal("usage"), Used: z.string(), Included: z.string(), Whole: money, Before: money }),
]);
export type LineWorking = z.output<typeof working>;

const lineProof = z.object({
  /** Null if prices are hidden, and for what was charged without a history that says how. */
  Working: z.nullable(working),
  /** Who credited it by hand, when and why, and the line that it corrects; null for every other line. */
  Credit: z.nullable(
    z.object({
      Reason: z.enum(creditReasons),
      Words: z.string(),
      By: z.string(),
      At: instant,
      InvoiceId: id,
      Number: z.string(),
      IssuedOn: day,
      PeriodFrom: day,
      PeriodUntil: day,
    }),
  ),
  ChargedAt: instant,
  Service: z.nullable(z.object({ InstanceId: id, Name: z.string() })),
  Order: z.nullable(z.object({ Id: id, Number: z.string(), PlacedAt: instant, PlacedBy: z.string() })),
  /** The list that has the line's unit price, if any does: a price that was agreed stands on none. */
  PriceList: z.nullable(z.object({ From: day, Recommended: z.nullable(z.string()) })),
  /** The first day after those for which the price was protected; null where it can change with each period. */
  PriceProtectedUntil: z.nullable(day),
  /** What the rule says that decided the amount, if one did. */
  Rule: z.nullable(z.object({ Id: z.string(), Text: z.string() })),
  /** What had happened to the subscription by then, the latest first, at most 100. */
  History: z.array(
    z.object({
      Id: id,
      EffectiveAt: instant,
      RecordedAt: instant,
      Text: z.string(),
      /** Who ordered it; null for what happened by itself or at the vendor. */
      By: z.nullable(z.string()),
      Order: z.nullable(z.object({ Id: id, Number: z.string() })),
    }),
  ),
});
export type LineProof = z.output<typeof lineProof>;

export const lineProofs = {
  ofLine: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId/lines/:invoiceLineId",
    summary: "How one line came about: what caused it, at what price, by which rule, to the penny",
    access: { anyOf: ["billing"], kinds: ["reseller", "engineer"] },
    params: z.strictObject({ invoiceId: id, invoiceLineId: id }),
    result: lineProof,
  }),
};
