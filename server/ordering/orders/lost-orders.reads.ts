import type { Db } from "../../platform/db.ts";
import { findPromisesOver } from "../refusals/refusals.store.ts";
import { listOrderLines } from "./orders.store.ts";

/**
 * Finds those of failed orders that cannot be tried again: `lost` where their vendor did nothing of it and all of it was
 * cancelled since, so that it can be ordered again; `late` where the promised period is over and it still stands.
 */
export async function findLost(
  db: Db,
  resellerId: string,
  failed: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, "lost" | "late">> {
  if (failed.length === 0) return new Map();
  const over = await findPromisesOver(db, resellerId, failed, now);
  const byOrder = Map.groupBy(await listOrderLines(db, resellerId, failed), (line) => line.order_id);
  const found = new Map<string, "lost" | "late">();
  for (const id of failed) {
    // Of what was never provided, nothing but its cancellation can be ordered.
    const isGone = byOrder.get(id)?.every(({ state, is_newest }) => state === "refused" && !is_newest);
    if (isGone) found.set(id, "lost");
    else if (over.has(id)) found.set(id, "late");
  }
  return found;
}
