/** Plans: many changes that are worked out, committed and undone together. */
import * as z from "zod/mini";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { requiredText } from "../fields.ts";
import { wireProposal } from "./orders.ts";
import { termEndings } from "./subscriptions.ts";

/** Its lines are being worked out; it waits for the commit; its lines become orders; it was paused; nothing is left. */
export const planStates = ["proposing", "ready", "running", "paused", "done"] as const;
/**
 * Being worked out; to be ordered; refused by a rule; no longer as it was proposed; ordered and at work; done; refused by
 * the vendor.
 */
export const planLineStates = ["new", "planned", "refused", "changed", "working", "done", "failed"] as const;
export type PlanLineState = (typeof planLineStates)[number];

export const mostPlanLines = 500;
/** How many customers can be changed first, and for how many minutes their changes are watched before the others follow. */
export const firstCustomers = { many: 5, minutes: 10 };
/** Plans that are worked out or ordered at a time, of one person and of one company. */
export const mostPlansAtWork = { person: 5, company: 20 };

const access = { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] } as const;
const sees = { anyOf: ["manageService"], kinds: ["reseller", "engineer"] } as const;
const params = z.strictObject({ planId: id });

const lineFilter = z.strictObject({
  State: z.optional(z.enum(planLineStates)),
  Search: z._default(z.string().check(z.maxLength(100)), ""),
});

const planItem = z.object({
  Id: id,
  Name: z.string(),
  State: z.enum(planStates),
  MadeBy: z.string(),
  MadeAt: instant,
  /** Lines by state. */
  Lines: z.partialRecord(z.enum(planLineStates), z.int()),
});
export type PlanItem = z.output<typeof planItem>;

const plan = z.extend(planItem, {
  StartedAt: z.nullable(instant),
  /** Of all lines that are still to be ordered; sent back to commit them. */
  Hash: z.string(),
  /** Charged now by all lines that were not refused, net; null without the right to see prices. */
  ChargeNow: z.nullable(money),
  /** What its lines cost each month before and after, net, and what the new terms among them commit to. */
  Monthly: z.nullable(z.object({ Before: money, After: money })),
  /** What they sell for likewise; null too where one of them has no price to its customer. */
  MonthlySales: z.optional(z.nullable(z.object({ Before: money, After: money }))),
  Committed: z.nullable(z.object({ Sum: money, Until: day })),
  /** Customers that its lines are about. */
  Customers: z.int(),
  /** The customers that are changed first, the lines of theirs, and when the others follow once those are done. */
  First: z.nullable(
    z.object({
      Customers: z.int(),
      Lines: z.int(),
      Done: z.int(),
      /** Refused or changed once they were to be ordered, or no longer as their vendor has them. */
      Troubled: z.int(),
      Until: z.nullable(instant),
    }),
  ),
  /** The plan that this one puts back, and the one that puts this one back. */
  Undoes: z.nullable(id),
  UndoneBy: z.nullable(id),
  /** Lines that are done and can be put back: a longer term cannot. */
  ToUndo: z.int(),
  /** The earliest moment at which one of the done lines can no longer be put back for nothing but the days used. */
  UndoUntil: z.nullable(instant),
});
export type Plan = z.output<typeof plan>;

const standing = z.object({
  Quantity: z.int(),
  TermEnd: z.enum(termEndings),
  Term: z.nullable(z.enum(terms)),
  Billing: z.nullable(z.enum(billings)),
  /** Null without the right to see prices, and of what is paid once. */
  Monthly: z.nullable(money),
});

const planLine = z.object({
  Position: z.int(),
  CustomerId: id,
  CustomerName: z.string(),
  InstanceId: id,
  SubscriptionId: id,
  Name: z.string(),
  /** The product that its units are moved to; null if it stays what it is. */
  Becomes: z.nullable(z.string()),
  Unit: z.string(),
  Before: standing,
  After: standing,
  ChargeNow: z.nullable(money),
  UndoUntil: z.nullable(instant),
  State: z.enum(planLineStates),
  /** Why it was refused, or what its vendor says. */
  Reason: z.nullable(z.string()),
  OrderId: z.nullable(id),
  /** Of a line that changed: what had been proposed, and what is now. */
  Was: z.nullable(wireProposal),
  Is: z.nullable(wireProposal),
});
export type PlanLine = z.output<typeof planLine>;

export const longerTerms = ["P1Y", "P3Y"] as const;
export const termBillings = ["monthly", "annual", "triennial"] as const;

export const plannedChange = z.discriminatedUnion("Kind", [
  z.strictObject({
    Kind: z.literal("setQuantity"),
    Quantity: z
      .int("Must be a whole number")
      .check(z.gte(1, "Must be at least 1"), z.lte(100_000, "Must be at most 100000")),
  }),
  z.strictObject({ Kind: z.literal("schedule"), Outcome: z.enum(termEndings) }),
  /** Begins a longer term of the same product at once. */
  z.strictObject({ Kind: z.literal("newTerm"), Term: z.enum(longerTerms), Billing: z.enum(termBillings) }),
  /** Moves every unit to a better product, by its SKU, of the same term and billing. */
  z.strictObject({ Kind: z.literal("upgrade"), Sku: z.string().check(z.minLength(1), z.maxLength(100)) }),
  /** Ends it at once, with what that gives back. */
  z.strictObject({ Kind: z.literal("cancel") }),
]);
export type PlannedChange = z.output<typeof plannedChange>;

export const plans = {
  list: endpoint({
    method: "GET",
    path: "/api/plans",
    summary: "Plans, newest first",
    access: sees,
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(planItem), Next: z.nullable(z.string()) }),
  }),
  candidates: endpoint({
    method: "GET",
    path: "/api/plan-candidates",
    summary: "Subscriptions of all customers that a plan can change, by customer",
    access,
    query: z.strictObject({
      ProductId: z.optional(z.string().check(z.maxLength(60))),
      CustomerId: z.optional(id),
      /** Part of a customer's or a subscription's name. */
      Search: z._default(z.string().check(z.maxLength(100)), ""),
      After: cursor,
    }),
    result: z.object({
      Items: z.array(
        z.object({
          SubscriptionId: id,
          CustomerId: id,
          CustomerName: z.string(),
          ProductId: z.string(),
          Name: z.string(),
          Unit: z.string(),
          Quantity: z.int(),
          TermUntil: z.nullable(day),
          TermEnd: z.enum(termEndings),
          /** What its units can be moved to, whole. */
          UpgradesTo: z.array(z.object({ Sku: z.string(), Name: z.string() })),
          /** Why a change of it would be refused: its vendor has ended it. */
          Finding: z.nullable(z.string()),
        }),
      ),
      Next: z.nullable(z.string()),
    }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/plans/:planId",
    summary: "A plan with its total and how far it is",
    access: sees,
    params,
    result: plan,
  }),
  lines: endpoint({
    method: "GET",
    path: "/api/plans/:planId/lines",
    summary: "One page of a plan's lines, by state and by part of a customer's or a subscription's name",
    access: sees,
    params,
    query: z.extend(lineFilter, { After: cursor }),
    result: z.object({ Items: z.array(planLine), Next: z.nullable(z.string()) }),
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/plans/:planId/lines.csv",
    summary: "A plan's lines as a file, filtered like their list",
    logs: "exports.plan",
    access: sees,
    params,
    query: lineFilter,
    file: "text/csv",
    result: z.unknown(),
  }),
  make: endpoint({
    method: "POST",
    path: "/api/plans",
    summary: "Makes a plan, whose lines are then worked out; orders nothing",
    logs: "plans.make",
    access,
    body: z.strictObject({
      Name: requiredText({ label: "Name", kind: "text", longest: 100 }),
      Lines: z.array(z.strictObject({ SubscriptionId: id, Change: plannedChange })).check(
        z.minLength(1, "Choose at least one subscription"),
        z.maxLength(mostPlanLines, `Plan at most ${mostPlanLines} lines at a time`),
        z.refine(
          (lines) => new Set(lines.map(({ SubscriptionId }) => SubscriptionId)).size === lines.length,
          "Plan one change of each subscription",
        ),
      ),
    }),
    result: z.object({ Id: id }),
    errors: ["plansEnough"],
  }),
  commit: endpoint({
    method: "POST",
    path: "/api/plans/:planId/commit",
    summary: "Orders a plan's lines as they were proposed, one after the other",
    logs: "plans.commit",
    access,
    params,
    body: z.strictObject({
      Hash: z.string().check(z.maxLength(64)),
      /** Changes the first few customers, watches what comes of it, and then goes on with the others. */
      FirstCustomers: z._default(z.boolean(), false),
    }),
    result: plan,
    errors: ["proposalChanged", "planNotReady", "plansEnough"],
  }),
  pause: endpoint({
    method: "POST",
    path: "/api/plans/:planId/pause",
    summary: "Orders no more of a plan until it is committed again",
    logs: "plans.pause",
    access,
    params,
    result: plan,
    errors: ["planNotReady"],
  }),
  discard: endpoint({
    method: "POST",
    path: "/api/plans/:planId/discard",
    summary: "Gives up what is left of a plan; what was ordered of it stays",
    logs: "plans.discard",
    access,
    params,
    result: plan,
    errors: ["planNotReady"],
  }),
  retry: endpoint({
    method: "POST",
    path: "/api/plans/:planId/retry",
    summary: "Works out refused lines anew, and tries the orders again that a vendor refused",
    logs: "plans.retry",
    access,
    params,
    result: plan,
    errors: ["planNotReady", "plansEnough"],
  }),
  undo: endpoint({
    method: "POST",
    path: "/api/plans/:planId/undo",
    summary: "Makes the plan that puts back what another one did; it is committed like any",
    logs: "plans.undo",
    access,
    params,
    result: z.object({ Id: id }),
    errors: ["planNotReady", "plansEnough"],
  }),
};
