import type { Actor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { forgetHere } from "../../platform/forget-sessions.ts";
import type { Doing } from "../../platform/http.ts";
import { revokeSession } from "../../platform/sessions.store.ts";
import { findSessionOf, revokeOthers } from "./sessions.store.ts";

type Own = Doing<Actor>;

/** Ends one session of the person; one that is over already stays so. */
export async function endSession(doing: Own, sessionId: string): Promise<void> {
  const { tx, actor } = doing;
  orNotFound(await findSessionOf(tx, actor.personId, sessionId));
  await revokeSession(tx, sessionId, "ended by the person");
  forgetHere(doing, sessionId);
}

/** Ends every session of the person but the one they act in. Answers how many. */
export async function endOtherSessions(doing: Own): Promise<number> {
  const { tx, actor } = doing;
  const ended = await revokeOthers(tx, actor.personId, actor.sessionId, "ended by the person");
  for (const id of ended) forgetHere(doing, id);
  return ended.length;
}
