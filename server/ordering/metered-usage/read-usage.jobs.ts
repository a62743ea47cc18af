import type { Pace } from "@tradewind/vendors/calls.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { brokeInput, lostDatabase } from "../../platform/db-errors.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { insertUsage, listMetered, type TenantUsage } from "./metered-usage.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;
const minute = 60_000;
const mostInARow = 3;
/** Number of tenants whose usage is kept together. */
const tenantsTogether = 10;

/**
 * Reads what is used at a vendor today, tenant by tenant, within what the vendor grants: when that is used up, those left are
 * read later.
 */
export const readUsage = job({
  queue: "vendors.usage",
  payload: z.object({ vendor: z.string() }),

  async run({ platform, connections, vendorCalls }: Services, { vendor }) {
    const usage = connections.get(vendor)?.usage;
    if (!usage) return;
    // Not the day for which it was filed: a vendor that tells levels tells those of now.
    const day = platform.clock.now().toISOString().slice(0, 10);
    const tenants = await platform.database.read(worker, (db) => listMetered(db, vendor, day));
    const read: TenantUsage[] = [];
    const keep = async () => {
      if (read.length > 0) await keepUsage(platform, vendor, read.splice(0));
    };
    let silence: VendorUnavailable | undefined;
    let inARow = 0;
    for (const { tenant_ref: tenantRef, vendor_refs: vendorRefs } of tenants) {
      try {
        // No transaction is open while the vendor answers.
        const calls = {
          tenantRef,
          most: ({ usage: each = 1 }: Pace) => each * vendorRefs.length,
          why: "sweeping",
        } as const;
        const lines = await vendorCalls(vendor, calls, () => usage({ tenantRef, vendorRefs, day }));
        read.push({ tenantRef, lines });
      } catch (error) {
        if (error instanceof TryLater) {
          await keep();
          throw error;
        }
        if (error instanceof VendorUnavailable) {
          silence = error;
          // One tenant may be in trouble by itself; several one after the other are the vendor's.
          if (++inARow === mostInARow) break;
          continue;
        }
        platform.log.warn({ err: error, vendor, tenant: tenantRef }, "The usage of a tenant could not be read");
        continue;
      }
      inARow = 0;
      if (read.length === tenantsTogether) await keep();
    }
    await keep();
    if (silence) throw new TryLater(Math.max(silence.retryAfterMs ?? 0, minute), silence.message);
  },
});

/** Keeps what tenants used; what cannot be kept of one tenant keeps nobody from the others. */
async function keepUsage(platform: Platform, vendor: string, read: readonly TenantUsage[]): Promise<void> {
  try {
    await platform.database.write(worker, (tx) => insertUsage(tx, vendor, read, platform.clock.now()));
  } catch (error) {
    if (read.length > 1 && !lostDatabase(error)) {
      for (const one of read) await keepUsage(platform, vendor, [one]);
      return;
    }
    if (!brokeInput(error)) throw error;
    platform.log.warn({ err: error, vendor, tenant: read[0]!.tenantRef }, "The usage of a tenant could not be kept");
  }
}

/** Has each vendor that measures anything asked what is used. */
export async function fileUsageReads(platform: Platform): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    for (const { id, catalogue } of platform.config.vendors)
      if (catalogue.offers.some(({ meters }) => meters)) await platform.jobs.file(tx, "vendors.usage", { vendor: id });
  });
}
