import { issueInvoicesDue } from "./billing/invoices/invoice-run.actions.ts";
import { fileInvoiceReads } from "./billing/vendor-invoices/read-invoices.jobs.ts";
import type { DailyWork } from "./developer/clock/clock.jobs.ts";
import { takeBackFromErased } from "./ordering/fulfilment/erased-people.actions.ts";
import { endReservations } from "./ordering/goods/goods.actions.ts";
import { fileReportReads } from "./ordering/billed-usage/read-reports.jobs.ts";
import { fileUsageReads } from "./ordering/metered-usage/read-usage.jobs.ts";
import { remindOfQuotes } from "./ordering/quotes/quote-reminders.actions.ts";
import { fileRegistrations } from "./ordering/webhooks/register.jobs.ts";
import { turnDuePeriods } from "./ordering/renewals/due-work.actions.ts";
import { closeSolvedTickets } from "./support/desk/closing.actions.ts";

/** What the worker does once for each business day. The parts do not depend on each other. */
export const dailyWork: readonly DailyWork[] = [
  // Two parts, so that whoever cannot be charged holds up nobody's invoice.
  { name: "billing periods", run: async (platform, day) => void (await turnDuePeriods(platform, day)) },
  { name: "invoices", run: async (platform, day) => void (await issueInvoicesDue(platform, day)) },
  { name: "vendors' invoices", run: fileInvoiceReads },
  { name: "vendors' webhooks", run: fileRegistrations },
  { name: "vendors' usage", run: fileUsageReads },
  { name: "reservations of goods", run: endReservations },
  { name: "vendors' reports of usage", run: fileReportReads },
  { name: "what erased people have", run: takeBackFromErased },
  { name: "quotes about to expire", run: remindOfQuotes },
  { name: "closing of solved tickets", run: closeSolvedTickets },
];
