import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { giveUpBasket, orderBasket } from "./basket-work.actions.ts";
import { listBasketsWithoutJob } from "./basket.store.ts";

/** Orders what is placed of a person's basket. */
export const orderOfBasket = job({
  queue: "basket.order",
  fetchers: 2,
  payload: z.object({ resellerId: z.uuid(), membershipId: z.uuid() }),
  async run({ platform }: { platform: Platform }, whose) {
    const wait = await orderBasket(platform, whose);
    if (wait !== undefined) throw new TryLater(wait, "An order waits for work on its service");
  },
  gaveUp: ({ platform }, whose) => giveUpBasket(platform, whose),
});

/** Files a job for every basket with orders to place that has none, as is done for quotes. */
export async function refileLostBaskets(platform: Platform): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    for (const { reseller_id: resellerId, membership_id: membershipId } of await listBasketsWithoutJob(tx))
      await platform.jobs.file(tx, "basket.order", { resellerId, membershipId });
  });
}
