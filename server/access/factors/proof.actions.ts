import type { Actor } from "../../platform/actor.ts";
import { recordActivity, type ActivityLine } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { findProof, findSecondFactor } from "./factors.store.ts";

/** Seconds for which a proof within a session is good. */
const proofLife = 300;
/** The same for a second factor, where staff act for somebody. */
const secondFactorLife = 900;
/** Sessions of an identity provider, and those in which staff act for somebody, change no factor (MFA-10). */
export const mayChange = (way: string): boolean => way === "password" || way === "passkey";

export async function refuseElsewhere(db: Db, sessionId: string): Promise<void> {
  const proof = await findProof(db, sessionId, proofLife);
  if (!mayChange(proof?.way ?? "")) throw new AppError("mfaNotHere");
}

/** Refuses unless the person showed within the last minutes of this session that it is them. */
export async function needProof(db: Db, sessionId: string): Promise<void> {
  const proof = await findProof(db, sessionId, proofLife);
  if (proof?.way === "sysops") throw new AppError("mfaNotHere");
  if (!proof?.fresh) throw new AppError("confirmFirst");
}

/** Refuses a session that did not show a second factor in the last quarter of an hour. */
export async function needSecondFactor(db: Db, { personId, sessionId }: Actor): Promise<void> {
  const { has, fresh } = await findSecondFactor(db, personId, sessionId, secondFactorLife);
  if (!fresh) throw new AppError(has ? "secondFactorFirst" : "secondFactorMissing");
}

/** A write by somebody about how they themselves sign in, of whatever kind they are. */
export type Own = Doing<Actor>;

/** A line in the reseller's log; of the operator's own staff, who have no reseller, in the log of the process. */
export async function note({ tx, actor, doer, platform }: Own, line: ActivityLine): Promise<void> {
  if (actor.resellerId === null) platform.log.info({ personId: actor.personId, action: line.action }, line.what);
  else await recordActivity(tx, doer, line);
}

export const ownLine = (actor: Actor, action: string, what: string): ActivityLine => ({
  action,
  what,
  customerId: actor.customerId,
  object: ["person", actor.personId],
});
