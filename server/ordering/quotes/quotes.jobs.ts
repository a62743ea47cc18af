import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
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
