import { isWithin, mayManage } from "@tradewind/domain/access/users.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { rightsOf } from "../../platform/sessions.ts";
import { actsElsewhere } from "./people.store.ts";
import { findUser, type UserRow } from "./members.store.ts";

export const strengthOf = (user: UserRow) => ({
  rights: rightsOf(user.views, user.permissions).rights,
  canAgree: user.can_agree,
  beyond: user.beyond,
});

/** Finds a user the actor may manage. Missing, foreign and unreachable users look the same. */
export async function reachable(db: Db, actor: TenantActor, userId: string): Promise<UserRow> {
  const user = orNotFound(await findUser(db, actor, userId));
  if (!mayManage(actor, { kind: user.kind, customerId: user.customer_id })) throw new AppError("notFound");
  if (user.person_id === actor.personId) throw new AppError("notYourself");
  return user;
}

/** Like `reachable`, for actions that help a user sign in; refuses suspended users. */
export async function reachableActive(db: Db, actor: TenantActor, userId: string): Promise<UserRow> {
  const user = await reachable(db, actor, userId);
  if (user.status !== "Active" || user.login_status !== "Active") throw new AppError("userSuspended");
  return user;
}

/** Like `reachableActive`, for actions that affect a user everywhere; refuses users who also act elsewhere. */
export async function reachableHereOnly(db: Db, actor: TenantActor, userId: string): Promise<UserRow> {
  const user = await reachableActive(db, actor, userId);
  await refuseActsElsewhere(db, user);
  return user;
}

export async function refuseActsElsewhere(db: Db, user: UserRow): Promise<void> {
  if (await actsElsewhere(db, user.person_id)) throw new AppError("actsElsewhere");
}

/** Refuses actions that would let the actor sign in as a user with more rights. */
export function refuseStronger(actor: TenantActor, user: UserRow): void {
  if (!isWithin(strengthOf(user), actor)) throw new AppError("PermissionNotFound");
}

export function refuseWithoutPassword(user: UserRow): void {
  if (!user.has_password) throw new AppError("passwordOfProvider");
}
