/** What customers have here beside what the PSA bills them, and which orders it does not bill yet. */
import { causes, gaps } from "@tradewind/domain/psa/reconciliation.ts";
import { psaSyncStatuses } from "@tradewind/domain/psa/sync.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { decimal, updated, written } from "./updates.ts";

/** The most rows that one call updates, and orders that one call leaves out. */
export const mostReconciled = 500;

const realDay = day.check(z.refine(isCalendarDate, "Must be a date"));
/** Any day of the month that is meant; today if left out. */
const ofMonth = z.strictObject({ date: z.optional(realDay) });
const option = z.object({ id: z.string(), name: z.string() });
const count = z.number();

/** A product of a customer. Amounts are of a month, null for who may see none. */
const item = z.object({
  /** The customer's id and the product's. */
  id: z.string(),
  /** Whether it is proposed to be updated. */
  selected: z.boolean(),
  cmCustomer: option,
  psaCustomer: z.nullable(option),
  product: option,
  psaProduct: z.nullable(option),
  /** What the vendor was last seen to have, what people have, and what is charged for today; null where nobody knows. */
  vendorQuantity: z.nullable(count),
  assignedQuantity: z.nullable(count),
  chargedQuantity: z.nullable(count),
  /** What is bought here. */
  quantity: count,
  /** Decimal text: a PSA may bill a part of one. */
  psaQuantity: z.string(),
  /** What a unit costs the customer here and there. */
  price: z.nullable(z.string()),
  psaPrice: z.nullable(z.string()),
  billedHere: z.nullable(money),
  billedInPsa: z.nullable(money),
  difference: z.nullable(money),
  /** Null for what was updated today and is equal now. */
  cause: z.nullable(z.enum(causes)),
  /** What the PSA's line is set to by an update; null where that does not help. */
  targetQuantity: z.nullable(count),
  /** What one is to cost there after it, where the price is what differs. */
  targetPrice: z.nullable(z.string()),
  written,
});
export type ReconciliationItem = z.output<typeof item>;

const salesOrder = z.object({
  id,
  number: z.string(),
  cmCustomer: option,
  journey: z.enum(["Add", "Modify", "Delete", "Upgrade"]),
  completedAt: instant,
  placedBy: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: count, once: z.boolean() })),
  /** What the customer pays once; null where nothing is bought once or no price was fixed. */
  amount: z.nullable(money),
});
export type SalesOrder = z.output<typeof salesOrder>;

const report = z.object({
  /** What differs, and what was updated today. */
  results: z.array(item),
  /** The day on which it was compared. */
  today: day,
  /** The month that is over and was compared as it was at its end, by its first day; null for today. */
  month: z.nullable(day),
  /** Months that can be compared so, the last one first. */
  months: z.array(day),
  /** When what the PSA bills was read. */
  readAt: z.nullable(instant),
  summary: z.object({
    compared: count,
    equal: count,
    different: count,
    difference: z.nullable(money),
    byCause: z.array(z.object({ cause: z.enum(causes), count, amount: z.nullable(money) })),
    notCompared: z.array(z.object({ gap: z.enum(gaps), count })),
    /** Equal in their quantity, without a price here that the PSA's could be compared with. */
    unpriced: count,
    /** Lines of the PSA for what no service is matched with: they are no part of this. */
    outside: count,
    isClean: z.boolean(),
  }),
  /** Done this month or the last, and not billed by the PSA as far as can be seen. */
  salesOrders: z.array(salesOrder),
  ignoredSalesOrders: count,
});
export type ReconciliationReport = z.output<typeof report>;

type Given = { errors: readonly ErrorCode[] };

/** The calls below a base; `ofNew` are those that the old monolith lacks. */
export function reconciliationAt(base: `/api/${string}`, ofNew: Given) {
  const shared = { access: { anyOf: ["pSA"], kinds: ["reseller", "engineer"] }, flag: "PSA-V2" } as const;
  return {
    reconciliation: endpoint({
      method: "GET",
      path: `${base}/reconciliation`,
      summary:
        "Where the PSA bills customers something else than they have here, with the one cause of each, and what was not compared",
      ...shared,
      sums: true,
      query: ofMonth,
      result: z.object({ response: report, synchronization: z.object({ status: z.enum(psaSyncStatuses) }) }),
      errors: ["onlyPartOfCompany", "psaNotOn", "notFound"],
    }),
    updateReconciliation: endpoint({
      method: "POST",
      path: `${base}/reconciliation`,
      summary:
        "Sets lines of the PSA to what customers have here; each is written by itself, and only if it is as it was seen",
      logs: "psa.push",
      ...shared,
      body: z.strictObject({
        /** From which day on the PSA is to bill so. */
        from: realDay,
        results: z
          .array(
            z.strictObject({
              cmCustomerId: id,
              productId: z.string().check(z.minLength(1), z.maxLength(200)),
              /** What was seen when it was selected: in the PSA, and as its target. */
              psaQuantity: decimal,
              targetQuantity: z.int().check(z.minimum(0), z.maximum(10_000_000)),
              /** The same of what one costs, where the report has a target for it. */
              psaPrice: z.optional(decimal),
              targetPrice: z.optional(decimal),
            }),
          )
          .check(z.maxLength(mostReconciled, `Update at most ${mostReconciled} rows at a time`)),
      }),
      result: updated,
      errors: ["onlyPartOfCompany", "psaNotOn", "notFound"],
    }),
    ignoreSalesOrders: endpoint({
      method: "PUT",
      path: `${base}/reconciliation/ignored-sales-orders`,
      summary: "Leaves orders out of the report of reconciliation, or has them in it again",
      logs: "psa.ignore",
      ...shared,
      body: z
        .strictObject({
          /** Null for every one that is left out. */
          orderIds: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(mostReconciled))),
          ignored: z.boolean(),
        })
        .check(
          z.refine(({ orderIds, ignored }) => orderIds !== null || !ignored, {
            path: ["orderIds"],
            error: "Say which orders are left out",
          }),
        ),
      result: z.object({ ignoredSalesOrders: count }),
      errors: [...ofNew.errors, "notFound"],
    }),
    reconciliationCsv: endpoint({
      method: "GET",
      path: `${base}/reconciliation/csv`,
      summary: "All that was compared and all that was not, as a file",
      logs: "exports.psaReconciliation",
      ...shared,
      query: ofMonth,
      file: "text/csv",
      result: z.unknown(),
      errors: [...ofNew.errors, "notFound"],
    }),
  };
}
