import type { Connection } from "@tradewind/vendors/vendor.ts";
import { vendorNames } from "./ordering/tenants/vendor-names.actions.ts";
import { workQueue } from "./ordering/work/work-queue.actions.ts";
import { realNow } from "./platform/clock.ts";
import type { Platform } from "./platform/platform.ts";
import { newId } from "./platform/random.ts";

/** Connects every vendor with its settings, by vendor id. */
export function connectVendors(platform: Platform): ReadonlyMap<string, Connection> {
  const { vendors, vendorSettings } = platform.config;
  const work = workQueue(platform);
  return new Map(
    vendors.map((vendor) => {
      const help = { work, names: vendorNames(platform, vendor.id), now: realNow, newId };
      return [vendor.id, vendor.connect(vendorSettings, help)];
    }),
  );
}
