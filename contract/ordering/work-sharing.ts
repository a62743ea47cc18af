/** How the operator's people share their work: whose it is, until when, what was said and what was ticked. */
import * as z from "zod/mini";
import { day, endpoint, id, instant } from "../endpoint.ts";
import { workPage, workParams } from "./work.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;

/** Pieces of work that can be shared out at once. */
export const mostWorkAtOnce = 200;

const sharedOut = z.object({
  Changed: z.number(),
  /** What stayed as it was, and why. */
  Refused: z.array(z.object({ Id: id, Title: z.string(), Why: z.string() })),
});
const counts = { Open: z.number(), Overdue: z.number() };

export const workSharing = {
  load: endpoint({
    method: "GET",
    path: "/api/operator/work-load",
    summary: "How much work is open, overdue and nobody's, by person and product",
    sums: true,
    access,
    result: z.object({
      ...counts,
      Unassigned: z.number(),
      /** Since when the oldest waits. */
      Oldest: z.nullable(instant),
      /** All of the operator's people, those with work first. */
      People: z.array(z.object({ Id: id, Name: z.string(), IsMe: z.boolean(), ...counts })),
      Products: z.array(
        z.object({ Id: z.string(), Name: z.string(), ...counts, Unassigned: z.number(), Oldest: instant }),
      ),
      Resellers: z.array(z.object({ Id: id, Name: z.string(), Open: z.number() })),
    }),
  }),
  assign: endpoint({
    method: "POST",
    path: "/api/operator/work-load/assign",
    summary: "Gives work to somebody or back to the queue, unless it is somebody else's than it was thought to be",
    logs: "work.assigned",
    access,
    body: z.strictObject({
      /** Each with whose it was when the caller chose it: who takes it second is told who has it. */
      Items: z
        .array(z.strictObject({ Id: id, From: z.nullable(id) }))
        .check(z.minLength(1), z.maxLength(mostWorkAtOnce)),
      To: z.nullable(id),
    }),
    result: sharedOut,
  }),
  setDue: endpoint({
    method: "POST",
    path: "/api/operator/work-load/due",
    summary: "Sets the day by which work is due",
    logs: "work.due",
    access,
    body: z.strictObject({
      Items: z.array(id).check(z.minLength(1), z.maxLength(mostWorkAtOnce)),
      Due: day,
      Why: z.string().check(z.trim(), z.minLength(1, "A reason is required"), z.maxLength(500)),
    }),
    result: sharedOut,
  }),
  note: endpoint({
    method: "POST",
    path: "/api/operator/work/:workItemId/notes",
    summary: "Tells the reseller something about the order, or notes something for the operator's people alone",
    logs: "work.noted",
    access,
    params: workParams,
    body: z.strictObject({
      For: z.enum(["reseller", "us"]),
      Text: z.string().check(z.trim(), z.minLength(1, "A text is required"), z.maxLength(1000)),
    }),
    result: workPage,
  }),
  tick: endpoint({
    method: "POST",
    path: "/api/operator/work/:workItemId/steps",
    summary: "Ticks a step of the checklist, or takes the tick back",
    logs: "work.ticked",
    access,
    params: workParams,
    body: z.strictObject({ Position: z.int().check(z.minimum(1), z.maximum(100)), Done: z.boolean() }),
    result: workPage,
    errors: ["workFinished"],
  }),
};
