import { addDays } from "@tradewind/domain/values/dates.ts";
import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { collectDue, farthestAhead } from "./autopay.actions.ts";
import { listToCollect } from "./autopay.store.ts";

const worker = { role: "app_worker" } as const;

/** Begins what is to be collected from one company. */
export const collectAutomatically = job({
  queue: "autopay.collect",
  payload: z.object({ resellerId: z.uuid() }),
  fetchers: 4,

  async run({ platform }: { platform: Platform }, { resellerId }) {
    await platform.database.write(worker, (tx) => collectDue(platform, tx, resellerId));
    platform.committed();
  },
});

/** Files the work of each company that may have something to be collected, once a business day. */
export async function fileCollections({ database, jobs }: Platform, day: string): Promise<void> {
  await database.write(worker, async (tx) => {
    for (const resellerId of await listToCollect(tx, addDays(day, farthestAhead)))
      await jobs.file(tx, "autopay.collect", { resellerId });
  });
}
