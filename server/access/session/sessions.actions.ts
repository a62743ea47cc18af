import type { Actor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Platform } from "../../platform/platform.ts";
import { revokeSession } from "../../platform/sessions.store.ts";
import { findSessionOf, revokeOthers } from "./sessions.store.ts";

/** Other processes hear of it from the database; this one need not wait for that. */
function forgetHere({ sessions, hub }: Platform, sessionId: string) {
  sessions.forget(sessionId);
  hub.close(sessionId);
}

/** Ends one session of a person; one that is over already stays so. */
export async function endSession(platform: Platform, personId: string, sessionId: string): Promise<void> {
  await platform.database.write({ role: "app_identity" }, async (tx) => {
    orNotFound(await findSessionOf(tx, personId, sessionId));
    await revokeSession(tx, sessionId, "ended by the person");
  });
  forgetHere(platform, sessionId);
}

/** Ends every session of a person but the one they act in. Answers how many. */
export async function endOtherSessions(
  platform: Platform,
  { personId, sessionId }: Pick<Actor, "personId" | "sessionId">,
): Promise<number> {
  const ended = await platform.database.write({ role: "app_identity" }, (tx) =>
    revokeOthers(tx, personId, sessionId, "ended by the person"),
  );
  for (const id of ended) forgetHere(platform, id);
  return ended.length;
}
