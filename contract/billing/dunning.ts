/** At which step of reminders a company is with what it owes. */
import { dunningSteps } from "@tradewind/domain/billing/dunning.ts";
import * as z from "zod/mini";
import { day, endpoint, id, money } from "../endpoint.ts";
import { payers } from "./payments.ts";

/** Pauses ordering for what stays overdue; off until the operator says for whom. */
export const pauseFlag = "BillingPauseOrdering";

export const dunning = {
  standing: endpoint({
    method: "GET",
    path: "/api/billing/standing",
    summary: "Whether something is overdue, whether ordering is paused for it, and which invoice to pay first",
    access: payers,
    result: z.object({
      /** Null if nothing is so late that a reminder is sent. */
      Step: z.nullable(z.enum(dunningSteps)),
      OrderingPaused: z.boolean(),
      /** All that is overdue, less credit; null if prices are hidden. */
      Owed: z.nullable(money),
      /** The invoice that decides it. */
      Oldest: z.nullable(z.object({ Id: id, Number: z.string(), DueOn: day, OnItsWay: z.boolean() })),
    }),
  }),
};
