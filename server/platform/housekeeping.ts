import { removeSome } from "./housekeeping.store.ts";
import type { Platform } from "./platform.ts";
import { retentionOf } from "./retention.store.ts";

/** Rows removed in a transaction, so that none is long, however much there is to catch up with. */
const most = 1_000;

/** Removes what is no longer kept, table by table. A table that fails holds up no other. */
export async function pruneOld({ database, config, log }: Platform): Promise<void> {
  for (const each of retentionOf(config)) {
    if (!("time" in each)) continue;
    for (const chore of each.chores)
      try {
        let removed: number;
        do removed = await database.write({ role: "app_worker" }, (tx) => removeSome(tx, chore, each.time, most));
        while (removed > 0);
      } catch (error) {
        log.warn({ err: error, table: chore.table }, "Old rows could not be removed");
      }
  }
}
