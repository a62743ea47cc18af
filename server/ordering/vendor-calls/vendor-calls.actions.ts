import { countCalls, type Pace } from "@tradewind/vendors/calls.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { realNow } from "../../platform/clock.ts";
import { TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { holdVendorCalls, takeVendorCalls, type Scope } from "./vendor-calls.store.ts";

/**
 * For whom calls are made: somebody waits for them, an unknown is settled by them, or everything is compared. Each leaves
 * a share of what is granted at once to those before it.
 */
const spared = { waiting: 0, settling: 0.25, sweeping: 0.5 };

/** How many calls are granted at once for a purpose: a fifth of a minute's, less what is left to others. */
export const callsAtOnce = ({ aMinute }: Pace, why: keyof typeof spared) => (aMinute / 5) * (1 - spared[why]);

export type Calls = {
  /** Whose they are, if all are about one tenant. */
  tenantRef?: string | null;
  /** At most so many. */
  most: (pace: Pace) => number;
  why: keyof typeof spared;
};

export type VendorCalls = <T>(vendor: string, calls: Calls, work: () => Promise<T>) => Promise<T>;

const worker = { role: "app_worker" } as const;
const minute = 60_000;
/** How long a call waits at most before it asks again. */
const longestTurn = minute;
/** Tenants of which unused calls are remembered. */
const mostRemembered = 1_000;

/**
 * Makes calls within what each vendor grants to all workers together. Throws `TryLater` before the first of them if no
 * calls are left: nobody holds a transaction while waiting. What a piece of work took and did not use, it gives back as
 * it takes the next time, so that each costs one statement.
 */
export function vendorCalls(
  { database, log }: Pick<Platform, "database" | "log">,
  connections: ReadonlyMap<string, Connection>,
): VendorCalls {
  const unused = new Map<string, number>();
  /** When the next call of a class that finds none left is likely to find some, after those that found none before it. */
  const turns = new Map<string, number>();

  async function take(vendor: string, scopes: readonly Scope[], calls: number, why: Calls["why"]) {
    const at = new Date(realNow());
    const wait = await database.write(worker, (tx) =>
      takeVendorCalls(tx, { vendor, scopes, calls, spared: spared[why], at }),
    );
    for (const { scope } of scopes) unused.delete(`${vendor} ${scope}`);
    if (wait === 0) return;
    const now = at.getTime();
    const turn = Math.min(Math.max(now + wait, turns.get(`${vendor} ${why}`) ?? 0), now + Math.max(wait, longestTurn));
    const { aMinute } = scopes.at(-1)!;
    turns.set(`${vendor} ${why}`, turn + (calls / aMinute) * minute);
    throw new TryLater(turn - now, `What ${vendor} grants a minute is used up`);
  }

  return async (vendor, { tenantRef, most, why }, work) => {
    const pace = connections.get(vendor)?.pace;
    if (!pace) return work();
    const scopes = [
      { scope: "", aMinute: pace.aMinute },
      ...(tenantRef && pace.aMinuteOfTenant ? [{ scope: tenantRef, aMinute: pace.aMinuteOfTenant }] : []),
    ].map((each) => ({ ...each, unused: unused.get(`${vendor} ${each.scope}`) ?? 0 }));
    const calls = most(pace);
    await take(vendor, scopes, calls, why);
    try {
      return await countCalls(work, (made) => {
        if (made > calls) log.warn({ vendor, made, calls }, "A vendor was called more often than was taken");
        if (unused.size > mostRemembered) unused.clear();
        for (const { scope } of scopes) {
          const key = `${vendor} ${scope}`;
          unused.set(key, (unused.get(key) ?? 0) + calls - made);
        }
      });
    } catch (error) {
      const until = error instanceof VendorUnavailable && error.retryAfterMs;
      if (until) {
        const [narrowest] = scopes.slice(-1);
        await database.write(worker, (tx) =>
          holdVendorCalls(tx, vendor, narrowest!.scope, new Date(realNow() + until)),
        );
      }
      throw error;
    }
  };
}
