import { monthOf } from "@tradewind/domain/values/dates.ts";
import { euCountries, vatTreatment } from "@tradewind/domain/billing/vat.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { notifyOfInvoices } from "../../portal/notifications/notifications.store.ts";
import {
  prepareRun,
  claimMonth,
  findOldestUnbilled,
  issueInvoices,
  writeInvoiceLines,
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

export type IssuedMonth = { documents: number; lines: number };

/**
 * Invoices everything due before `until`, the first day of a month, for all resellers at once: the number of statements
 * is constant and no rows pass through this process. A repeated run issues nothing.
 */
export async function runInvoices(
  tx: Tx,
  { until, issuedOn, now }: { until: string; issuedOn: string; now: Date },
): Promise<IssuedMonth> {
  await prepareRun(tx);
  if ((await claimMonth(tx, until)) === 0) return { documents: 0, lines: 0 };
  const documents = await issueInvoices(tx, { until, issuedOn, now, treatments });
  const lines = await writeInvoiceLines(tx, until);
  await notifyOfInvoices(tx, until, now);
  return { documents, lines };
}

/** Issues every month that has ended by the business day, oldest first, each in its own transaction. */
export async function issueInvoicesDue(platform: Platform, day: string): Promise<number> {
  const end = monthOf(day).from;
  let unbilled = await platform.database.read({ role: "app_worker" }, findOldestUnbilled);
  let issued = 0;
  while (unbilled !== undefined && unbilled < end) {
    const { until } = monthOf(unbilled);
    const { documents } = await platform.database.write({ role: "app_worker" }, (tx) =>
      runInvoices(tx, { until, issuedOn: day, now: platform.clock.now() }),
    );
    issued += documents;
    unbilled = until;
  }
  if (issued > 0) platform.committed();
  return issued;
}
