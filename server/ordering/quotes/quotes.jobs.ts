import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { listQuotesWithoutJob } from "./quote-orders.store.ts";
import { giveUpQuote, orderQuote } from "./quote-work.actions.ts";

/** Orders what a customer accepted. */
export const orderAccepted = job({
  queue: "quotes.order",
  fetchers: 2,
  payload: z.object({ resellerId: z.uuid(), quoteId: z.uuid() }),
  async run({ platform }: { platform: Platform }, { resellerId, quoteId }) {
    const wait = await orderQuote(platform, resellerId, quoteId);
    if (wait !== undefined) throw new TryLater(wait, "An order waits for work on its service");
  },
  gaveUp: ({ platform }, { resellerId, quoteId }) => giveUpQuote(platform, resellerId, quoteId),
});

/** Files a job for every quote with orders to place that has none, as is done for plans. */
export async function refileLostQuotes(platform: Platform): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    for (const { reseller_id: resellerId, quote_id: quoteId } of await listQuotesWithoutJob(tx))
      await platform.jobs.file(tx, "quotes.order", { resellerId, quoteId });
  });
}
