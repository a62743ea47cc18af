/** The dashboard's figures. */
import { firstSteps, needKinds } from "@tradewind/domain/insight/dashboard.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";

export const dashboard = {
  figures: endpoint({
    method: "GET",
    path: "/api/dashboard",
    summary: "Customers, services and money at a glance",
    sums: true,
    access: { anyOf: ["home"] },
    result: z.object({
      /** The organisation of a customer's people; null for a reseller's. */
      Organisation: z.nullable(z.string()),
      Customers: z.number(),
      ActiveServices: z.number(),
      InProgress: z.number(),
      Failed: z.number(),
      /** Net cost charged so far this calendar month; null if prices are hidden. */
      SpendThisMonth: z.nullable(money),
      /** Unpaid amount of overdue invoices; null if prices are hidden. */
      Overdue: z.nullable(money),
      OverdueInvoices: z.number(),
      /** Net cost per month, oldest first, at most twelve. */
      SpendByMonth: z.array(z.object({ Month: z.string(), Net: money })),
      /** Items that need the person's attention, most urgent first, at most eight. */
      NeedsYou: z.array(
        z.object({
          Kind: z.enum(needKinds),
          Title: z.string(),
          Detail: z.string(),
          /** Label of the action to take. */
          Action: z.string(),
          /** Address within the portal of the page to do it on. */
          Link: z.string(),
          Id: id,
        }),
      ),
    }),
  }),
  beginning: endpoint({
    method: "GET",
    path: "/api/dashboard/beginning",
    summary: "What a new reseller does first, and which of it is done",
    access: { anyOf: ["home"], kinds: ["reseller", "engineer"] },
    result: z.object({ Steps: z.array(z.object({ Step: z.enum(firstSteps), Done: z.boolean() })) }),
  }),
  inProgress: endpoint({
    method: "GET",
    path: "/api/dashboard/in-progress",
    summary: "Orders that their provider is at work on, the latest first, at most five",
    access: { anyOf: ["home"] },
    result: z.object({
      Items: z.array(
        z.object({
          Id: id,
          InstanceId: id,
          CustomerId: id,
          CustomerName: z.string(),
          ProductName: z.string(),
          What: z.string(),
          PlacedAt: instant,
          PlacedBy: z.string(),
          ExpectedOn: z.nullable(day),
        }),
      ),
    }),
  }),
};
