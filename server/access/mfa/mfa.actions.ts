import { isAbove } from "@tradewind/domain/access/users.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
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
} from "../factors/factors.store.ts";
import { needProof, note, ownLine, refuseElsewhere, refuseForNow } from "../factors/proof.actions.ts";
import { countTry, refundTry } from "../attempts/tries.store.ts";
import { refuseActsElsewhere, refuseStronger } from "../people/reach.reads.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import { deletePasskeysOf, listPasskeys } from "../passkeys/passkeys.store.ts";
import { findUser } from "../people/members.store.ts";

const identity = { role: "app_identity" } as const;

function orRefuse(doing: Doing, verdict: Verdict, ended: "mfaSetupEnded" | "mfaNotOn"): void {
  if (verdict === "wrong")
    throw new AppError("mfaCodeWrong", { fields: { Token: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" } });
  if (verdict === "ended") throw new AppError(ended);
  if (typeof verdict === "object") refuseForNow(doing, verdict.wait);
}

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
