import { formatDecimal, scale } from "@tradewind/domain/values/decimal.ts";
import type { Connection, UsageLine } from "../vendor.ts";
import { VendorRefusal } from "../http.ts";
import type { Acronis } from "./acronis-api.ts";

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

const quantityOf = (value: number, unit: string): string => {
  const whole = BigInt(Math.round(value));
  return formatDecimal(unit === "bytes" ? (whole * scale) / bytesPerGigabyte : whole * scale, 8);
};
