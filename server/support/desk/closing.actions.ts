import { closesAfterDays } from "@tradewind/domain/support/tickets.ts";
import type { Platform } from "../../platform/platform.ts";
import { closeSolved } from "./desk.store.ts";

/** Part of each business day's work: what was solved a week ago closes by itself. Doing it twice closes nothing twice. */
export async function closeSolvedTickets(platform: Platform, day: string): Promise<void> {
  await platform.database.write({ role: "app_worker" }, (tx) =>
    closeSolved(tx, day, closesAfterDays, platform.clock.now()),
  );
}
