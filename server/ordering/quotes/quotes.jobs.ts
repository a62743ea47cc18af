import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { giveUpQuote, orderQuote } from "./quote-work.actions.ts";

/** Orders what a customer accepted. */
export const orderAccepted = job({
  queue: "quotes.order",
  fetchers: 2,
  payload: z.object({ resellerId: z.uuid(), quoteId: z.uuid() }),
  run: ({ platform }: { platform: Platform }, { resellerId, quoteId }) => orderQuote(platform, resellerId, quoteId),
  gaveUp: ({ platform }, { resellerId, quoteId }) => giveUpQuote(platform, resellerId, quoteId),
});
