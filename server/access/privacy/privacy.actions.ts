import { recordActivity } from "../../platform/activity.store.ts";
import { announce } from "../../platform/events.store.ts";
import type { OperatorActor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import type { Doing } from "../../platform/http.ts";
import { nilReseller } from "../../platform/once.ts";
import { findStaff } from "../operators/operators.store.ts";
import { reachable, refuseActsElsewhere, refuseStronger } from "../people/reach.reads.ts";
import { lockMembers } from "../users/users.store.ts";
import { erasePerson, findPersonOf, isLastManager, lockManagers } from "./privacy.store.ts";

/** Finds a user whose data the actor may see whole: one they may manage, who holds nothing more and acts for nobody else. */
export async function ownedUser(db: Db, actor: TenantActor, userId: string) {
  const user = await reachable(db, actor, userId);
  refuseStronger(actor, user);
  await refuseActsElsewhere(db, user);
  return user;
}

export async function eraseUser(doing: Doing<TenantActor>, userId: string): Promise<void> {
  const { tx, actor } = doing;
  const user = await ownedUser(tx, actor, userId);
  const held = await lockMembers(tx, actor.resellerId, [actor.membershipId, userId]);
  if (held.find(({ id }) => id === actor.membershipId)?.status !== "Active") throw new AppError("conflict");
  await erase(doing, user.person_id, actor.resellerId, user.customer_id);
}

export async function eraseAnybody(doing: Doing<OperatorActor>, membershipId: string): Promise<void> {
  const { person_id, reseller_id } = orNotFound(await findPersonOf(doing.tx, membershipId));
  await erase(doing, person_id, reseller_id, null);
}

/**
 * Erases a member of the operator's staff, by the command: colleagues erase nobody. Returns whether there is one of that
 * address.
 */
export async function eraseStaff(tx: Tx, email: string, now: Date): Promise<boolean> {
  const personId = await findStaff(tx, email);
  if (personId === undefined) return false;
  await eraseFrom(tx, personId, now);
  await recordActivity(
    tx,
    { resellerId: nilReseller, actor: null, now },
    {
      action: "users.erase",
      what: "Erased a member of the operator’s staff by the command: their name, their ways to sign in and their data",
      object: ["person", personId],
    },
  );
  return true;
}

async function eraseFrom(tx: Tx, personId: string, now: Date): Promise<void> {
  await lockManagers(tx, personId);
  if (await isLastManager(tx, personId)) throw new AppError("lastAdministrator");
  await erasePerson(tx, personId, now);
}

/** Erases a person. The entry of the log names nobody: who it was is what is erased. */
async function erase(
  doing: Doing<TenantActor | OperatorActor>,
  personId: string,
  resellerId: string,
  customerId: string | null,
) {
  const { tx, doer, now } = doing;
  await eraseFrom(tx, personId, now);
  await announce(tx, resellerId, ["users"], customerId);
  await recordActivity(tx, doer, {
    action: "users.erase",
    what: "Erased a person: their name, their ways to sign in and their data",
    customerId,
    object: ["person", personId],
  });
  readAnew(doing);
}
