import { setTimeout as sleep } from "node:timers/promises";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import { euCountries, vatTreatment } from "@tradewind/domain/billing/vat.ts";
import type { Database } from "../../platform/database.ts";
import { realNow } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { tellOfInvoices } from "../notices/tell-of-invoices.actions.ts";
import {
  closeMonths,
  closeMonthsOf,
  chargesOf,
  chargesOfCustomers,
  gather,
  isAnyMonthOpen,
  issueDrafts,
  listMissed,
  listResellersBehind,
  lockMonth,
  lockOpenMonths,
  prepareRun,
  takeCustomers,
  type OpenMonth,
  type TreatmentRow,
} from "./invoice-run.store.ts";

const seller = { country: "GB", vatNumber: null };

/** The domain's VAT rule as rows, so that the run can tax every reseller in one statement. */
export const treatments: readonly TreatmentRow[] = ["GB", ...euCountries, null].flatMap((country) =>
  (country ? [true, false] : [false]).map((registered) => {
    // Any country outside the EU stands for all of them.
    const buyer = { country: country ?? "US", vatNumber: registered ? "given" : null };
    const { category, wording } = vatTreatment(seller, buyer);
    return { country, registered, category, wording };
  }),
);

/** The most that one transaction of the run does, so that each is short. */
const usual = { closed: 500, months: 500, lines: 10_000, slice: 1_000 };
type Limits = typeof usual;

export type Run = {
  /** The first day of a month: everything due before it is invoiced. */
  until: string;
  issuedOn: string;
  now: Date;
};
export type Issued = { documents: number; lines: number };
type Services = Pick<Platform, "database" | "log" | "committed" | "jobs">;

const worker = { role: "app_worker" } as const;

/**
 * Invoices everything due before a day, reseller by reseller: closes the months of all, then issues the documents of
 * each in transactions of their own, small ones several together and large ones in slices between which the others
 * come first. No order waits for longer than its reseller's months take to close. What was done is kept, so a run can
 * be repeated after any interruption and by several at once, and issues nothing twice. A reseller whose documents
 * cannot be issued is reported at the end and holds up nobody else.
 */
export async function runInvoices(services: Services, run: Run, limits: Partial<Limits> = {}): Promise<Issued> {
  const most = { ...usual, ...limits };
  const { database, log, committed } = services;
  const issued: Issued = { documents: 0, lines: 0 };
  const failures = new Map<string, unknown>();
  const failed = (resellerId: string, error: unknown) => {
    if (failures.has(resellerId)) return;
    failures.set(resellerId, error);
    log.error({ err: error, reseller: resellerId }, "A month could not be invoiced");
  };
  const add = ({ documents, lines }: Issued) => {
    issued.documents += documents;
    issued.lines += lines;
    if (documents > 0) committed();
  };
  await closeAll(database, run, most, failed);
  const passed = () => [...failures.keys()];
  let isAllTaken = false;
  while (await database.read(worker, (db) => isAnyMonthOpen(db, passed()))) {
    let months: OpenMonth[] = [];
    const began = realNow();
    const step = database.write(worker, async (tx) => {
      months = await takeMonths(tx, most, passed(), isAllTaken);
      return issue(services, tx, run, most, months);
    });
    await step.then(add, async (error: unknown) => {
      if (months.length === 0) throw error;
      // One of them cannot be issued: each is tried alone.
      for (const month of months)
        await database
          .write(worker, async (tx) => issue(services, tx, run, most, (await lockMonth(tx, month)) ? [month] : []))
          .then(add, (failure: unknown) => failed(month.resellerId, failure));
    });
    isAllTaken = months.length === 0;
    // Twice as long for everybody else: a month is in no hurry, and who orders meanwhile is.
    await sleep(2 * (realNow() - began));
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `The months of ${failures.size} resellers could not be invoiced`);
  return issued;
}

async function closeAll(
  database: Database,
  run: Run,
  most: Limits,
  failed: (resellerId: string, error: unknown) => void,
) {
  let closed: number;
  do closed = await database.write(worker, (tx) => closeMonths(tx, run, most.closed));
  while (closed === most.closed);
  for (const resellerId of await database.read(worker, (db) => listResellersBehind(db, run.until)))
    await database
      .write(worker, (tx) => closeMonthsOf(tx, run, resellerId))
      .catch((error: unknown) => failed(resellerId, error));
}

/** Locks the months to go on with: small ones whose lines fit into a transaction, or the next of the large ones. */
async function takeMonths(tx: Tx, most: Limits, passed: readonly string[], wait: boolean) {
  const open = await lockOpenMonths(tx, { most: wait ? 1 : most.months, countUpTo: most.lines + 1, passed, wait });
  let lines = 0;
  const small = open.filter((month) => !isLarge(month, most) && (lines += month.charges) <= most.lines);
  return small.length > 0 ? small : open.slice(0, 1);
}

const isLarge = ({ charges }: OpenMonth, most: Limits) => charges > most.lines;

async function issue(
  services: Services,
  tx: Tx,
  { issuedOn, now }: Run,
  most: Limits,
  months: readonly OpenMonth[],
): Promise<Issued> {
  const [first] = months;
  if (!first) return { documents: 0, lines: 0 };
  await prepareRun(tx);
  let lines: number;
  if (isLarge(first, most)) {
    const { ids, areLast } = await takeCustomers(tx, first, most.slice);
    lines = await gather(tx, chargesOfCustomers(first, ids), treatments);
    if (!areLast) return { documents: 0, lines };
    lines += await gather(tx, chargesOfCustomers(first, await listMissed(tx, first)), treatments);
  } else lines = await gather(tx, chargesOf(months), treatments);
  const documents = await issueDrafts(tx, months, { issuedOn, now });
  await tellOfInvoices(services, tx, documents, now);
  return { documents: documents.length, lines };
}

/** Issues every month that has ended by the business day, and returns the number of documents. */
export async function issueInvoicesDue(platform: Platform, day: string): Promise<number> {
  const run = { until: monthOf(day).from, issuedOn: day, now: platform.clock.now() };
  return (await runInvoices(platform, run)).documents;
}
