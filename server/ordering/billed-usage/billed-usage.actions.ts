import { correctUsage, rateUsage } from "@tradewind/domain/pricing/usage.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  chargeMonths,
  listLeftOut,
  listNewMonths,
  type ChargedMonth,
  type NewMonth,
  type Report,
} from "./billed-usage.store.ts";

const worker = { role: "app_worker" } as const;
/** Months of meters charged in one transaction. */
const batch = 500;

/**
 * Charges what a report tells that was not known before: of each subscription, meter and month what was used above its
 * licences, and what differs from an earlier report by a correction that names its charge. Done again, it finds nothing new.
 */
export async function chargeReport(platform: Platform, report: Report): Promise<void> {
  for (let found = batch; found === batch;) {
    const now = platform.clock.now();
    await platform.database.write(worker, async (tx) => {
      const months = await listNewMonths(tx, report, batch);
      found = months.length;
      if (found === 0) return;
      const noted = await chargeMonths(
        tx,
        report,
        months.map((month) => rate(month, report)),
        now.toISOString().slice(0, 10),
        now,
      );
      for (const resellerId of new Set(noted.map((row) => row.reseller_id)))
        await announce(tx, resellerId, ["services", "dashboard"]);
    });
    platform.committed();
  }
  const leftOut = await platform.database.read(worker, (db) => listLeftOut(db, report));
  if (leftOut.length > 0)
    platform.log.warn(
      { vendor: report.vendor, month: report.month, count: leftOut.length, leftOut: leftOut.slice(0, 100) },
      "A vendor's report tells use that is not charged",
    );
}

function rate(month: NewMonth, { month: first }: Report): ChargedMonth {
  const used = { used: month.used, included: month.included, unitCost: month.unit_cost, currency: month.currency };
  const charged = {
    quantity: month.charged_quantity,
    amount: { minor: month.charged_minor, currency: month.currency },
  };
  const what = `${month.name}, used above ${Number(month.included)} in ${formatMonth(first)}`;
  return {
    ...month,
    description: month.corrects === null ? what : `${what}, corrected`,
    rated: correctUsage(used, charged),
    wholeMinor: rateUsage(used).amount.minor,
  };
}
