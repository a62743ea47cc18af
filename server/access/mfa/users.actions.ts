import { isAbove } from "@tradewind/domain/access/users.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { findMember, requireOfReseller, requireOfUser } from "./users.store.ts";

/**
 * Requires a factor from a user at their next sign-in, or stops requiring it. Not allowed for oneself or for a user
 * with more rights.
 */
export async function setRequiredOfUser({ tx, actor, doer }: Doing, userId: string, isRequired: boolean) {
  const user = orNotFound(await findMember(tx, actor, userId));
  if (user.person_id === actor.personId) throw new AppError("notYourself");
  if (isAbove(user.kind, actor.kind)) throw new AppError("PermissionNotFound");
  await requireOfUser(tx, actor.resellerId, userId, isRequired);
  const name = `${user.first_name} ${user.last_name}`.trim();
  await recordActivity(tx, doer, {
    action: "mfa.requireOfUser",
    what: isRequired
      ? `Required multi-factor authentication for ${name}`
      : `Stopped requiring multi-factor authentication for ${name}`,
    customerId: user.customer_id,
    object: ["person", user.person_id],
  });
}

/** Requires a factor from everyone at the reseller and its customers at their next sign-in, or stops requiring it. */
export async function setRequiredOfReseller({ tx, actor, doer }: Doing, isRequired: boolean) {
  await requireOfReseller(tx, actor.resellerId, isRequired);
  await recordActivity(tx, doer, {
    action: "mfa.requireOfReseller",
    what: isRequired
      ? "Required multi-factor authentication for everybody"
      : "Stopped requiring multi-factor authentication for everybody",
    object: ["reseller", actor.resellerId],
  });
}
