import { readVendorInvoices } from "./billing/vendor-invoices/read-invoices.jobs.ts";
import { collectAutomatically } from "./billing/autopay/autopay.jobs.ts";
import { postBankLine } from "./billing/bank/bank.jobs.ts";
import { lookAtMandate } from "./billing/direct-debits/direct-debits.jobs.ts";
import { readGateway } from "./billing/gateway-books/gateway-books.jobs.ts";
import { watchMethods } from "./billing/payment-methods/watch-methods.jobs.ts";
import { mailInvoice } from "./billing/invoice-mails/invoice-mails.jobs.ts";
import { makeReport } from "./billing/reports/make-report.jobs.ts";
import { lookAtPayment, refileLostPayments } from "./billing/payments/payments.jobs.ts";
import { connectVendors } from "./connections.ts";
import { smtpMailer } from "@tradewind/vendors/mail/smtp.ts";
import { dailyWork } from "./daily.ts";
import { joinPlatform } from "./join.ts";
import { clockWork, fileTheDay, type DailyWork } from "./developer/clock/clock.jobs.ts";
import { fulfilOrder, refileLostOrders } from "./ordering/fulfilment/fulfil.jobs.ts";
import { readUsageReport } from "./ordering/billed-usage/read-reports.jobs.ts";
import { readSpend } from "./ordering/azure-spend/read-spend.jobs.ts";
import { readUsage } from "./ordering/metered-usage/read-usage.jobs.ts";
import {
  lookAtRelationship,
  refileLostRelationships,
} from "./ordering/admin-relationships/admin-relationships.jobs.ts";
import { openConsole } from "./ordering/consoles/consoles.jobs.ts";
import { watchIntents } from "./ordering/intents/intents.actions.ts";
import { lookAtInvitation, refileLostRequests } from "./ordering/tenants/tenants.jobs.ts";
import { findAskedTransfers, lookAtTransfer, refileLostTransfers } from "./ordering/transfers/transfers.jobs.ts";
import { fileSweeps, lookAtVendor, sweepVendor } from "./ordering/vendor-views/vendor-views.jobs.ts";
import { vendorCalls } from "./ordering/vendor-calls/vendor-calls.actions.ts";
import { bookReturn } from "./ordering/returns/returns.jobs.ts";
import { refileLostPlans, workOnPlan } from "./ordering/plans/plans.jobs.ts";
import { orderOfBasket, refileLostBaskets } from "./ordering/basket/basket.jobs.ts";
import { orderAccepted, refileLostQuotes } from "./ordering/quotes/quotes.jobs.ts";
import { registerForWebhooks } from "./ordering/webhooks/register.jobs.ts";
import { readWebhook } from "./ordering/webhooks/webhooks.jobs.ts";
import { pushToPsa } from "./psa/push/push.jobs.ts";
import { fileDueSyncs, syncPsa } from "./psa/sync/sync.jobs.ts";
import { sendMail } from "./portal/mail/mail.jobs.ts";
import { fileHelpReads, readHelp } from "./support/knowledge-base/read-help.jobs.ts";
import { scanFile } from "./support/scanning/scanning.jobs.ts";
import { pruneOld } from "./platform/housekeeping.ts";
import { realNow } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { repeat } from "./platform/process.ts";
import { sealActivity } from "./platform/seal-activity.ts";
import { addUpTallies } from "./platform/tallies.ts";
import { keepStandings } from "./customers/customers/standings.actions.ts";
import type { Logger } from "pino";
import type { Platform } from "./platform/platform.ts";

/** Milliseconds between two looks for lines of the activity log to seal. */
const sealCheck = 10_000;

type Options = {
  days?: readonly DailyWork[];
  /** Milliseconds between two looks for a new business day and for work that was lost or is due. */
  lookEvery?: number;
};

/** Starts the worker process, which runs filed jobs and each new day's due work. */
export async function startWorker(
  config: Config,
  log: Logger,
  { days = dailyWork, lookEvery = 30_000 }: Options = {},
): Promise<{ platform: Platform; stop(): Promise<void> }> {
  const platform = await joinPlatform(config, log, "app_worker");
  const connections = connectVendors(platform);
  const services = {
    platform,
    dailyWork: days,
    connections,
    vendorCalls: vendorCalls(platform, connections),
    mailer: smtpMailer({ url: config.MAIL_URL, from: config.MAIL_FROM }),
  };
  await platform.hub.start();
  await platform.jobs.start();
  await platform.jobs.work(
    [
      fulfilOrder,
      clockWork,
      sendMail,
      mailInvoice,
      makeReport,
      registerForWebhooks,
      readWebhook,
      scanFile,
      lookAtInvitation,
      openConsole,
      lookAtRelationship,
      lookAtTransfer,
      findAskedTransfers,
      sweepVendor,
      lookAtVendor,
      readVendorInvoices,
      readUsage,
      readSpend,
      readUsageReport,
      workOnPlan,
      orderAccepted,
      orderOfBasket,
      bookReturn,
      lookAtPayment,
      postBankLine,
      lookAtMandate,
      readGateway,
      watchMethods,
      collectAutomatically,
      syncPsa,
      pushToPsa,
      readHelp,
    ],
    services,
  );
  let looking = false;
  const lookForWork = async () => {
    // One that takes long, as after a day's renewals, is not joined by the next.
    if (looking) return;
    looking = true;
    for (const look of [
      fileTheDay,
      refileLostOrders,
      refileLostPlans,
      refileLostQuotes,
      refileLostBaskets,
      refileLostRequests,
      refileLostRelationships,
      refileLostTransfers,
      refileLostPayments,
      fileSweeps,
      fileHelpReads,
      watchIntents,
      fileDueSyncs,
      addUpTallies,
      keepStandings,
      pruneOld,
    ])
      await look(platform).catch((error: unknown) => log.warn({ err: error }, `Looking for work failed: ${look.name}`));
    looking = false;
  };
  await lookForWork();
  const timer = setInterval(() => void lookForWork(), lookEvery);
  const sealing = repeat(sealCheck, (stopping) => sealActivity(platform, new Date(realNow()), stopping));
  log.info("The worker is ready");
  return {
    platform,
    async stop() {
      clearInterval(timer);
      await sealing.stop();
      await platform.jobs.stop();
      await platform.hub.stop();
      await platform.exports.close();
      await platform.replica.close();
      await platform.database.close();
    },
  };
}
