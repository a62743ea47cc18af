import type { Connection } from "@tradewind/vendors/vendor.ts";
import { workQueue } from "./ordering/work/work-queue.actions.ts";
import { realNow } from "./platform/clock.ts";
import type { Platform } from "./platform/platform.ts";

/** Connects every vendor with its settings, by vendor id. */
export function connectVendors(platform: Platform): ReadonlyMap<string, Connection> {
  const { vendors, vendorSettings } = platform.config;
  const help = { work: workQueue(platform), now: realNow };
  return new Map(vendors.map((vendor) => [vendor.id, vendor.connect(vendorSettings, help)]));
}
