import { recordOwn } from "../../platform/activity.store.ts";
import type { Actor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { forgetHere } from "../../platform/forget-sessions.ts";
import type { Doing } from "../../platform/http.ts";
import { revokeSession } from "../../platform/sessions.store.ts";
import { findSessionOf, revokeOthers } from "./sessions.store.ts";

type Own = Doing<Actor>;

/** Ends one of the person's sessions; does nothing if it already ended. */
export async function endSession(doing: Own, sessionId: string): Promise<void> {
  const { tx, actor } = doing;
  orNotFound(await findSessionOf(tx, actor.personId, sessionId));
  await revokeSession(tx, sessionId, "ended by the person");
  await recordOwn(doing, "sessions.end", "Ended one of their sessions");
  forgetHere(doing, sessionId);
}

/** Ends all of the person's other sessions. Returns how many. */
export async function endOtherSessions(doing: Own): Promise<number> {
  const { tx, actor } = doing;
  const ended = await revokeOthers(tx, actor.personId, actor.sessionId, "ended by the person");
  await recordOwn(doing, "sessions.endOthers", `Ended their other sessions: ${ended.length}`);
  for (const id of ended) forgetHere(doing, id);
  return ended.length;
}
