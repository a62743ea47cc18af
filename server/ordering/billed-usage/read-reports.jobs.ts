import type { UsagePolicy } from "@tradewind/domain/pricing/policies.ts";
import { addDays, addMonths, monthOf, type Period } from "@tradewind/domain/values/dates.ts";
import type { Pace } from "@tradewind/vendors/calls.ts";
import type { CatalogueData } from "@tradewind/vendors/catalogue-data.ts";
import { VendorUnavailable, type Connection, type ReportedUsage, type UsageReport } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { realNow } from "../../platform/clock.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { chargeReport } from "./billed-usage.actions.ts";
import { compareReport, noteTrouble, wasTold } from "./compare-report.store.ts";
import {
  closeReport,
  dropReport,
  findAsked,
  insertReportLines,
  isFiled,
  keepAsked,
  keepReport,
  openReport,
  wasReadOn,
  type Report,
} from "./billed-usage.store.ts";
import { addLastUsage } from "./last-usage.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;
const minute = 60_000;
const batch = 1_000;

/** Reads a vendor's report of a month and charges what is new in it. */
export const readUsageReport = job({
  queue: "vendors.usageReports",
  payload: z.object({ vendor: z.string(), from: z.string(), until: z.string() }),

  async run({ platform, connections, vendorCalls }: Services, { vendor, ...month }) {
    const ask = connections.get(vendor)?.usageReport;
    if (!ask) return;
    const { database, clock } = platform;
    const today = clock.today();
    const begunAt = clock.now();
    // One may have waited while another was at work.
    const isRead = await database.read(worker, (db) => wasReadOn(db, vendor, month.from, today));
    if (isRead) return;
    // What is tried again goes on with the report that was asked for; another day has another.
    const begun = await database.read(worker, (db) => findAsked(db, vendor, month.from, today));
    const keep = async (ref: string) => {
      await database.write(worker, (tx) => keepAsked(tx, vendor, month.from, today, ref));
    };
    try {
      const calls = { most: ({ report = 1 }: Pace) => report, why: "sweeping" } as const;
      const report = await vendorCalls(vendor, calls, () => ask(month, { begun, keep }));
      await takeReport(platform, vendor, month, report, begunAt);
    } catch (error) {
      const trouble = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      if (!(error instanceof TryLater))
        await database.write(worker, (tx) => noteTrouble(tx, vendor, month, trouble, today));
      if (error instanceof VendorUnavailable)
        throw new TryLater(Math.max(error.retryAfterMs ?? 0, minute), error.message);
      throw error;
    }
  },
});

/**
 * Keeps what a report tells, without a transaction open while it arrives, and then charges what is new in it. Refused at once
 * while another worker reads one of the same month. It counts as read on the day it was begun: what ends after midnight does
 * not stand for that of the next day.
 */
export async function takeReport(
  platform: Platform,
  vendor: string,
  month: Period,
  { generatedAt, lines }: UsageReport,
  begunAt = platform.clock.now(),
) {
  const { database, clock } = platform;
  const opened = { vendor, month: month.from, generatedAt, at: new Date(realNow()) };
  const open = await database.write(worker, (tx) => openReport(tx, opened));
  if (open === "known") return;
  if (open === "taken") throw takenByAnother();
  const report = { ...open, vendor, month: month.from, until: month.until, generatedAt: new Date(generatedAt) };
  try {
    const told = await keepLines(platform, report, lines);
    const { numAffectedRows: ended } = await database.write(worker, (tx) => addLastUsage(tx, report));
    const isEmpty = told === 0 && !ended;
    if (!isEmpty) await chargeReport(platform, report);
    await database.write(worker, async (tx) => {
      if (!isEmpty || (await wasTold(tx, report))) await compareReport(tx, report, clock.now());
      await closeReport(tx, report, begunAt);
    });
  } catch (error) {
    await database.write(worker, (tx) => dropReport(tx, report.id));
    throw error;
  }
}

/** Keeps the lines of a report, and returns how many there were. */
async function keepLines({ database }: Platform, { id }: Report, lines: UsageReport["lines"]): Promise<number> {
  let read = 0;
  for await (const some of inBatches(lines)) {
    await database.write(worker, async (tx) => {
      if (!(await keepReport(tx, id, new Date(realNow())))) throw takenByAnother();
      await insertReportLines(tx, id, read, some);
    });
    read += some.length;
  }
  return read;
}

const takenByAnother = () => new TryLater(minute, "Another worker is reading this report");

async function* inBatches(lines: Iterable<ReportedUsage> | AsyncIterable<ReportedUsage>) {
  let some: ReportedUsage[] = [];
  for await (const line of lines) {
    some.push(line);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** The months whose reports a vendor's policies have read on a day: the latest first. */
export function monthsToRead({ policies, offers }: CatalogueData, today: string): Period[] {
  const used = new Set(offers.flatMap(({ meters }) => meters?.map(({ policy }) => policy) ?? []));
  const rules = policies.filter((policy): policy is UsagePolicy => policy.kind === "usage" && used.has(policy.id));
  const isRead = ({ until }: Period) =>
    rules.some(({ fromDay, days }) => today >= addDays(until, fromDay - 1) && today < addDays(until, days));
  const latest = monthOf(addMonths(monthOf(today).from, -1));
  return [0, 1, 2, 3].map((before) => monthOf(addMonths(latest.from, -before))).filter(isRead);
}

/** Has each vendor asked for the reports of the months that may still change, unless a job waits for that already. */
export async function fileReportReads(platform: Platform, day: string): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    // Of two workers that do the same day, the second sees what the first has filed.
    await takeTurn(tx, "reports of what was used");
    for (const { id: vendor, catalogue } of platform.config.vendors)
      for (const { from, until } of monthsToRead(catalogue, day))
        if (!(await isFiled(tx, vendor, from)))
          await platform.jobs.file(tx, "vendors.usageReports", { vendor, from, until });
  });
}
