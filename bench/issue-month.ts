/** Invoices everything due before a day, in a process of its own as the worker does. Its input says where and when. */
import { readFileSync } from "node:fs";
import { runInvoices } from "@tradewind/server/billing/invoices/invoice-run.actions.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { jobQueue } from "@tradewind/server/platform/jobs.ts";
import { openLog } from "@tradewind/server/platform/log.ts";

const { url, until } = JSON.parse(readFileSync(0, "utf8")) as { url: string; until: string };
const database = openDatabase(url, { max: 4 });
const log = openLog("error", "bench");
const jobs = jobQueue(url, log, false, () => {});
await jobs.start();
const { lines } = await runInvoices(
  { database, log, jobs, committed() {} },
  { until, issuedOn: until, now: new Date(`${until}T06:00:00Z`) },
);
await jobs.stop();
await database.close();
console.log(lines);
