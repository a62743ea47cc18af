/** What customers had more or less of in a month, and writing it into the PSA. */
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { psaSyncStatuses } from "@tradewind/domain/psa/sync.ts";
import * as z from "zod/mini";
import { day, endpoint, id } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { decimal, updated, written } from "./updates.ts";

const access = { anyOf: ["pSA"], kinds: ["reseller", "engineer"] } as const;
const shared = { access, flag: "PSA-V2", errors: ["onlyPartOfCompany", "psaNotOn"] } as const;

const realDay = day.check(z.refine(isCalendarDate, "Must be a date"));
/** Any day of the month that is meant. */
const ofMonth = z.strictObject({ date: realDay });
const named = z.object({ id: z.string(), name: z.string() });

const item = z.object({
  /** Whether it is proposed to be written: what can be, and is not yet as it should be. */
  selected: z.boolean(),
  cmCustomer: named,
  product: named,
  previousQuantity: z.number(),
  newQuantity: z.number(),
  change: z.number(),
  /** What one costs the customer a month; null where it had none, no price was fixed, or prices are hidden from the caller. */
  previousPrice: z.nullable(z.string()),
  newPrice: z.nullable(z.string()),
  /** The day on which its quantity last changed in the month, or else its price. */
  date: day,
  /** What the PSA bills for it; null unless that is exactly one line. */
  agreementLine: z.nullable(
    z.object({
      id: z.string(),
      agreementId: z.string(),
      agreementName: z.string(),
      name: z.string(),
      quantity: z.string(),
      /** Null, as the next invoice below, where prices are hidden from the caller. */
      unitPrice: z.nullable(z.string()),
    }),
  ),
  /** What one is to cost in the PSA, since its price moved; null if it did not, or the PSA did not bill the one before. */
  targetPrice: z.nullable(z.string()),
  /** Why it cannot be written; null if it can. */
  obstacle: z.nullable(z.string()),
  written,
});
const report = z.object({
  results: z.array(item),
  reportStartDate: day,
  reportEndDate: day,
  /** What each agreement's next invoice comes to by its lines, as the PSA was last read. */
  agreements: z.array(z.object({ ...named.shape, nextInvoice: z.nullable(z.string()) })),
});
export type Movement = z.output<typeof item>;
export type MovementReport = z.output<typeof report>;

/** Movements that are written by one call: as many as a body holds. */
export const mostAtOnce = 500;

const wanted = z.strictObject({
  ...ofMonth.shape,
  /** From which day on the PSA is to bill it; the day of each change if left out. */
  from: z.optional(realDay),
  results: z
    .array(
      z.strictObject({
        cmCustomerId: id,
        productId: z.string().check(z.minLength(1), z.maxLength(200)),
        /** What was seen when it was selected: in the PSA, and as its target. */
        lineQuantity: decimal,
        newQuantity: z.int().check(z.minimum(0), z.maximum(10_000_000)),
        /** The same of what one costs; without them the quantity alone is written. */
        linePrice: z.optional(decimal),
        targetPrice: z.optional(decimal),
      }),
    )
    .check(z.maxLength(mostAtOnce)),
});

export const movementCallsAt = (base: `/api/${string}`, ofNew: { errors: readonly ErrorCode[] }) => ({
  productMovement: endpoint({
    method: "GET",
    path: `${base}/product-movement`,
    summary: "What customers had more or less of at the end of a month, or for another price, by customer and product",
    ...shared,
    sums: true,
    query: ofMonth,
    result: z.object({ response: report, synchronization: z.object({ status: z.enum(psaSyncStatuses) }) }),
  }),
  dateRange: endpoint({
    method: "GET",
    path: `${base}/product-movement/dates`,
    summary: "The months in which anything moved, by their first days, the latest first",
    ...shared,
    errors: ofNew.errors,
    sums: true,
    result: z.object({ response: z.array(day) }),
  }),
  updateProductMovement: endpoint({
    method: "POST",
    path: `${base}/product-movement`,
    summary: "Has the quantities and prices that were selected written into the PSA, line by line",
    logs: "psa.push",
    ...shared,
    errors: [...shared.errors, "notFound"],
    body: wanted,
    result: updated,
  }),
  productMovementCsv: endpoint({
    method: "GET",
    path: `${base}/product-movement/csv`,
    summary: "What customers had more or less of at the end of a month, as a file for a spreadsheet",
    logs: "exports.psaMovement",
    ...shared,
    errors: ofNew.errors,
    query: ofMonth,
    file: "text/csv",
    result: z.unknown(),
  }),
});
