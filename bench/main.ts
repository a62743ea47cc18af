/**
 * Runs the benchmarks (`npm run bench`), or one of them (`npm run bench -- calls`). Prints the figures and saves them
 * in results.md.
 */
import { run as runAzureSpend } from "./azure-spend.ts";
import { run as runBesideLimit } from "./beside-limit.ts";
import { run as runBrowser } from "./browser.ts";
import { run as runForecast } from "./forecast.ts";
import { run as runInvoices } from "./invoice-run.ts";
import { run as runNames } from "./names-alike.ts";
import { run as runNeighbours } from "./neighbours.ts";
import { run as runPlans } from "./plans.ts";
import { run as runPriceImport } from "./price-import.ts";
import { run as runProcesses } from "./processes.ts";
import { run as runMatch } from "./match-screen.ts";
import { run as runPsaSync } from "./psa-sync.ts";
import { run as runPsa } from "./psa.ts";
import { run as runReads } from "./reads.ts";
import { print, report, type Row } from "./report.ts";
import { run as runReports } from "./reports.ts";
import { run as runSearches } from "./searches.ts";
import { run as runStreams } from "./streams.ts";
import { run as runSweep } from "./sweep.ts";
import { run as runUserImport } from "./user-import.ts";

const parts: Record<string, () => Promise<void>> = {
  // First, while the process holds nothing of the others.
  "psa-sync": async () => report("PSA, reading", "The process that reads a ConnectWise.", printed(await runPsaSync())),
  azure: async () =>
    report(
      "Azure spend",
      "Times the cost of COPY of the same rows and one statement that adds them up, and of the SQL that answers from the same rows.",
      printed(await runAzureSpend()),
    ),
  calls: async () =>
    report(
      "Calls",
      "Times the cost of the limit, `limit-server.mjs`: node:http forwarding what PostgreSQL computes, on eight connections.",
      await runBesideLimit(),
    ),
  forecast: async () =>
    report("Forecast", "Times the cost of one statement that computes the same rows.", printed(await runForecast())),
  invoices: async () =>
    report(
      "Invoice run",
      "Times the cost of one set-based statement that writes the same lines.",
      printed(await runInvoices()),
    ),
  names: async () =>
    report(
      "Names",
      "Times between a name somebody has and one nobody has, the slower over the faster: time must tell nobody who is known.",
      printed(await runNames()),
    ),
  neighbours: async () =>
    report(
      "Neighbours",
      "One reseller's orders while another's month is invoiced, beside the same orders at rest.",
      printed(await runNeighbours()),
    ),
  plans: async () =>
    report("Plans", "Times the cost of the same changes ordered one by one.", printed(await runPlans())),
  prices: async () =>
    report(
      "Price lists",
      "Times the cost of COPY of the same prices into the same tables, with the same checks.",
      printed(await runPriceImport()),
    ),
  processes: async () =>
    report("Processes", "The same load on more web processes, and more clients on one.", printed(await runProcesses())),
  psa: async () =>
    report("PSA", "Times the cost of one full outer join that answers the same figures.", printed(await runPsa())),
  "psa-match": async () =>
    report("PSA, matching", "Times the cost of the same screen of 50 customers.", printed(await runMatch())),
  reads: async () =>
    report(
      "Reads",
      "Times the cost of a program that only sends the same statements, one after another, and reads their rows.",
      printed(await runReads()),
    ),
  searches: async () =>
    report(
      "Searches",
      "Times the cost of a program that only sends the same statements, one after another, and reads their rows.",
      printed(await runSearches()),
    ),
  sweep: async () =>
    report(
      "Sweep",
      "Times the cost of reading the same answers into the shapes that are compared.",
      printed(await runSweep()),
    ),
  users: async () =>
    report(
      "Users",
      "Times the cost of COPY of the same users into the same tables, with the same checks.",
      printed(await runUserImport()),
    ),
  reports: async () =>
    report("Reports", "Times the cost of COPY of the same rows to a file.", printed(await runReports())),
  streams: async () => report("Streams", "Event streams held open by one web process.", printed(await runStreams())),
  browser: async () =>
    report("Browser", "The production build in Chromium, beside a bare React list.", printed(await runBrowser())),
};

const printed = (rows: Row[]): Row[] => {
  rows.forEach(print);
  return rows;
};

const named = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (named.length === 0 || named.includes(name)) await run();
