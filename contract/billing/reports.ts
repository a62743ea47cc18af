/** Reports on the reseller's account, as files, and the calls that download them. */
import * as z from "zod/mini";
import { day, endpoint, id, instant } from "../endpoint.ts";

const access = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;
const shared = { access, flag: "BillingPlatformReporting" } as const;
/** Files for the reseller's own accounting system, which are made for a period. */
export const accountingIds = ["xero", "sage", "quickbooks", "quickbooksCredits", "journal"] as const;
export const reportIds = [
  "documents",
  "lines",
  "vat",
  "statement",
  "charges",
  "usage",
  "margins",
  "renewals",
  ...accountingIds,
] as const;
const reportId = z.enum(reportIds);
export type ReportId = (typeof reportIds)[number];

/** The first and last day of the period, the last month if not given, and what is posted to which account, from whom. */
const options = {
  From: z.optional(day),
  Until: z.optional(day),
  Account: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
  Supplier: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
};

const runStates = ["waiting", "making", "ready", "failed"] as const;
const reportRun = z.object({
  Id: id,
  DownloadId: reportId,
  Options: z.object(options),
  State: z.enum(runStates),
  /** Lines written so far. */
  Rows: z.number(),
  AskedAt: instant,
  /** The moment of which it tells; null until it is begun. */
  AsOf: z.nullable(instant),
});
export type ReportRun = z.output<typeof reportRun>;
/** A report that is made as it is downloaded, or the id of one that was made. */
const downloadId = z.union([reportId, id]);

export const reports = {
  list: endpoint({
    ...shared,
    method: "GET",
    path: "/api/billing-reports",
    summary: "The reports that can be downloaded",
    as: "none",
    result: z.object({
      Items: z.array(z.object({ DownloadId: reportId, Name: z.string(), About: z.string() })),
    }),
  }),
  make: endpoint({
    ...shared,
    method: "POST",
    path: "/api/billing-reports/made",
    summary: "Has a report made, of one moment; it can be downloaded by its id for a day once it is ready",
    unlogged: "The file that is downloaded is logged.",
    body: z.strictObject({ DownloadId: reportId, Options: z.optional(z.strictObject(options)) }),
    result: z.object({ Id: id }),
    errors: ["invalidRequest", "pricesHidden"],
  }),
  runs: endpoint({
    ...shared,
    method: "GET",
    path: "/api/billing-reports/made",
    summary: "The reports that the caller had made, the latest first, with how far they are",
    result: z.object({ Items: z.array(reportRun) }),
  }),
};

export const downloads = {
  /** DL-01. */
  guid: endpoint({
    ...shared,
    method: "POST",
    path: "/api/downloads/guid",
    summary: "A guid with which the caller may download a file once, within a minute",
    unlogged: "The file that it is good for is logged.",
    body: z.strictObject({
      DownloadId: downloadId,
      UserName: z.string().check(z.maxLength(254)),
      /** Of a file for accounting only. */
      Options: z.optional(z.strictObject(options)),
    }),
    result: z.object({ Guid: id }),
    errors: ["invalidRequest", "notFound", "pricesHidden"],
  }),
  /** DL-02. */
  file: endpoint({
    ...shared,
    method: "POST",
    path: "/api/downloads/file",
    summary: "The file for which a guid was asked by the caller; the guid is good for no other afterwards",
    logs: "exports.report",
    reads: true,
    as: "none",
    body: z.strictObject({ Id: downloadId, Guid: id }),
    file: "text/csv",
    result: z.unknown(),
    errors: ["notFound", "pricesHidden"],
  }),
  /** DL-03. */
  download: endpoint({
    ...shared,
    method: "GET",
    path: "/api/downloads/:downloadId",
    summary: "A file, for whoever needs no guid, such as a program with a token",
    logs: "exports.report",
    as: "none",
    params: z.strictObject({ downloadId: reportId }),
    query: z.strictObject(options),
    file: "text/csv",
    result: z.unknown(),
    errors: ["invalidRequest", "pricesHidden"],
  }),
};
