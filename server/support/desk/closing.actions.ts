import { closesAfterDays } from "@tradewind/domain/support/tickets.ts";
import type { Platform } from "../../platform/platform.ts";
import { closeSolved } from "./desk.store.ts";

/** Closes tickets solved a week ago, as part of each business day's work. Safe to repeat. */
export async function closeSolvedTickets(platform: Platform, day: string): Promise<void> {
  await platform.database.write({ role: "app_worker" }, (tx) =>
    closeSolved(tx, day, closesAfterDays, platform.clock.now()),
  );
}
