import { publicPages } from "@tradewind/contract/public-pages.ts";
import { viewNumber, views, type Permission, type Right, type View } from "@tradewind/domain/values/permissions.ts";
import {
  mixes,
  rolesHeld,
  strengthOfRoles,
  typesGivable,
  type PredefinedType,
} from "@tradewind/domain/access/roles.ts";
import { isCustomers, mayManage, rightsGiven, type MemberKind } from "@tradewind/domain/access/users.ts";
import { recordActivity, type Doer } from "../../platform/activity.store.ts";
import { announce } from "../../platform/events.store.ts";
import type { Actor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { hashPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Scope } from "../../platform/restriction.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { countMailOut } from "../attempts/attempts.actions.ts";
import { findOperator } from "../people/people.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { listByIds } from "../restrictions/restrictions.store.ts";
import { hashOfKey, newKey, refuseWeak } from "../passwords/passwords.actions.ts";
import {
  addMembership,
  ageOut,
  becomeAdded,
  findByKey,
  insertInvitation,
  insertMembership,
  insertPerson,
  isMember,
  isUserName,
  lockInvitation,
  narrowToCustomers,
  renewInvitation,
  restrictAsInviter,
  takeKey,
  withdrawInvitation,
  type HeldInvitation,
  type NewInvitation,
} from "./invitations.store.ts";

const identity = { role: "app_identity" } as const;
/** Days for which a link is valid. */
const linkDays = 7;

const isView = (right: Right): right is View => (views as readonly string[]).includes(right);
/** Lists an invited person's rights for storage: all rights of their kind unless limited to those the inviter holds. */
export function rightsOf(kind: MemberKind, held?: ReadonlySet<Right>) {
  const rights = rightsGiven(kind, held);
  return {
    views: rights.filter(isView).map(viewNumber),
    permissions: rights.filter((right): right is Permission => !isView(right)),
  };
}

const taken = () => new AppError("userNameTaken", { fields: { Email: "Somebody already signs in with this address" } });
const orInvitedAlready = (error: unknown): never => {
  if (brokeUnique(error, "invitations_open_once"))
    throw new AppError("invitedAlready", { fields: { Email: "Somebody with this address has already been invited" } });
  throw error;
};

/** Refuses an address that is already a user name, for the first person of a new company. */
export async function refuseTaken(tx: Tx, email: string): Promise<void> {
  if (await isUserName(tx, email)) throw taken();
}

/**
 * Refuses the address of an existing member, which the company's managers may know. Whether the address signs in
 * elsewhere is not revealed: the mail is the same, and its link asks for a new password or a sign-in.
 */
async function refuseMember(tx: Tx, scope: Scope, email: string): Promise<void> {
  if (await isMember(tx, scope, email)) throw taken();
}

function refuseSuspended(customerStatus: string | null | undefined): void {
  if (customerStatus === "Suspended") throw new AppError("customerSuspended");
}

type Mailed = { email: string; company: string; invitedBy: string };

function mailLink(platform: Platform, tx: Tx, key: string, { email, company, invitedBy }: Mailed) {
  const url = `${platform.config.PUBLIC_URL}${publicPages.invitation}/${key}`;
  return fileMail(platform, tx, email, "invitation", {
    company,
    invitedBy,
    userName: email,
    url,
    days: linkDays,
  });
}

/** Stores an invitation to a company and mails its link. */
export async function invite(platform: Platform, tx: Tx, invitation: NewInvitation, company: string): Promise<string> {
  const key = newKey();
  await ageOut(tx, invitation);
  const { id } = await insertInvitation(tx, invitation, { hash: hashOfKey(key), days: linkDays }).catch(
    orInvitedAlready,
  );
  await mailLink(platform, tx, key, { ...invitation, company });
  return id;
}

/** Mails a new link to the same or another address; the previous link stops working. */
export async function inviteAnew(
  platform: Platform,
  tx: Tx,
  held: HeldInvitation | undefined,
  { invitedBy, email }: { invitedBy: string; email?: string | undefined },
): Promise<void> {
  if (!held || held.accepted_at) throw new AppError("invitationClosed");
  const key = newKey();
  const to = email ?? held.email;
  await renewInvitation(tx, held, { hash: hashOfKey(key), days: linkDays }, to).catch(orInvitedAlready);
  await mailLink(platform, tx, key, { email: to, company: held.company, invitedBy });
}

export async function takeBack(tx: Tx, held: HeldInvitation | undefined): Promise<void> {
  if (!held || held.accepted_at || held.withdrawn_at) throw new AppError("invitationClosed");
  await withdrawInvitation(tx, held);
}

type Wanted = {
  kind: MemberKind;
  firstName: string;
  lastName: string;
  email: string;
  role: PredefinedType | undefined;
  customerId: string | null;
  /** The customers that a colleague is to look after; null for all. */
  customerIds?: string[] | null;
};

/**
 * Works out the invited person's rights: the whole role asked for, which the inviter must hold, or else the usual
 * rights limited to the inviter's own.
 */
function strengthGiven(actor: TenantActor, kind: MemberKind, role: PredefinedType | undefined) {
  if (role === undefined) return { ...rightsOf(kind, actor.rights), canAgree: kind === "reseller" && actor.canAgree };
  if (!typesGivable(kind, rolesHeld(actor)).includes(role))
    throw new AppError("invalidRequest", {
      fields: { Role: "Choose a role that grants no more than you hold yourself" },
    });
  const strength = strengthOfRoles(new Set(mixes[role].roles));
  return { ...strength, views: strength.views.map(viewNumber) };
}

type Asked = Pick<Wanted, "kind" | "role" | "customerId">;

/** Works out the customer and rights to give, if the caller may invite such a person at all. */
function requireGivable(actor: TenantActor, wanted: Asked) {
  const customerId = isCustomers(wanted.kind) ? (actor.customerId ?? wanted.customerId) : null;
  if (isCustomers(wanted.kind) && customerId === null)
    throw new AppError("invalidRequest", { fields: { CustomerId: "Customer is required" } });
  if (wanted.customerId !== null && wanted.customerId !== customerId) throw new AppError("notFound");
  if (!mayManage(actor, { kind: wanted.kind, customerId })) throw new AppError("notFound");
  return { customerId, ...strengthGiven(actor, wanted.kind, wanted.role) };
}

/** Refuses customers of others or that the caller does not see, and a choice for somebody of one customer. */
async function requireCustomers(tx: Tx, actor: TenantActor, customerId: string | null, ids: readonly string[]) {
  if (customerId !== null || (await listByIds(tx, actor, ids)).length !== ids.length) throw new AppError("notFound");
}

/** Invites a person the caller may manage, without any right the caller lacks. Returns a refusal after too many mails. */
export async function inviteColleague(
  { platform, tx, actor, doer }: Doing,
  wanted: Wanted,
): Promise<{ id: string } | AppError> {
  const { customerId, ...strength } = requireGivable(actor, wanted);
  await refuseMember(tx, { resellerId: actor.resellerId, customerId }, wanted.email);
  const customer = customerId === null ? undefined : orNotFound(await findCustomer(tx, actor, customerId));
  refuseSuspended(customer?.status);
  if (wanted.customerIds) await requireCustomers(tx, actor, customerId, wanted.customerIds);
  const refusal = await countMailOut(tx, actor, wanted.email);
  if (refusal) return refusal;
  const id = await invite(
    platform,
    tx,
    {
      ...wanted,
      resellerId: actor.resellerId,
      customerId,
      ...strength,
      invitedBy: actor.displayName,
      inviterId: actor.membershipId,
    },
    customer?.name ?? actor.resellerName,
  );
  await announce(tx, actor.resellerId, ["users"], customerId);
  await recordActivity(tx, doer, {
    action: "invitations.send",
    what: `Invited ${wanted.firstName} ${wanted.lastName} (${wanted.email})${wanted.customerIds ? ` for ${wanted.customerIds.length === 1 ? "1 customer" : `${wanted.customerIds.length} customers`}` : ""}`,
    customerId,
    object: ["invitation", id],
  });
  return { id };
}

/** Finds an invitation the caller may change. Missing, foreign and unreachable invitations look the same. */
async function reachable(tx: Tx, actor: TenantActor, id: string): Promise<HeldInvitation> {
  const held = orNotFound(await lockInvitation(tx, actor, id));
  if (!mayManage(actor, { kind: held.kind, customerId: held.customer_id })) throw new AppError("notFound");
  return held;
}

async function told(tx: Tx, doer: Doer, held: HeldInvitation, action: string, did: string): Promise<void> {
  await announce(tx, doer.resellerId, ["users"], held.customer_id);
  await recordActivity(tx, doer, {
    action,
    what: `${did} ${held.first_name} ${held.last_name} (${held.email})`,
    customerId: held.customer_id,
    object: ["invitation", held.id],
  });
}

/**
 * Mails a new link after the same checks as the first time. The rights remain those the original sender gave. Returns a
 * refusal after too many mails.
 */
export async function resendToColleague(
  { platform, tx, actor, doer }: Doing,
  id: string,
): Promise<AppError | undefined> {
  const held = await reachable(tx, actor, id);
  if (held.withdrawn_at || held.accepted_at) throw new AppError("invitationClosed");
  await refuseMember(tx, { resellerId: actor.resellerId, customerId: held.customer_id }, held.email);
  refuseSuspended(held.customer_status);
  const refusal = await countMailOut(tx, actor, held.email);
  if (refusal) return refusal;
  await inviteAnew(platform, tx, held, { invitedBy: actor.displayName });
  await told(tx, doer, held, "invitations.resend", "Sent a new invitation to");
  return undefined;
}

export async function withdrawFromColleague({ tx, actor, doer }: Doing, id: string): Promise<void> {
  const held = await reachable(tx, actor, id);
  await takeBack(tx, held);
  await told(tx, doer, held, "invitations.withdraw", "Withdrew the invitation of");
}

export async function lookAt(db: Db, key: string) {
  const found = await findByKey(db, hashOfKey(key));
  if (!found) throw new AppError("invitationInvalid");
  return found;
}
type Invitation = Awaited<ReturnType<typeof lookAt>>;

/** Builds the membership an invitation leads to. */
const membershipOf = (invitation: Invitation, personId: string, now: Date) => ({
  reseller_id: invitation.reseller_id,
  person_id: personId,
  kind: invitation.kind,
  customer_id: invitation.customer_id,
  first_name: invitation.first_name,
  last_name: invitation.last_name,
  email: invitation.email,
  views: invitation.views,
  permissions: invitation.permissions,
  can_agree: invitation.can_agree,
  created_at: now,
});

/** Restricts the new member as their inviter is, and logs their arrival in the company's log. */
async function settle(tx: Tx, invitation: Invitation, personId: string, now: Date): Promise<void> {
  const { reseller_id: resellerId, customer_id: customerId, inviter_id: inviterId, first_name, last_name } = invitation;
  if (inviterId !== null) restrictAsInviter(tx, { resellerId, personId, customerId, inviterId });
  if (invitation.customer_ids) narrowToCustomers(tx, { resellerId, personId, ids: invitation.customer_ids });
  const who = { personId, displayName: `${first_name} ${last_name}`.trim(), behind: null, behindId: null };
  await announce(tx, resellerId, ["users"], customerId);
  await recordActivity(
    tx,
    { resellerId, actor: who, now },
    {
      action: "invitations.accept",
      what: `Accepted the invitation of ${invitation.invited_by}`,
      customerId,
      object: ["person", personId],
    },
  );
}

type NewLogin = { invitation: Invitation; passwordHash: string };

/** Checks and hashes the password the invited person chose. */
export async function prepareLogin({ platform }: Call<undefined>, key: string, password: string): Promise<NewLogin> {
  const invitation = await platform.database.read(identity, (db) => lookAt(db, key));
  if (invitation.hasLogin) throw new AppError("signInToJoin");
  const { first_name, last_name, email } = invitation;
  const about = [email, first_name, last_name, invitation.company, invitation.reseller_name];
  await refuseWeak(platform.config, password, about);
  return { invitation, passwordHash: await hashPassword(password) };
}

/** Creates the login and the membership for an invitation key, with the chosen password. Returns the user name. */
export async function accept(
  { tx, now }: Doing<undefined>,
  key: string,
  { invitation, passwordHash }: NewLogin,
): Promise<string> {
  if (!(await takeKey(tx, hashOfKey(key)))) throw new AppError("invitationInvalid");
  const personId = await insertPerson(tx, invitation.email, passwordHash).catch((error: unknown) => {
    throw brokeUnique(error, "people_user_name") ? new AppError("signInToJoin") : error;
  });
  const membership = membershipOf(invitation, personId, now);
  if ((await becomeAdded(tx, membership)) === undefined) insertMembership(tx, membership);
  await settle(tx, invitation, personId, now);
  return invitation.email;
}

/** Lets the signed-in person act for the company that invited their user name. Their login stays unchanged. */
export async function join(doing: Doing<Actor>, key: string) {
  const { tx, actor, now } = doing;
  const invitation = await lookAt(tx, key);
  if (invitation.email.toLowerCase() !== actor.userName.toLowerCase()) throw new AppError("invitationOfAnother");
  // Operator staff cannot join other companies.
  if (await findOperator(tx, actor.personId)) throw taken();
  if (!(await takeKey(tx, hashOfKey(key)))) throw new AppError("invitationInvalid");
  const membership = membershipOf(invitation, actor.personId, now);
  const id = await becomeAdded(tx, membership)
    .then((added) => added ?? addMembership(tx, membership))
    .catch((error: unknown) => {
      throw brokeUnique(error, "memberships_once") ? taken() : error;
    });
  await settle(tx, invitation, actor.personId, now);
  readAnew(doing);
  return { MembershipId: id, Company: invitation.company };
}
