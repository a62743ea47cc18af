import type { Platform } from "./platform.ts";
import { addUpSome } from "./tallies.store.ts";

/** Lines added up in a transaction, so that none is long, however much there is to catch up with. */
const most = 5_000;

/** Adds up what changed, until nothing is left. Figures are right without it, and quicker to read after it. */
export async function addUpTallies({ database }: Pick<Platform, "database">): Promise<void> {
  while ((await database.write({ role: "app_worker" }, (tx) => addUpSome(tx, most))) === most);
}
