/** Numbers that come from another provider: what a reseller asks for, and what the operator does with it. */
import { portEvents, portLines, portStates } from "@tradewind/domain/ordering/number-ports.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";
import { fileScan } from "../sent-files.ts";

const needed = (label: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, `${label} is required`), z.maxLength(most));
const words = z.string().check(z.trim(), z.maxLength(500));
const date = day.check(z.refine(isCalendarDate, "Must be a date"));
const operators = { anyOf: [], kinds: ["admin"] } as const;
const askers = { anyOf: ["addProducts"] } as const;
const params = z.strictObject({ instanceId: id });
const portParams = z.strictObject({ numberPortId: id });

const asked = {
  /** The subscription of the site that the numbers join. */
  SiteId: id,
  /** One number or range on each line: `0117 496 0100 to 0117 496 0129`. */
  Numbers: z.array(z.string().check(z.trim(), z.maxLength(60))).check(z.maxLength(100, "Enter at most 100 lines")),
  /** How the numbers are connected at the old provider. */
  Line: z.enum(portLines),
  /** Whether others of their range stay there. */
  IsPartOfRange: z.boolean(),
};

const terms = z.object({
  Count: z.number(),
  EarliestOn: day,
  /** What is charged once they are here, to a customer's own people at its price; null if nothing is, or it is hidden. */
  Price: z.nullable(z.object({ Each: money, Total: money })),
  /** Whether the reseller has to approve it, since the caller is not shown what it costs. */
  NeedsApproval: z.boolean(),
  Hash: z.string(),
});

const port = z.object({
  Id: id,
  Number: z.string(),
  State: z.enum(portStates),
  SiteId: id,
  SiteName: z.string(),
  SitePostcode: z.string(),
  Numbers: z.array(z.string()),
  Count: z.number(),
  Line: z.enum(portLines),
  IsPartOfRange: z.boolean(),
  Provider: z.string(),
  AccountNumber: z.string(),
  MainNumber: z.string(),
  BillingPostcode: z.string(),
  /** Who signs the letter of authority for the customer, and when they did; null before it was uploaded. */
  SignedBy: z.string(),
  SignedOn: z.nullable(day),
  /** The signed letter; null if there is none. */
  Letter: z.nullable(
    z.object({
      Name: z.string(),
      Size: z.number(),
      Scan: fileScan,
      /** What was found in it, so that it was removed. */
      Virus: z.nullable(z.string()),
      SentBy: z.string(),
      SentAt: instant,
    }),
  ),
  /** Whether it waits for the reseller's approval, before which it can be called off or rejected only. */
  Waits: z.boolean(),
  WishedOn: day,
  /** The day on which they move, once the old provider accepted. */
  PortOn: z.nullable(day),
  Note: z.nullable(z.string()),
  /** Why it was rejected. */
  Answer: z.nullable(z.string()),
  AskedBy: z.string(),
  AskedAt: instant,
  SettledAt: z.nullable(instant),
  /** Oldest first. */
  History: z.array(z.object({ At: instant, Kind: z.enum(portEvents), Text: z.string() })),
});

/** As those see it who asked for it. */
export const ownPort = z.extend(port, {
  MayCancel: z.boolean(),
  /** The last day for that, once the day is set. */
  CancelUntil: z.nullable(day),
  Total: z.nullable(money),
});

const work = z.extend(port, {
  ResellerName: z.string(),
  CustomerName: z.string(),
  Steps: z.array(
    z.object({
      Position: z.number(),
      Text: z.string(),
      TickedBy: z.nullable(z.string()),
      TickedAt: z.nullable(instant),
    }),
  ),
});

export const numberPorts = {
  ofService: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/number-ports",
    summary: "Numbers that come to a service from another provider, and the sites that they can come to",
    access: { anyOf: ["customers", "manageService"] },
    params,
    result: z.object({
      Items: z.array(ownPort),
      Sites: z.array(z.object({ Id: id, Name: z.string(), AreaCode: z.string() })),
    }),
  }),
  propose: endpoint({
    method: "POST",
    path: "/api/services/:instanceId/number-ports/propose",
    summary: "Says how many numbers come, from when on they can, and what that costs",
    reads: true,
    access: askers,
    params,
    body: z.strictObject(asked),
    result: terms,
  }),
  ask: endpoint({
    method: "POST",
    path: "/api/services/:instanceId/number-ports",
    summary: "Asks for numbers to come from another provider, as it was proposed",
    logs: "numberPorts.ask",
    access: askers,
    params,
    body: z.strictObject({
      ...asked,
      Provider: needed("Provider", 100),
      AccountNumber: needed("Account number", 40),
      MainNumber: needed("Main billing number", 20),
      BillingPostcode: needed("Postcode of the bill", 10),
      /** Who signs the letter of authority for the customer. */
      SignedBy: needed("Name", 100),
      WishedOn: date,
      Note: z.optional(z.nullable(words)),
      Hash: z.string().check(z.maxLength(64)),
    }),
    result: ownPort,
    errors: ["portTermsChanged"],
  }),
  approve: endpoint({
    method: "POST",
    path: "/api/number-ports/:numberPortId/approve",
    summary: "Approves a port that somebody of a customer asked for without being shown what it costs",
    logs: "numberPorts.approve",
    access: { ...askers, kinds: ["reseller", "engineer"] },
    params: portParams,
    body: z.strictObject({}),
    result: ownPort,
    errors: ["portElsewhere", "customerSuspended", "portSiteMissing", "numbersHeld"],
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/number-ports/:numberPortId/cancel",
    summary: "Calls off a port of numbers, until some days before they move",
    logs: "numberPorts.cancel",
    access: askers,
    params: portParams,
    body: z.strictObject({}),
    result: ownPort,
    errors: ["portElsewhere", "portTooLate"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/operator/number-ports",
    summary: "Numbers that are to come from other providers, what is due first, or that recently did",
    access: operators,
    query: z.strictObject({ Status: z._default(z.enum(["open", "finished"]), "open") }),
    result: z.object({ Items: z.array(work) }),
  }),
  submit: endpoint({
    method: "POST",
    path: "/api/operator/number-ports/:numberPortId/submit",
    summary: "Says that a port was sent to the old provider",
    logs: "numberPorts.submit",
    access: operators,
    params: portParams,
    body: z.strictObject({}),
    result: work,
    errors: ["portElsewhere", "portLetterMissing"],
  }),
  accept: endpoint({
    method: "POST",
    path: "/api/operator/number-ports/:numberPortId/accept",
    summary: "Says on which day numbers move, once the old provider accepted, or that they move on another one",
    logs: "numberPorts.accept",
    access: operators,
    params: portParams,
    body: z.strictObject({ On: date, Why: z.optional(z.nullable(words)) }),
    result: work,
    errors: ["portElsewhere"],
  }),
  reject: endpoint({
    method: "POST",
    path: "/api/operator/number-ports/:numberPortId/reject",
    summary: "Says why numbers do not come; nothing is charged",
    logs: "numberPorts.reject",
    access: operators,
    params: portParams,
    body: z.strictObject({ Why: words.check(z.minLength(1, "A reason is required")) }),
    result: work,
    errors: ["portElsewhere"],
  }),
  tick: endpoint({
    method: "POST",
    path: "/api/operator/number-ports/:numberPortId/steps",
    summary: "Ticks a step of a port's checklist, or takes the tick back",
    logs: "numberPorts.tick",
    access: operators,
    params: portParams,
    body: z.strictObject({ Position: z.int().check(z.minimum(1), z.maximum(100)), Done: z.boolean() }),
    result: work,
    errors: ["portElsewhere"],
  }),
  complete: endpoint({
    method: "POST",
    path: "/api/operator/number-ports/:numberPortId/complete",
    summary: "Says that numbers are here: they join their site, and are charged",
    logs: "numberPorts.complete",
    access: operators,
    params: portParams,
    body: z.strictObject({}),
    result: work,
    errors: ["portElsewhere", "portNotDue", "portSiteMissing", "workNotTicked", "numbersHeld"],
  }),
};
export type NumberPort = z.output<typeof ownPort>;
export type PortWork = z.output<typeof work>;
