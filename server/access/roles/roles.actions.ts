import type { UserRoles } from "@tradewind/contract/access/roles.ts";
import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import {
  changeOf,
  isView,
  mixes,
  roleNames,
  rolesHeld,
  rolesOf,
  strengthOfRoles,
  typeOf,
  typesGivable,
  typesOf,
  type Role,
  type RolesChange,
} from "@tradewind/domain/access/roles.ts";
import { mayManage } from "@tradewind/domain/access/users.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { rightsOf } from "../../platform/sessions.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { findMember, holdMembers, setStrength, type Member } from "./roles.store.ts";

const rolesOfMember = (member: Member) =>
  rolesHeld({ rights: rightsOf(member.views, member.permissions).rights, canAgree: member.can_agree });
const sameRoles = (one: ReadonlySet<Role>, other: ReadonlySet<Role>) => one.symmetricDifference(other).size === 0;

/** Lists a person's roles with the changes the caller may make: none to themselves or to users they do not manage. */
export function toUserRoles(actor: TenantActor, member: Member): UserRoles {
  const held = rolesOfMember(member);
  const giver = rolesHeld(actor);
  const possible = rolesOf(member.kind);
  const isMine =
    member.person_id !== actor.personId && mayManage(actor, { kind: member.kind, customerId: member.customer_id });
  const givable = typesGivable(member.kind, giver);
  return {
    Id: member.id,
    Name: member.name,
    Kind: member.kind,
    CustomerId: member.customer_id,
    CustomerName: member.customer_name,
    RolesList: [...new Set([...possible, ...held])].map((role) => ({
      Id: role,
      Name: roleNames[role],
      IsView: isView(role),
    })),
    PredefinedTypes: typesOf(member.kind).map((type) => ({
      Id: type,
      Name: mixes[type].name,
      About: mixes[type].about,
      Roles: [...mixes[type].roles],
      MayGive: isMine && givable.includes(type),
    })),
    AvailableRoles: possible.filter((role) => !held.has(role)),
    UserRoles: [...held],
    Type: typeOf(member.kind, held) ?? null,
    MayMove: isMine ? [...giver] : [],
  };
}

type Wish = { seen: readonly Role[]; roles: readonly Role[] };

/**
 * Gives and takes roles. Both memberships are locked: of two who reduce each other's rights at the same moment, the
 * second is judged by the rights left to them, and a change saved meanwhile is not overwritten.
 */
export async function changeRoles(doing: Doing, userId: string, { seen, roles }: Wish): Promise<UserRoles> {
  const { tx, actor, doer } = doing;
  const target = orNotFound(await findMember(tx, actor, userId));
  const person = { kind: target.kind, customerId: target.customer_id };
  if (!mayManage(actor, person)) throw new AppError("notFound");
  if (target.person_id === actor.personId) throw new AppError("notYourself");
  const members = await holdMembers(tx, actor.resellerId, [actor.membershipId, userId]);
  const [me, them] = [actor.membershipId, userId].map((id) => orNotFound(members.find((each) => each.id === id)));
  // Restrictions take away rights that the caller's membership still names.
  const rights = rightsOf(me!.views, me!.permissions).rights.intersection(actor.rights);
  const now = { ...actor, rights, canAgree: me!.can_agree };
  if (me!.status !== "Active" || !mayManage(now, person)) throw new AppError("PermissionNotFound");

  const before = rolesOfMember(them!);
  const after = new Set(roles);
  if (!sameRoles(before, new Set(seen))) throw new AppError("conflict");
  const change = changeOf(them!.kind, rolesHeld(now), before, after);
  if (!change) throw new AppError("rolesBeyondYou");
  if (sameRoles(before, after)) return toUserRoles(now, them!);

  const strength = strengthOfRoles(after);
  const kept = { ...strength, views: strength.views.map(viewNumber) };
  await setStrength(tx, actor.resellerId, userId, kept);
  await recordActivity(tx, doer, {
    action: "roles.change",
    what: `Changed the roles of ${them!.name}: ${told(them!, before, after, change)}`,
    customerId: them!.customer_id,
    object: ["person", them!.person_id],
  });
  await announce(tx, actor.resellerId, ["session", "users"], them!.customer_id);
  await reloadSessions(tx);
  return toUserRoles(now, {
    ...them!,
    views: kept.views,
    permissions: kept.permissions,
    can_agree: kept.canAgree,
  });
}

const named = (roles: readonly Role[]) => roles.map((role) => roleNames[role]).join(", ");

function told(member: Member, before: ReadonlySet<Role>, after: ReadonlySet<Role>, { given, taken }: RolesChange) {
  const typeName = (held: ReadonlySet<Role>) => {
    const type = typeOf(member.kind, held);
    return type ? mixes[type].name : "custom roles";
  };
  return [
    `${typeName(before)} before, ${typeName(after)} now`,
    ...(given.length > 0 ? [`gave ${named(given)}`] : []),
    ...(taken.length > 0 ? [`took ${named(taken)}`] : []),
  ].join("; ");
}
