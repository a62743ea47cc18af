import { isAbove } from "@tradewind/domain/access/users.ts";
import type { Actor } from "../../platform/actor.ts";
import { recordActivity, type ActivityLine } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { isPassword } from "../../platform/password.ts";
import { beginSetup, confirmSetup, makeRecoveryCodes, proveFactor, type Verdict } from "../factors/factors.actions.ts";
import {
  confirmFactor,
  confirmSession,
  deleteFactor,
  deleteRecoveryCodes,
  endOtherSessions,
  findFactor,
  findPasswordHash,
  findProof,
  findSecondFactor,
} from "../factors/factors.store.ts";
import { countTry, refundTry } from "../attempts/tries.store.ts";
import { refuseActsElsewhere, refuseStronger } from "../people/reach.reads.ts";
import { findUser } from "../users/users.store.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import { deletePasskeysOf, listPasskeys } from "../passkeys/passkeys.store.ts";

/** Seconds for which a proof within a session is good. */
const proofLife = 300;
/** The same for a second factor, where staff act for somebody. */
const secondFactorLife = 900;
const identity = { role: "app_identity" } as const;

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

function orRefuse(doing: Doing, verdict: Verdict, ended: "mfaSetupEnded" | "mfaNotOn"): void {
  if (verdict === "wrong")
    throw new AppError("mfaCodeWrong", { fields: { Token: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" } });
  if (verdict === "ended") throw new AppError(ended);
  if (typeof verdict === "object") refuseForNow(doing, verdict.wait);
}

export function refuseForNow({ reply }: Pick<Doing, "reply">, seconds: number): never {
  void reply.header("retry-after", String(seconds));
  throw new AppError("tooManyRequests");
}

/** A line in the reseller's log; of the operator's own staff, who have no reseller, in the log of the process. */
export async function note({ doer, platform }: Doing, tx: Tx, actor: Actor, line: ActivityLine): Promise<void> {
  if (actor.resellerId === null) platform.log.info({ personId: actor.personId, action: line.action }, line.what);
  else await recordActivity(tx, doer, line);
}

export const ownLine = (actor: Actor, action: string, what: string): ActivityLine => ({
  action,
  what,
  customerId: actor.customerId,
  object: ["person", actor.personId],
});

export async function setUp({ platform, actor }: Doing) {
  await platform.database.read(identity, async (db) => {
    await refuseElsewhere(db, actor.sessionId);
    if (await findFactor(db, actor.personId)) throw new AppError("mfaAlreadyOn");
  });
  return beginSetup(platform, actor.personId, actor.userName);
}

/** Turns it on, and ends the person's other sessions, which were opened without it. */
export async function configure(doing: Doing, code: string): Promise<string[]> {
  const { platform, actor } = doing;
  await platform.database.read(identity, async (db) => {
    await refuseElsewhere(db, actor.sessionId);
    if (await findFactor(db, actor.personId)) throw new AppError("mfaAlreadyOn");
  });
  let codes: string[] = [];
  const verdict = await confirmSetup(platform, actor.personId, { code }, async (tx) => {
    codes = await makeRecoveryCodes(tx, actor.personId);
    await confirmFactor(tx, actor.sessionId);
    await endOtherSessions(tx, actor.personId, actor.sessionId, "multi-factor authentication turned on");
    await note(doing, tx, actor, ownLine(actor, "mfa.configure", "Turned multi-factor authentication on"));
    await tellSignInChanged(platform, tx, actor.personId, "Multi-factor authentication was turned on.");
  });
  orRefuse(doing, verdict, "mfaSetupEnded");
  platform.sessions.forget("");
  return codes;
}

/** Confirms by password that it is the person. Answers whether they have a factor. */
export async function verifyUser(doing: Doing, password: string): Promise<boolean> {
  const { platform, actor } = doing;
  const { wait, hash, factor } = await platform.database.write(identity, async (tx) => ({
    wait: await countTry(tx, "confirm", actor.personId),
    hash: await findPasswordHash(tx, actor.personId),
    factor: await findFactor(tx, actor.personId),
  }));
  if (wait !== undefined) refuseForNow(doing, wait);
  if (!(await isPassword(password, hash?.password_hash ?? null)))
    throw new AppError("passwordWrong", { fields: { Password: "The password is not correct. Please try again." } });
  await platform.database.write(identity, async (tx) => {
    await confirmSession(tx, actor.sessionId);
    await refundTry(tx, "confirm", actor.personId);
  });
  return factor !== undefined;
}

/** Confirms by a code that it is the person. */
export async function verifyToken(doing: Doing, code: string): Promise<void> {
  const { platform, actor } = doing;
  const verdict = await proveFactor(platform, actor.personId, { code }, (tx) => confirmFactor(tx, actor.sessionId));
  orRefuse(doing, verdict, "mfaNotOn");
}

/** Turns the own factor off. Recovery codes stay with who has passkeys. */
export async function disable(doing: Doing): Promise<void> {
  const { platform, actor } = doing;
  await platform.database.write(identity, async (tx) => {
    await refuseElsewhere(tx, actor.sessionId);
    await needProof(tx, actor.sessionId);
    if (!(await deleteFactor(tx, actor.personId))) throw new AppError("mfaNotOn");
    if ((await listPasskeys(tx, actor.personId)).length === 0) await deleteRecoveryCodes(tx, actor.personId);
    await endOtherSessions(tx, actor.personId, actor.sessionId, "multi-factor authentication turned off");
    await note(doing, tx, actor, ownLine(actor, "mfa.disable", "Turned multi-factor authentication off"));
    await tellSignInChanged(platform, tx, actor.personId, "Multi-factor authentication was turned off.");
  });
  platform.sessions.forget("");
}

/** Takes a user's factor and passkeys away and ends their sessions. Nobody does so to somebody who may do more, or to themselves. */
export async function disableForUser(doing: Doing, userId: string): Promise<void> {
  const { platform, actor, doer } = doing;
  await platform.database.write(identity, async (tx) => {
    const user = orNotFound(await findUser(tx, actor, userId));
    if (user.person_id === actor.personId) throw new AppError("notYourself");
    if (isAbove(user.kind, actor.kind)) throw new AppError("PermissionNotFound");
    refuseStronger(actor, user);
    await needProof(tx, actor.sessionId);
    await refuseActsElsewhere(tx, user);
    const had = [await deleteFactor(tx, user.person_id), await deletePasskeysOf(tx, user.person_id)];
    if (!had.includes(true)) throw new AppError("mfaNotOn");
    await deleteRecoveryCodes(tx, user.person_id);
    await endOtherSessions(tx, user.person_id, actor.sessionId, "multi-factor authentication turned off");
    await recordActivity(tx, doer, {
      action: "mfa.disableForUser",
      what: `Turned multi-factor authentication off for ${user.name}`,
      customerId: user.customer_id,
      object: ["person", user.person_id],
    });
    const what = `${actor.displayName} turned multi-factor authentication off for you, and removed your passkeys.`;
    await tellSignInChanged(platform, tx, user.person_id, what);
  });
  platform.sessions.forget("");
}

export async function renewRecoveryCodes(doing: Doing): Promise<string[]> {
  const { platform, actor } = doing;
  return platform.database.write(identity, async (tx) => {
    await refuseElsewhere(tx, actor.sessionId);
    await needProof(tx, actor.sessionId);
    const isOn = (await findFactor(tx, actor.personId)) || (await listPasskeys(tx, actor.personId)).length > 0;
    if (!isOn) throw new AppError("mfaNotOn");
    const codes = await makeRecoveryCodes(tx, actor.personId);
    await note(doing, tx, actor, ownLine(actor, "mfa.recoveryCodes", "Made new recovery codes"));
    await tellSignInChanged(
      platform,
      tx,
      actor.personId,
      "New recovery codes were made; those of before no longer work.",
    );
    return codes;
  });
}
