import { realNow } from "../../platform/clock.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { keepSeen, keepStandingsOf, listIds, listTold, type Told } from "./standings.store.ts";

const worker = { role: "app_worker" } as const;
/** Customers in a transaction, so that an order for one of them waits for a moment only. */
const batch = 200;
const first = "00000000-0000-0000-0000-000000000000";

/**
 * Works out how the customers stand of whom events tell that something changed, and tells open lists. Repeated after a
 * crash, or by two workers at once, it writes the same.
 */
export async function keepStandings(platform: Platform): Promise<void> {
  const { database } = platform;
  const { told, seen } = await database.read(worker, (db) => listTold(db, new Date(realNow())));
  for (const each of told) for await (const ids of batchesOf(platform, each)) await keepBatch(platform, each, ids);
  await database.write(worker, (tx) => keepSeen(tx, seen, new Date(realNow())));
}

async function keepBatch(platform: Platform, { resellerId }: Told, customerIds: readonly string[]): Promise<void> {
  const changed = await platform.database.write(worker, async (tx) => {
    const ids = await keepStandingsOf(tx, resellerId, customerIds);
    if (ids.length > 0) await announce(tx, resellerId, ["customers"], ids.length === 1 ? ids[0]! : null);
    return ids.length;
  });
  if (changed > 0) platform.committed();
}

async function* batchesOf({ database }: Platform, { resellerId, customerIds }: Told): AsyncGenerator<string[]> {
  for (let from = 0; from < customerIds.length; from += batch) yield customerIds.slice(from, from + batch);
  if (customerIds.length > 0) return;
  for (let after = first; ;) {
    const ids = (await database.read(worker, (db) => listIds(db, resellerId, after, batch))).map(({ id }) => id);
    if (ids.length === 0) return;
    yield ids;
    after = ids.at(-1)!;
  }
}
