/** Revenue, seats and churn over a stretch of months, beside the stretch of the same length before it. */
import * as z from "zod/mini";
import { cursor, endpoint, id, money } from "../endpoint.ts";

export const analyticsFlag = "BillingPlatformReporting";
/** Most months of one stretch. */
export const mostMonths = 36;
export const reports = ["revenue", "seats", "churn"] as const;
export type Report = (typeof reports)[number];
export const divisions = ["month", "product", "customer"] as const;

/** No view is required (ACL-18). */
const everybody = { anyOf: [], kinds: ["reseller", "engineer", "endUserAdmin", "endUser"] } as const;
/** A calendar month `yyyy-MM`. */
const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "Must be a month such as 2026-05"));
/** The first and the last month; the twelve that end with the present one where nothing is said. */
const stretch = { From: z.optional(month), To: z.optional(month) };

/** Of a month or a stretch. A rate of churn is `Ended` by `Active`. */
const figures = {
  /** Net of the charges that fall due in it; null where prices are hidden. */
  Revenue: z.nullable(money),
  /** At its end: licences, users and mailboxes. */
  Seats: z.number(),
  /** Subscriptions that stood when it began. */
  Active: z.number(),
  /** Those of them that ended within it; one that was replaced by another does not count. */
  Ended: z.number(),
};
const compared = { Now: z.object(figures), Before: z.object(figures) };

export const analytics = {
  overview: endpoint({
    method: "GET",
    path: "/api/analytics",
    summary: "Revenue, seats and churn by month and by product, and in the stretch before",
    access: everybody,
    flag: analyticsFlag,
    query: z.strictObject(stretch),
    result: z.object({
      From: month,
      To: month,
      ...compared,
      Months: z.array(z.object({ Month: month, ...figures })),
      MonthsBefore: z.array(z.object({ Month: month, ...figures })),
      /** The largest first. Series have one value for each month; that of revenue holds minor units and is empty where prices are hidden. */
      Products: z.array(
        z.object({
          Id: z.string(),
          Name: z.string(),
          ...compared,
          RevenueByMonth: z.array(z.number()),
          SeatsByMonth: z.array(z.number()),
        }),
      ),
    }),
  }),
  customers: endpoint({
    method: "GET",
    path: "/api/analytics/customers",
    summary: "One page of customers by their revenue, seats or ended subscriptions, the largest first",
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
    access: everybody,
    flag: analyticsFlag,
    query: z.strictObject({ ...stretch, Report: z.enum(reports), By: z.enum(divisions) }),
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
};
