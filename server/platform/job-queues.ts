/**
 * Every job queue. A job waits at most its delay times two to the number of tries, and never over a minute; a dead
 * worker is noticed by its missing heartbeat. Filing notifies nobody inside the transaction, since commits that notify
 * wait for each other across the whole cluster: `jobs.ts` wakes the workers after it.
 */
const usual = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  notify: false,
};

export const queues = {
  /** Moves an order one round on at its provider. */
  "orders.fulfil": usual,
  /** Takes goods that came back off what was bought. */
  "returns.book": usual,
  /** Works out or orders the next lines of a plan. */
  "plans.work": usual,
  /** Orders what is placed of a basket. */
  "basket.order": usual,
  /** Orders what a customer accepted of a quote. */
  "quotes.order": usual,
  /** Asks a vendor for an invitation to a tenant's administrator, and what became of it. */
  "tenants.look": usual,
  /** Asks a vendor for an admin relationship, tells it of changes, and looks how it stands. */
  "admin.look": usual,
  /** Asks a vendor for a link to its console, for which somebody waits. */
  "consoles.open": usual,
  /** Asks for what another partner provides or gives away what one asked for, and what became of it. */
  "transfers.look": usual,
  /** Asks what other partners want of a customer's. */
  "transfers.find": usual,
  /** Does the due work of business days up to today: renewals, charges, invoices. Takes as long as there is work. */
  "clock.work": { ...usual, expireInSeconds: 23 * 3600 },
  /** Sends the mails in the outbox. */
  "mail.send": usual,
  /** Mails an issued invoice or credit note with its PDF, which is drawn then. */
  "invoices.mail": usual,
  /** Makes a report that somebody waits for. */
  "reports.make": { ...usual, retryLimit: 3, expireInSeconds: 600 },
  /** Looks for viruses in a file that somebody sent. */
  "files.scan": usual,
  /** Compares what stands in customers' tenants at a vendor with our book. */
  "vendors.sweep": usual,
  /** Asks a vendor about one subscription because somebody waits for it. */
  "vendors.look": usual,
  /** Reads what is used at a vendor today. */
  "vendors.usage": { ...usual, expireInSeconds: 3600 },
  /** Reads what is spent at a vendor day by day. */
  "vendors.spend": { ...usual, expireInSeconds: 3600 },
  /** Reads a vendor's report of what was used in a month, and charges it. */
  "vendors.usageReports": { ...usual, expireInSeconds: 3600 },
  /** Reads a vendor's new invoices to the operator. */
  "vendors.invoices": { ...usual, expireInSeconds: 3600 },
  /** Has a vendor send its webhooks here. */
  "webhooks.register": usual,
  /** Posts for whom a bank transfer is. */
  "bank.post": usual,
  /** Reads a payment at its gateway. */
  "payments.look": usual,
  /** Reads what moved at a payment gateway, and compares it with ours. */
  "gateways.read": { ...usual, expireInSeconds: 3600 },
  /** Reads stored payment methods where they are kept. */
  "methods.look": { ...usual, expireInSeconds: 3600 },
  /** Begins what is to be collected from a company that pays automatically. */
  "autopay.collect": usual,
  /** Begins, ends or reads a direct debit at its provider. */
  "directDebits.look": usual,
  /** Reads a reseller's own PSA. */
  "psa.sync": { ...usual, expireInSeconds: 3600 },
  /** Writes lines into a reseller's own PSA. */
  "psa.push": { ...usual, expireInSeconds: 3600 },
  /** Reads the articles of the knowledge base where they are written. */
  "help.read": { ...usual, expireInSeconds: 3600 },
  /** Reads a vendor's stored webhook. */
  "webhooks.read": usual,
} as const;

export type QueueName = keyof typeof queues;
