import { fileCollections } from "./billing/autopay/autopay.jobs.ts";
import { sendNotices } from "./billing/dunning/dunning.actions.ts";
import { useCreditDue } from "./billing/credit/credit.actions.ts";
import { turnSales } from "./catalogue/assortment/withdrawals.actions.ts";
import { issueInvoicesDue } from "./billing/invoices/invoice-run.actions.ts";
import { watchMandates } from "./billing/direct-debits/direct-debits.jobs.ts";
import { fileGatewayReads } from "./billing/gateway-books/gateway-books.jobs.ts";
import { fileMethodLooks } from "./billing/payment-methods/watch-methods.jobs.ts";
import { reconcilePayments } from "./billing/payments/payments.jobs.ts";
import { fileInvoiceReads } from "./billing/vendor-invoices/read-invoices.jobs.ts";
import type { DailyWork } from "./developer/clock/clock.jobs.ts";
import { watchRelationships } from "./ordering/admin-relationships/admin-relationships.actions.ts";
import { takeBackFromErased } from "./ordering/fulfilment/erased-people.actions.ts";
import { endReservations } from "./ordering/goods/goods.actions.ts";
import { fileReportReads } from "./ordering/billed-usage/read-reports.jobs.ts";
import { fileSpendReads } from "./ordering/azure-spend/read-spend.jobs.ts";
import { fileUsageReads } from "./ordering/metered-usage/read-usage.jobs.ts";
import { remindOfQuotes } from "./ordering/quotes/quote-reminders.actions.ts";
import { mailRenewals } from "./ordering/renewals/renewal-mails.actions.ts";
import { expireRequests } from "./ordering/requests/expire-requests.actions.ts";
import { fileRegistrations } from "./ordering/webhooks/register.jobs.ts";
import { turnDuePeriods } from "./ordering/renewals/due-work.actions.ts";
import { closeSolvedTickets } from "./support/desk/closing.actions.ts";

/** What the worker does once for each business day. The parts do not depend on each other. */
export const dailyWork: readonly DailyWork[] = [
  { name: "what is withdrawn from sale", run: turnSales },
  // Two parts, so that whoever cannot be charged holds up nobody's invoice.
  { name: "billing periods", run: async (platform, day) => void (await turnDuePeriods(platform, day)) },
  { name: "invoices", run: async (platform, day) => void (await issueInvoicesDue(platform, day)) },
  { name: "credit on invoices that are due", run: useCreditDue },
  { name: "automatic payments", run: fileCollections },
  { name: "reminders of what is overdue", run: sendNotices },
  { name: "vendors' invoices", run: fileInvoiceReads },
  { name: "payments on their way", run: reconcilePayments },
  { name: "direct debits", run: watchMandates },
  { name: "books of payment gateways", run: fileGatewayReads },
  { name: "stored payment methods", run: fileMethodLooks },
  { name: "vendors' webhooks", run: fileRegistrations },
  { name: "vendors' usage", run: fileUsageReads },
  { name: "what is spent at vendors", run: fileSpendReads },
  { name: "reservations of goods", run: endReservations },
  { name: "vendors' reports of usage", run: fileReportReads },
  { name: "what erased people have", run: takeBackFromErased },
  { name: "admin relationships", run: watchRelationships },
  { name: "quotes about to expire", run: remindOfQuotes },
  { name: "mails about renewals", run: mailRenewals },
  { name: "requests that nobody decided", run: expireRequests },
  { name: "closing of solved tickets", run: closeSolvedTickets },
];
