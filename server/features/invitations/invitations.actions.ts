import { viewNumber, views, type Permission, type Right, type View } from "@tradewind/domain/permissions.ts";
import { isCustomers, mayManage, rightsGiven, type MemberKind } from "@tradewind/domain/users.ts";
import { recordActivity, type Doer } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique, type Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { hashPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { countInvitation } from "../auth/attempts.actions.ts";
import { findCustomer } from "../customers/customers.store.ts";
import { fileMail } from "../mail/mail.actions.ts";
import { hashOfKey, newKey, refuseWeak } from "../passwords/passwords.actions.ts";
import {
  ageOut,
  findByKey,
  insertInvitation,
  insertMembership,
  insertPerson,
  restrictAsInviter,
  isUserName,
  lockInvitation,
  renewInvitation,
  takeKey,
  withdrawInvitation,
  type HeldInvitation,
  type NewInvitation,
} from "./invitations.store.ts";

const identity = { role: "app_identity" } as const;
/** Days for which a link is good. */
const linkDays = 7;

const isView = (right: Right): right is View => (views as readonly string[]).includes(right);
/** The rights of somebody invited as they are stored; all of their kind where nobody's own bound them. */
export function rightsOf(kind: MemberKind, held?: ReadonlySet<Right>) {
  const rights = rightsGiven(kind, held);
  return {
    views: rights.filter(isView).map(viewNumber),
    permissions: rights.filter((right): right is Permission => !isView(right)),
  };
}

const taken = () => new AppError("userNameTaken", { fields: { Email: "Somebody signs in with this address already" } });
const orInvitedAlready = (error: unknown): never => {
  if (brokeUnique(error, "invitations_open_once"))
    throw new AppError("invitedAlready", { fields: { Email: "Somebody with this address is invited already" } });
  throw error;
};

/** Refuses an address that is somebody's user name. Who takes it meanwhile is found when the invitation is accepted. */
export async function refuseTaken(tx: Tx, email: string): Promise<void> {
  if (await isUserName(tx, email)) throw taken();
}

function refuseSuspended(customerStatus: string | null | undefined): void {
  if (customerStatus === "Suspended") throw new AppError("customerSuspended");
}

type Mailed = { firstName: string; email: string; company: string; invitedBy: string };

function mailLink(platform: Platform, tx: Tx, key: string, { firstName, email, company, invitedBy }: Mailed) {
  const url = `${platform.config.PUBLIC_URL}/invitation/${key}`;
  return fileMail(platform, tx, email, "invitation", {
    name: firstName,
    company,
    invitedBy,
    userName: email,
    url,
    days: linkDays,
  });
}

/** Keeps an invitation to a company and mails its link. */
export async function invite(platform: Platform, tx: Tx, invitation: NewInvitation, company: string): Promise<string> {
  const key = newKey();
  await ageOut(tx, invitation);
  const { id } = await insertInvitation(tx, invitation, { hash: hashOfKey(key), days: linkDays }).catch(
    orInvitedAlready,
  );
  await mailLink(platform, tx, key, { ...invitation, company });
  return id;
}

/** Mails a new link, to the same address or another; the link before no longer works. */
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
  await mailLink(platform, tx, key, { firstName: held.first_name, email: to, company: held.company, invitedBy });
}

export async function takeBack(tx: Tx, held: HeldInvitation | undefined): Promise<void> {
  if (!held || held.accepted_at || held.withdrawn_at) throw new AppError("invitationClosed");
  await withdrawInvitation(tx, held);
}

type Wanted = { kind: MemberKind; firstName: string; lastName: string; email: string; customerId: string | null };

/** Invites somebody whom the caller may manage, with no right that the caller does not hold. */
export async function inviteColleague({ platform, actor, doer, ip }: Doing, wanted: Wanted): Promise<string> {
  const customerId = isCustomers(wanted.kind) ? (actor.customerId ?? wanted.customerId) : null;
  if (isCustomers(wanted.kind) && customerId === null)
    throw new AppError("invalidRequest", { fields: { CustomerId: "Customer is required" } });
  if (wanted.customerId !== null && wanted.customerId !== customerId) throw new AppError("notFound");
  if (!mayManage(actor, { kind: wanted.kind, customerId })) throw new AppError("notFound");
  await countInvitation(platform, wanted.email, ip);
  return platform.database.write(identity, async (tx) => {
    await refuseTaken(tx, wanted.email);
    const customer = customerId === null ? undefined : orNotFound(await findCustomer(tx, actor, customerId));
    refuseSuspended(customer?.status);
    const id = await invite(
      platform,
      tx,
      {
        ...wanted,
        resellerId: actor.resellerId,
        customerId,
        ...rightsOf(wanted.kind, actor.rights),
        canAgree: wanted.kind === "reseller" && actor.canAgree,
        invitedBy: actor.displayName,
        inviterId: actor.membershipId,
      },
      customer?.name ?? actor.resellerName ?? "",
    );
    await recordActivity(tx, doer, {
      action: "invitations.send",
      what: `Invited ${wanted.firstName} ${wanted.lastName} (${wanted.email})`,
      customerId,
      object: ["invitation", id],
    });
    return id;
  });
}

/** An invitation that the caller may change. Missing, foreign and out of reach look the same. */
async function reachable(tx: Tx, actor: TenantActor, id: string): Promise<HeldInvitation> {
  const held = orNotFound(await lockInvitation(tx, actor, id));
  if (!mayManage(actor, { kind: held.kind, customerId: held.customer_id })) throw new AppError("notFound");
  return held;
}

const told = (tx: Tx, doer: Doer, held: HeldInvitation, action: string, did: string) =>
  recordActivity(tx, doer, {
    action,
    what: `${did} ${held.first_name} ${held.last_name} (${held.email})`,
    customerId: held.customer_id,
    object: ["invitation", held.id],
  });

/** Mails a new link, after all that sending it for the first time asks. Its rights stay those of whoever sent it first. */
export async function resendToColleague({ platform, actor, doer, ip }: Doing, id: string): Promise<void> {
  const { email } = await platform.database.write(identity, (tx) => reachable(tx, actor, id));
  await countInvitation(platform, email, ip);
  await platform.database.write(identity, async (tx) => {
    const held = await reachable(tx, actor, id);
    if (held.withdrawn_at || held.accepted_at) throw new AppError("invitationClosed");
    await refuseTaken(tx, held.email);
    refuseSuspended(held.customer_status);
    await inviteAnew(platform, tx, held, { invitedBy: actor.displayName });
    await told(tx, doer, held, "invitations.resend", "Sent a new invitation to");
  });
}

export const withdrawFromColleague = ({ platform, actor, doer }: Doing, id: string) =>
  platform.database.write(identity, async (tx) => {
    const held = await reachable(tx, actor, id);
    await takeBack(tx, held);
    await told(tx, doer, held, "invitations.withdraw", "Withdrew the invitation of");
  });

export async function lookAt(platform: Platform, key: string) {
  const found = await platform.database.read(identity, (db) => findByKey(db, hashOfKey(key)));
  if (!found) throw new AppError("invitationInvalid");
  return found;
}

/** Makes the login and the membership of whoever holds the key, with the password they chose. Answers the user name. */
export async function accept(platform: Platform, key: string, password: string, now: Date): Promise<string> {
  const invitation = await lookAt(platform, key);
  const { reseller_id: resellerId, customer_id: customerId, first_name, last_name, email } = invitation;
  const about = [email, first_name, last_name, invitation.company, invitation.reseller_name];
  await refuseWeak(platform.config, password, about);
  const passwordHash = await hashPassword(password);
  await platform.database.write(identity, async (tx) => {
    if (!(await takeKey(tx, hashOfKey(key)))) throw new AppError("invitationInvalid");
    const personId = await insertPerson(tx, email, passwordHash).catch((error: unknown) => {
      throw brokeUnique(error, "people_user_name") ? taken() : error;
    });
    insertMembership(tx, {
      reseller_id: resellerId,
      person_id: personId,
      kind: invitation.kind,
      customer_id: customerId,
      first_name,
      last_name,
      email,
      views: invitation.views,
      permissions: invitation.permissions,
      can_agree: invitation.can_agree,
      created_at: now,
    });
    if (invitation.inviter_id !== null)
      restrictAsInviter(tx, { resellerId, personId, customerId, inviterId: invitation.inviter_id });
    const who = { personId, displayName: `${first_name} ${last_name}`.trim(), behind: null };
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
  });
  return email;
}
