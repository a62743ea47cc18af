import { recordActivity, type Doer } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { inviteColleague } from "../invitations/invitations.actions.ts";
import { withdrawSentBy } from "../invitations/invitations.store.ts";
import { callerOf } from "../devices/devices.actions.ts";
import { proveFactor, refusalOf } from "../factors/factors.actions.ts";
import { reachable, reachableHereOnly, refuseWithoutPassword } from "../people/reach.reads.ts";
import { endSessionsOf, lockMembers, requireReset, setStatus } from "./users.store.ts";
import type { UserRow } from "../people/members.store.ts";

async function told(tx: Tx, doer: Doer, user: UserRow, action: string, what: string): Promise<void> {
  await announce(tx, doer.resellerId, ["users"], user.customer_id);
  await recordActivity(tx, doer, { action, what, customerId: user.customer_id, object: ["person", user.person_id] });
}

/** Invites a user who was added to sign in. Returns a refusal after too many mails. */
export async function inviteUser(doing: Doing, userId: string): Promise<AppError | undefined> {
  const user = await reachable(doing.tx, doing.actor, userId);
  if (user.signs_in) throw new AppError("signsInAlready");
  const { kind, first_name: firstName, last_name: lastName, email, customer_id: customerId } = user;
  const sent = await inviteColleague(doing, { kind, firstName, lastName, email, role: undefined, customerId });
  return sent instanceof AppError ? sent : undefined;
}

/**
 * Suspends a user in this company only and withdraws their open invitations. Both memberships are locked: of two who
 * suspend each other at the same moment one stays, so a company always keeps a manager.
 */
export async function suspend(doing: Doing, userId: string): Promise<void> {
  const { tx, actor, doer } = doing;
  const user = await reachable(tx, actor, userId);
  const held = new Map(
    (await lockMembers(tx, actor.resellerId, [actor.membershipId, userId])).map((each) => [each.id, each.status]),
  );
  if (held.get(actor.membershipId) !== "Active") throw new AppError("conflict");
  if (held.get(userId) !== "Active") throw new AppError("userSuspended");
  await setStatus(tx, actor.resellerId, userId, "Suspended");
  await endSessionsOf(tx, actor.resellerId, userId, "suspended");
  await withdrawSentBy(tx, actor.resellerId, userId);
  await told(tx, doer, user, "users.suspend", `Suspended ${user.name}`);
  readAnew(doing);
}

export async function reactivate({ tx, actor, doer }: Doing, userId: string): Promise<void> {
  const user = await reachable(tx, actor, userId);
  const [held] = await lockMembers(tx, actor.resellerId, [userId]);
  if (held?.status !== "Suspended") throw new AppError("userNotSuspended");
  await setStatus(tx, actor.resellerId, userId, "Active");
  await told(tx, doer, user, "users.reactivate", `Reactivated ${user.name}`);
}

/** Ends all of a user's sessions in this company. Returns how many. */
export async function endSessions(doing: Doing, userId: string): Promise<number> {
  const { tx, actor, doer } = doing;
  const user = await reachable(tx, actor, userId);
  const count = await endSessionsOf(tx, actor.resellerId, userId, "ended by a manager");
  await told(tx, doer, user, "users.endSessions", `Ended the sessions of ${user.name}`);
  readAnew(doing);
  return count;
}

/** Requires a new password from a user at their next sign-in. */
export async function requireNewPassword(doing: Doing, userId: string): Promise<void> {
  const { tx, actor, doer } = doing;
  const user = await reachableHereOnly(tx, actor, userId);
  refuseWithoutPassword(user);
  await requireReset(tx, user.person_id);
  await endSessionsOf(tx, actor.resellerId, userId, "a new password must be chosen");
  await told(tx, doer, user, "users.requireReset", `Asked ${user.name} to choose a new password`);
  readAnew(doing);
}

/** Refuses a code that is not from the person's own device: this is how a helpdesk identifies a caller. */
export async function verifyCode(doing: Doing, userId: string, code: string): Promise<AppError | undefined> {
  const { platform, tx, actor, doer } = doing;
  const user = await reachableHereOnly(tx, actor, userId);
  const { device } = callerOf(doing);
  const verdict = await proveFactor(platform, tx, user.person_id, { code, device, readOutTo: actor.personId });
  if (verdict !== "right") return refusalOf(verdict, "mfaNotOn");
  await told(tx, doer, user, "users.verifyCode", `Checked a code of ${user.name}: it is theirs`);
  return undefined;
}
