import type { SearchOf } from "@tradewind/contract/address.ts";
import { everyIntent, intents, type ScheduledItem } from "@tradewind/contract/ordering/intents.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type Scheduled = ScheduledItem & { ResellerName?: string };

export const scheduledQuery = (asked: SearchOf<typeof screens.scheduled>) =>
  pagesOf(["services", "list", "scheduled", asked], (After, signal) =>
    call(intents.list, { query: { ...asked, After }, signal }),
  );

export const everyScheduledQuery = (asked: SearchOf<typeof screens.everyScheduled>) =>
  pagesOf(["services", "list", "scheduled", "every", asked], (After, signal) =>
    call(everyIntent.list, { query: { ...asked, After }, signal }),
  );
