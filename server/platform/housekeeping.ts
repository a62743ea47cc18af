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

/**
 * Removes expired data: events too old to resume from, answers to repeats after three days, counts of past sign-ins,
 * unconfirmed secrets, used tickets, password keys, robot checks, passkey challenges, browsers long unseen,
 * notifications after three months, unattached files, and webhooks a month after they were read.
 */
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
