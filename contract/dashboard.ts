/** The first page of the day, in figures. */
import * as z from "zod/mini";
import { endpoint, id, money } from "./endpoint.ts";

export const dashboard = {
  figures: endpoint({
    method: "GET",
    path: "/api/dashboard",
    summary: "Customers, services and money at a glance",
    access: { anyOf: ["home"] },
    result: z.object({
      Customers: z.number(),
      ActiveServices: z.number(),
      InProgress: z.number(),
      Failed: z.number(),
      /** Absent where prices are hidden. Net cost charged this calendar month so far. */
      SpendThisMonth: z.nullable(money),
      /** Open amount of invoices past their due date. Absent where prices are hidden. */
      Overdue: z.nullable(money),
      OverdueInvoices: z.number(),
      /** Net spend per month, oldest first, at most twelve. */
      SpendByMonth: z.array(z.object({ Month: z.string(), Net: money })),
      /** What wants a person's attention, most urgent first, at most eight. */
      NeedsYou: z.array(
        z.object({
          Kind: z.enum(["failedService", "overdueInvoice", "unsignedAgreement", "renewal"]),
          Title: z.string(),
          Detail: z.string(),
          /** Own address of the page that deals with it. */
          Link: z.string(),
          Id: id,
        }),
      ),
    }),
  }),
};
