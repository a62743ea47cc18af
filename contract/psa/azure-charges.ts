/** What Azure cost customers in a month, charged in the reseller's PSA. The old monolith has none of it. */
import { chargeStates, obstacles, reportKinds } from "@tradewind/domain/psa/azure-charges.ts";
import { psaSyncStatuses } from "@tradewind/domain/psa/sync.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import * as z from "zod/mini";
import { day, endpoint, id, money } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { updated } from "./updates.ts";

const access = { anyOf: ["pSA"], kinds: ["reseller", "engineer"] } as const;
const reportKind = z.union([
  z.literal(reportKinds.total),
  z.literal(reportKinds.group),
  z.literal(reportKinds.resource),
  z.literal(reportKinds.meter),
]);
const date = day.check(z.refine(isCalendarDate, "Must be a date"));
/** The most charges that are sent at once. */
const most = 500;

const charge = z.object({
  id,
  /** Whether it is among those that are sent unless somebody says otherwise. */
  selected: z.boolean(),
  cmCustomer: z.object({ id, name: z.string() }),
  subscription: z.object({ id, name: z.string() }),
  /** By which report its month is charged: that by which some of it was sent, or the one set. */
  kind: reportKind,
  /** What of the subscription it is, as far as its report tells; `part` says it in a word or two. */
  part: z.nullable(z.string()),
  group: z.nullable(z.string()),
  resource: z.nullable(z.string()),
  meter: z.nullable(z.string()),
  /** What it costs us, and what the customer pays. */
  cost: money,
  price: money,
  /** What of it is in the PSA, and what is to be sent. */
  sent: money,
  difference: money,
  agreement: z.nullable(z.object({ id: z.string(), name: z.string() })),
  state: z.enum(chargeStates),
  obstacle: z.nullable(z.enum(obstacles)),
  /** Why the PSA refused it last, in its words. */
  message: z.nullable(z.string()),
});

/** A charge as it was seen: one that has changed since is not sent. */
const asked = z.strictObject({ id, difference: z.strictObject(money.shape) });
/** The month, and the day on which the PSA bills it: today unless another one is given. */
const sent = { date, onDay: z.optional(date) };

export function azureChargesAt(base: `/api/${string}`, errors: readonly ErrorCode[]) {
  const update = <const Path extends string, Body extends z.ZodMiniType>(path: Path, summary: string, body: Body) =>
    endpoint({
      method: "POST",
      path: `${base}/azure-charges/${path}`,
      summary,
      logs: "psa.push",
      access,
      body,
      result: updated,
      errors: [...errors, "pricesHidden"],
    });
  return {
    azureCharges: endpoint({
      method: "GET",
      path: `${base}/azure-charges`,
      summary: "What Azure cost each customer in the month of a date, and what of it is in the PSA",
      access,
      query: z.strictObject({ date }),
      sums: true,
      result: z.object({
        response: z.object({
          results: z.array(charge),
          reportStartDate: day,
          reportEndDate: day,
          azureReport: reportKind,
        }),
        synchronization: z.object({ status: z.enum(psaSyncStatuses) }),
      }),
      errors: [...errors, "pricesHidden"],
    }),
    azureChargeRanges: endpoint({
      method: "GET",
      path: `${base}/azure-charges/ranges`,
      summary: "The first days of the months in which Azure cost something, the last one first",
      access,
      result: z.object({ response: z.array(day) }),
      errors,
    }),
    refreshAzureCharges: endpoint({
      method: "POST",
      path: `${base}/azure-charges/refresh`,
      summary: "Has the charges in the PSA read anew and, of the month of a date, what Azure cost as well",
      logs: "psa.refresh",
      access,
      body: z.strictObject({ date: z.optional(date) }),
      result: z.object({ kind: z.literal("azureReport"), status: z.enum(psaSyncStatuses) }),
      errors,
    }),
    updateAzureCharge: update(
      "update",
      "Sends a charge of a month to the PSA",
      z.strictObject({ ...sent, charge: asked }),
    ),
    updateAzureCharges: update(
      "update-list",
      "Sends charges of a month to the PSA, all or none of them",
      z.strictObject({ ...sent, charges: z.array(asked).check(z.maxLength(most)) }),
    ),
    changeAzureReport: endpoint({
      method: "POST",
      path: `${base}/azure-charges/report`,
      summary: "Says by what months are charged of which nothing was sent: in total, by group, by resource or by meter",
      logs: "psa.azure",
      access,
      body: z.strictObject({ azureReport: reportKind }),
      result: z.object({ azureReport: reportKind }),
      errors,
    }),
  };
}
