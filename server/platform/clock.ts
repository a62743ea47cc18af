import type { Database } from "./database.ts";

/**
 * Business time: real time plus the offset stored in the database. Sessions, tokens and leases use real time instead.
 */
export type BusinessClock = {
  now(): Date;
  /** The business day in UTC as `yyyy-MM-dd`. */
  today(): string;
  /** Rereads the offset: at start, and when another process moved the clock. */
  refresh(): Promise<void>;
};

export function businessClock(database: Database, role: "app_identity" | "app_worker"): BusinessClock {
  let offset: number | undefined;
  const now = () => new Date(Date.now() + (offset ?? 0));
  return {
    now,
    today: () => now().toISOString().slice(0, 10),
    async refresh() {
      const row = await database.read({ role }, (db) =>
        db.selectFrom("business_clock").select("offset_ms").executeTakeFirstOrThrow(),
      );
      // Two simultaneous reads may return in either order, and business time only moves forward.
      offset = Math.max(offset ?? -Infinity, Number(row.offset_ms));
    },
  };
}

/** Returns real time in milliseconds, for tokens and waiting. */
export const realNow = (): number => Date.now();
