import {
  pruneAttempts,
  pruneDevices,
  pruneEvents,
  pruneIdempotency,
  prunePasskeyChallenges,
  pruneNotifications,
  prunePasswordKeys,
  pruneRobotSolutions,
  pruneSetups,
  pruneTicketFiles,
  pruneTickets,
  pruneWebhooks,
} from "./housekeeping.store.ts";
import type { Platform } from "./platform.ts";

/** Removes what has served its time: events nobody can resume from, answers to repeats older than three days, counts of past sign-ins, secrets never confirmed, used tickets, keys of passwords, robot checks, challenges of passkeys, browsers long unseen, notifications of three months ago, files no ticket took, and webhooks that were read a month ago. */
export async function pruneOld(platform: Platform): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    await pruneEvents(tx);
    await pruneIdempotency(tx);
    await pruneAttempts(tx);
    await pruneSetups(tx);
    await pruneTickets(tx);
    await prunePasswordKeys(tx);
    await pruneRobotSolutions(tx);
    await prunePasskeyChallenges(tx);
    await pruneDevices(tx);
    await pruneNotifications(tx);
    await pruneTicketFiles(tx);
    await pruneWebhooks(tx);
  });
}
