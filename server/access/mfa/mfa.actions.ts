import { isAbove } from "@tradewind/domain/access/users.ts";
import type { Actor } from "../../platform/actor.ts";
import { recordActivity, recordOwn } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import {
  beginSetup,
  confirmSetup,
  makeRecoveryCodes,
  proveFactor,
  refusalOf,
  type Handout,
} from "../factors/factors.actions.ts";
import {
  confirmFactor,
  confirmSession,
  deleteFactor,
  deleteRecoveryCodes,
  endOtherSessions,
  factorsOf,
  findFactor,
} from "../factors/factors.store.ts";
import { refuseElsewhere, type Own } from "../factors/proof.reads.ts";
import { provePassword } from "../attempts/attempts.actions.ts";
import { callerOf } from "../devices/devices.actions.ts";
import { refuseActsElsewhere, refuseStronger } from "../people/reach.reads.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import { deletePasskeysOf, listPasskeys } from "../passkeys/passkeys.store.ts";
import { findUser } from "../people/members.store.ts";

async function refuseIfOn(db: Db, { personId, sessionId }: Actor): Promise<void> {
  await refuseElsewhere(db, sessionId);
  if (await findFactor(db, personId)) throw new AppError("mfaAlreadyOn");
}

/** Stores the secret generated for the person until they confirm it. */
export async function setUp({ platform, tx, actor }: Own, handout: Handout): Promise<void> {
  await refuseIfOn(tx, actor);
  await beginSetup(platform, tx, actor.personId, handout);
}

/**
 * Turns the factor on and ends the person's other sessions, which were opened without it. Returns the recovery codes.
 */
export async function configure(doing: Own, code: string): Promise<string[] | AppError> {
  const { platform, tx, actor } = doing;
  await factorsOf(tx, actor.personId);
  await refuseIfOn(tx, actor);
  const verdict = await confirmSetup(platform, tx, actor.personId, { code }, callerOf(doing).device);
  if (verdict !== "right") return refusalOf(verdict, "mfaSetupEnded");
  const codes = await makeRecoveryCodes(tx, actor.personId);
  await confirmFactor(tx, actor.sessionId);
  await endOtherSessions(tx, actor.personId, actor.sessionId, "multi-factor authentication turned on");
  await recordOwn(doing, "mfa.configure", "Turned multi-factor authentication on");
  await tellSignInChanged(platform, tx, actor.personId, "Multi-factor authentication was turned on.");
  readAnew(doing);
  return codes;
}

/**
 * Verifies the person by password and counts the try. Runs before a transaction is open, because hashing takes time.
 */
export async function provePerson(call: Call<Actor>, password: string): Promise<void> {
  if (!(await provePassword(call, call.actor.personId, password)))
    throw new AppError("passwordWrong", { fields: { Password: "The password is not correct. Please try again." } });
}

/** Records in the session that the person gave the right password. Returns whether they have a factor. */
export async function verifyUser(doing: Own): Promise<boolean> {
  const { tx, actor } = doing;
  await confirmSession(tx, actor.sessionId);
  await recordOwn(doing, "mfa.verify", "Confirmed who they are with their password");
  return (await findFactor(tx, actor.personId)) !== undefined;
}

/** Verifies the person by a code. */
export async function verifyToken(doing: Own, code: string): Promise<AppError | undefined> {
  const { platform, tx, actor } = doing;
  const verdict = await proveFactor(platform, tx, actor.personId, { code, device: callerOf(doing).device });
  if (verdict !== "right") return refusalOf(verdict, "mfaNotOn");
  await confirmFactor(tx, actor.sessionId);
  await recordOwn(doing, "mfa.verify", "Confirmed who they are with a code");
  return undefined;
}

/** Turns off one's own factor. Recovery codes stay if the person has passkeys. */
export async function disable(doing: Own): Promise<void> {
  const { platform, tx, actor } = doing;
  await refuseElsewhere(tx, actor.sessionId);
  await factorsOf(tx, actor.personId);
  if (!(await deleteFactor(tx, actor.personId))) throw new AppError("mfaNotOn");
  if ((await listPasskeys(tx, actor.personId)).length === 0) await deleteRecoveryCodes(tx, actor.personId);
  await endOtherSessions(tx, actor.personId, actor.sessionId, "multi-factor authentication turned off");
  await recordOwn(doing, "mfa.disable", "Turned multi-factor authentication off");
  await tellSignInChanged(platform, tx, actor.personId, "Multi-factor authentication was turned off.");
  readAnew(doing);
}

/**
 * Removes a user's factor and passkeys and ends their sessions. Not allowed for oneself or for a user with more rights.
 */
export async function disableForUser(doing: Doing, userId: string): Promise<void> {
  const { platform, tx, actor, doer } = doing;
  const user = orNotFound(await findUser(tx, actor, userId));
  if (user.person_id === actor.personId) throw new AppError("notYourself");
  if (isAbove(user.kind, actor.kind)) throw new AppError("PermissionNotFound");
  refuseStronger(actor, user);
  await refuseActsElsewhere(tx, user);
  await factorsOf(tx, user.person_id);
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
  readAnew(doing);
}

export async function renewRecoveryCodes(doing: Own): Promise<string[]> {
  const { platform, tx, actor } = doing;
  await refuseElsewhere(tx, actor.sessionId);
  await factorsOf(tx, actor.personId);
  const isOn = (await findFactor(tx, actor.personId)) || (await listPasskeys(tx, actor.personId)).length > 0;
  if (!isOn) throw new AppError("mfaNotOn");
  const codes = await makeRecoveryCodes(tx, actor.personId);
  await recordOwn(doing, "mfa.recoveryCodes", "Created new recovery codes");
  await tellSignInChanged(
    platform,
    tx,
    actor.personId,
    "New recovery codes were created; the previous ones no longer work.",
  );
  return codes;
}
