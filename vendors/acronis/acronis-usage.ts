import { setTimeout as sleep } from "node:timers/promises";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { formatDecimal, scale } from "@tradewind/domain/values/decimal.ts";
import { type Connection, type ReportedUsage, type UsageLine, VendorUnavailable } from "../vendor.ts";
import { VendorRefusal } from "../http.ts";
import type { Acronis, AcronisReport } from "./acronis-api.ts";

const bytesPerGigabyte = 1024n ** 3n;

/**
 * Reads what the units of a customer use of their items. Acronis refreshes this about every half hour and tells the present
 * level only, so each day has the level at which it was read.
 */
export const acronisUsage =
  (api: Acronis): NonNullable<Connection["usage"]> =>
  async ({ vendorRefs, day }) => {
    const lines: UsageLine[] = [];
    for (const vendorRef of vendorRefs) {
      const usages = await api.listUsages(vendorRef).catch((error: unknown) => {
        // It is gone there, which the comparison of the tenant tells.
        if (error instanceof VendorRefusal && error.status === 404) return [];
        throw error;
      });
      for (const [line, { name: meter, value, measurement_unit: unit }] of usages.entries())
        lines.push({ vendorRef, meter, day, quantity: quantityOf(value, unit), source: `usages of ${day}`, line });
    }
    return lines;
  };

/** Looks at a report that is being made, which takes a minute or two, before the whole is tried again later. */
const mostLooks = 24;
const betweenLooksMs = (look: number) => Math.min(500 * 2 ** look, 10_000);

/** Reads Acronis's own report of a month, which it says itself is to be used for billing. */
export const acronisReport =
  (api: Acronis): NonNullable<Connection["usageReport"]> =>
  async ({ from, until }, asked) => {
    const id = asked?.begun ?? (await api.createReport(from, addDays(until, -1)));
    if (id !== asked?.begun) await asked?.keep(id);
    for (let look = 0; look < mostLooks; look++) {
      const report = await api.findReport(id);
      if (report) return { generatedAt: new Date(report.madeAt * 1_000).toISOString(), lines: linesOf(report) };
      await sleep(betweenLooksMs(look));
    }
    throw new VendorUnavailable("Acronis is still making the report", { retryAfterMs: 60_000 });
  };

async function* linesOf({ lines }: AcronisReport): AsyncGenerator<ReportedUsage> {
  for await (const { tenant_uuid: vendorRef, name: meter, value, measurement_unit: unit } of lines())
    yield { vendorRef, meter, quantity: quantityOf(value, unit) };
}

const quantityOf = (value: number, unit: string): string =>
  unit === "bytes" ? formatDecimal((BigInt(Math.round(value)) * scale) / bytesPerGigabyte, 8) : value.toFixed(8);
