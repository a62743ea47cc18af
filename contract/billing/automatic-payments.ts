/** What automatic payment takes from a company next. */
import * as z from "zod/mini";
import { day, endpoint, money } from "../endpoint.ts";
import { payers } from "./payments.ts";

/** `Amount` is null if prices are hidden from the caller. */
const taking = z.object({ On: day, Amount: z.nullable(money), Invoices: z.number() });

export const automaticPayments = {
  next: endpoint({
    method: "GET",
    path: "/api/billing/automatic-payment",
    summary: "What automatic payment takes next and when, what of it is on its way, and what it leaves to people",
    access: payers,
    result: z.object({
      /** `noMethod` if it is on, and what it is to take from cannot be used now. */
      State: z.enum(["off", "noMethod", "on"]),
      /** What was asked for and is not confirmed; the first day on which some of it is taken. */
      OnItsWay: z.nullable(taking),
      Next: z.nullable(taking),
      /** What is due and not collected any more: every try failed, or the bank gave back what was paid. */
      Left: z.nullable(taking),
    }),
  }),
};
