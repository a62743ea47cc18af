/** The activity log for auditors: a company's, and for the operator everybody's. */
import { activityKindNames, activityOutcomes } from "@tradewind/domain/insight/activity-log.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant } from "../endpoint.ts";

/** Stands for a company where the operator's own log is meant. */
export const operatorsLog = "00000000-0000-0000-0000-000000000000";

const managers = { anyOf: ["manageUsers"], kinds: ["reseller", "engineer"] } as const;
const operator = { anyOf: [], kinds: ["admin"] } as const;

const filter = {
  /** Part of the name of who acted, or of the person on whose behalf. */
  Search: z._default(z.string().check(z.maxLength(100)), ""),
  From: z.optional(day),
  Until: z.optional(day),
  Kind: z.optional(z.enum(activityKindNames)),
  Outcome: z.optional(z.enum(activityOutcomes)),
  CustomerId: z.optional(id),
};
const ofCompany = { CompanyId: z.optional(id) };

const entry = z.object({
  Id: id,
  At: instant,
  Who: z.string(),
  OnBehalfOf: z.nullable(z.string()),
  What: z.string(),
  Action: z.string(),
  Outcome: z.enum(activityOutcomes),
  /** The company whose log it is; null for the operator's own. */
  Company: z.nullable(z.string()),
  Customer: z.nullable(z.string()),
  Address: z.nullable(z.string()),
  Device: z.nullable(z.string()),
  /** Its place in the sealed log; null until it is sealed, and for whoever looks after a part of the company. */
  Number: z.nullable(z.number()),
  /** Of the request that left it, which an error message gives too. */
  Reference: z.nullable(z.string()),
});
const page = z.object({ Items: z.array(entry), Next: z.nullable(z.string()) });
const state = z.object({
  /** Entries sealed into the chain, and lines that wait for it. */
  Sealed: z.number(),
  Waiting: z.number(),
  /** The last signed root: all up to its entry was verified that day. */
  Root: z.nullable(z.object({ Day: day, Number: z.number(), PublicKey: z.string() })),
  /** Entries wait for a signature for over two days: something is wrong. */
  Late: z.boolean(),
});

export const activityLog = {
  list: endpoint({
    method: "GET",
    path: "/api/activity-log",
    summary: "What happened in the company, newest first",
    access: managers,
    query: z.strictObject({ ...filter, After: cursor }),
    result: page,
    errors: ["notFound"],
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/activity-log/csv",
    summary: "The entries that a filter finds, as CSV",
    logs: "exports.activityLog",
    access: managers,
    query: z.strictObject(filter),
    file: "text/csv",
    result: z.unknown(),
    errors: ["notFound"],
  }),
  state: endpoint({
    method: "GET",
    path: "/api/activity-log/state",
    summary: "How far the company’s log is sealed, signed and verified",
    access: managers,
    result: state,
    errors: ["onlyPartOfCompany"],
  }),
  sealed: endpoint({
    method: "GET",
    path: "/api/activity-log/sealed",
    summary:
      "The whole sealed log with its signed roots, which `node tradewind.mjs audit-verify` verifies without the product",
    logs: "exports.sealedLog",
    access: managers,
    as: "none",
    file: "application/x-ndjson",
    result: z.unknown(),
    errors: ["onlyPartOfCompany", "pricesHidden"],
  }),
};

export const everyActivityLog = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/activity-log",
    summary: "What happened in every company and in the operator’s own log, newest first",
    access: operator,
    query: z.strictObject({ ...filter, ...ofCompany, After: cursor }),
    result: page,
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/operator/activity-log/csv",
    summary: "The entries that a filter finds, as CSV",
    logs: "exports.activityLog",
    access: operator,
    as: "none",
    query: z.strictObject({ ...filter, ...ofCompany }),
    file: "text/csv",
    result: z.unknown(),
  }),
  state: endpoint({
    method: "GET",
    path: "/api/operator/activity-log/state",
    summary: "How far the log of a company, or the operator’s own, is sealed, signed and verified",
    access: operator,
    query: z.strictObject(ofCompany),
    result: state,
  }),
  sealed: endpoint({
    method: "GET",
    path: "/api/operator/activity-log/sealed",
    summary: "The whole sealed log of a company, or the operator’s own, with its signed roots",
    logs: "exports.sealedLog",
    access: operator,
    as: "none",
    query: z.strictObject(ofCompany),
    file: "application/x-ndjson",
    result: z.unknown(),
    errors: ["notFound"],
  }),
};
