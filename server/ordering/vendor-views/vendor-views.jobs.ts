import type { Pace } from "@tradewind/vendors/calls.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { announce } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { callsAtOnce, type VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { learn, type Observed } from "./vendor-views.actions.ts";
import {
  isAskedAgain,
  listTenantsAt,
  listTenantsToSweep,
  listVendorsToSweep,
  markSwept,
} from "./vendor-views.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;
const [minute, hour] = [60_000, 3_600_000];

/** Every tenant is compared once a day of business time. */
const sweepEvery = 24 * hour;
/** One that could not be compared comes after the others. */
const afterSilence = 10 * minute;
/** Tenants compared in one go: as many as are granted at once, up to so many. */
const mostInOneGo = 200;
/** Calls at a time. */
const lanes = 4;

/** Compares the tenants of a vendor that were not compared for a day, some at a time, until all have been. */
export const sweepVendor = job({
  queue: "vendors.sweep",
  payload: z.object({ vendor: z.string() }),

  async run({ platform, connections, vendorCalls }: Services, { vendor }) {
    const { observeTenant, pace } = connections.get(vendor) ?? {};
    if (!observeTenant) return;
    const granted = pace ? callsAtOnce(pace, "sweeping") / pace.tenant : mostInOneGo;
    const batch = Math.max(1, Math.min(mostInOneGo, Math.floor(granted)));
    const askedAt = platform.clock.now();
    const observed: Observed[] = [];
    const unanswered: string[] = [];
    let silence: VendorUnavailable | undefined;
    const calls = { most: (each: Pace) => each.tenant * batch, why: "sweeping" } as const;
    const asked = await vendorCalls(vendor, calls, async () => {
      const tenants = await platform.database.read(worker, (db) => listTenantsToSweep(db, vendor, askedAt, batch));
      // No transaction is open while the vendor works.
      const queue = [...tenants];
      const ask = async () => {
        for (let tenantRef = queue.shift(); tenantRef !== undefined && !silence; tenantRef = queue.shift())
          try {
            observed.push({ tenantRef, isAll: true, seen: await observeTenant(tenantRef) });
          } catch (error) {
            unanswered.push(tenantRef);
            if (error instanceof VendorUnavailable) silence = error;
            else platform.log.warn({ err: error, vendor, tenant: tenantRef }, "A tenant could not be compared");
          }
      };
      await Promise.all(Array.from({ length: lanes }, ask));
      return tenants.length;
    });
    if (asked === 0) return;
    const keep = (some: readonly Observed[]) =>
      platform.database.write(worker, async (tx) => {
        await learn(tx, platform, { vendor, observed: some, by: "sweep", askedAt });
        const swept = some.map(({ tenantRef }) => tenantRef);
        await markSwept(tx, vendor, swept, { swept_at: askedAt, sweep_at: new Date(askedAt.getTime() + sweepEvery) });
      });
    await keep(observed).catch(async () => {
      // What cannot be kept of one tenant keeps nobody from the others.
      for (const each of observed)
        await keep([each]).catch((error: unknown) => {
          unanswered.push(each.tenantRef);
          platform.log.error({ err: error, vendor, tenant: each.tenantRef }, "What a tenant has could not be kept");
        });
    });
    await platform.database.write(worker, (tx) =>
      markSwept(tx, vendor, unanswered, { sweep_at: new Date(askedAt.getTime() + afterSilence) }),
    );
    platform.committed();
    if (silence) throw new TryLater(Math.max(silence.retryAfterMs ?? 0, minute), silence.message);
    if (asked === batch) throw new TryLater(0, "More tenants are to be compared");
  },
});

/** Asks about one subscription because somebody waits for it, and tells the open pages, whatever it is. */
export const lookAtVendor = job({
  queue: "vendors.look",
  payload: z.object({ vendor: z.string(), tenantRef: z.string(), vendorRef: z.string() }),

  async run({ platform, connections, vendorCalls }: Services, { vendor, ...hint }) {
    const connection = connections.get(vendor);
    if (!connection?.observe) return;
    // The last look answers all who asked before it.
    if (await platform.database.read(worker, (db) => isAskedAgain(db, { vendor, ...hint }))) return;
    const askedAt = platform.clock.now();
    const calls = { tenantRef: hint.tenantRef, most: (pace: Pace) => pace.subscription, why: "waiting" } as const;
    // No transaction is open while the vendor works.
    const found = await vendorCalls(vendor, calls, async () => connection.observe?.(hint));
    const seen = found ?? ({ status: "ended", quantity: 0 } as const);
    const observed = [{ tenantRef: hint.tenantRef, isAll: false, seen: [{ ...seen, vendorRef: hint.vendorRef }] }];
    await platform.database.write(worker, async (tx) => {
      await learn(tx, platform, { vendor, observed, by: "sweep", askedAt });
      for (const { reseller_id, customer_id } of await listTenantsAt(tx, vendor, [hint.tenantRef]))
        await announce(tx, reseller_id, ["differences"], customer_id);
    });
    platform.committed();
  },
});

/** Files the comparison of every vendor that has tenants to compare. */
export async function fileSweeps(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  await platform.database.write(worker, async (tx) => {
    for (const vendor of await listVendorsToSweep(tx, now)) await platform.jobs.file(tx, "vendors.sweep", { vendor });
  });
}
