/** Cost, sales, margin, seats and churn over a range of months, compared with the preceding range of equal length. */
import * as z from "zod/mini";
import { cursor, endpoint, id, money } from "../endpoint.ts";

export const analyticsFlag = "BillingPlatformReporting";
/** The most months in one range. */
export const mostMonths = 36;
/** On money: what the marketplace charges, what customers pay for the same, and what is left. */
export const moneyReports = ["cost", "sales", "margin"] as const;
export const reports = [...moneyReports, "seats", "churn"] as const;
export type MoneyReport = (typeof moneyReports)[number];
export type Report = (typeof reports)[number];
export const divisions = ["month", "product", "customer"] as const;

/** No view is required (ACL-18). What an organisation uses is not for its plain users, whose view is reduced (ACL-37). */
const managers = { anyOf: [], kinds: ["reseller", "engineer", "endUserAdmin"] } as const;
/** A calendar month `yyyy-MM`. */
const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "Must be a month such as 2026-05"));
/** The first and the last month; defaults to the twelve months that end with the present one. */
const stretch = { From: z.optional(month), To: z.optional(month) };

/** Figures for a month or a range. Churn rate = `Ended` / `Active`. */
const figures = {
  /** Net total of the charges due in it, which the reseller pays. Amounts are null if prices are hidden. */
  Cost: z.nullable(money),
  /** What customers pay for the same, where a price to them is known. */
  Sales: z.nullable(money),
  /** These sales less what they cost. */
  Margin: z.nullable(money),
  /** At its end: licences, users and mailboxes. */
  Seats: z.number(),
  /** Subscriptions that were active at its start. */
  Active: z.number(),
  /** Those that ended within it, not counting ones replaced by another. */
  Ended: z.number(),
};
const compared = { Now: z.object(figures), Before: z.object(figures) };

export const analytics = {
  overview: endpoint({
    method: "GET",
    path: "/api/analytics",
    summary: "Cost, sales, margin, seats and churn by month and by product, and in the stretch before",
    sums: true,
    access: managers,
    flag: analyticsFlag,
    query: z.strictObject(stretch),
    result: z.object({
      From: month,
      To: month,
      ...compared,
      Months: z.array(z.object({ Month: month, ...figures })),
      MonthsBefore: z.array(z.object({ Month: month, ...figures })),
      /** Largest first. Series have one value per month; money is in minor units, and empty if prices are hidden. */
      Products: z.array(
        z.object({
          Id: z.string(),
          Name: z.string(),
          ...compared,
          CostByMonth: z.array(z.number()),
          SalesByMonth: z.array(z.number()),
          MarginByMonth: z.array(z.number()),
          SeatsByMonth: z.array(z.number()),
        }),
      ),
    }),
  }),
  customers: endpoint({
    method: "GET",
    path: "/api/analytics/customers",
    summary: "One page of customers by one figure, the largest first",
    access: { anyOf: [], kinds: ["reseller", "engineer"] },
    flag: analyticsFlag,
    query: z.strictObject({ ...stretch, Report: z.enum(reports), After: cursor }),
    result: z.object({
      Items: z.array(z.object({ Id: id, Name: z.string(), ...compared })),
      Next: z.nullable(z.string()),
    }),
    errors: ["pricesHidden"],
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/analytics/csv",
    summary: "One report as CSV: by month, by product or by customer",
    logs: "exports.analytics",
    access: managers,
    flag: analyticsFlag,
    query: z.strictObject({ ...stretch, Report: z.enum(reports), By: z.enum(divisions) }),
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
};
