import { publicPages } from "@tradewind/contract/public-pages.ts";
import { createHash } from "node:crypto";
import {
  characterRules,
  passwordUserType,
  standardRules,
  wordsToAvoid,
  type PasswordRule,
} from "@tradewind/domain/access/passwords.ts";
import { storedUserType, type UserKind } from "@tradewind/domain/values/permissions.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Actor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound, tooMany } from "../../platform/app-error.ts";
import type { Config } from "../../platform/config.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { hashPassword, isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { randomText } from "../../platform/random.ts";
import { countResetRequest, provePassword } from "../attempts/attempts.actions.ts";
import { trustDevice } from "../devices/devices.actions.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { endOtherSessions } from "../factors/factors.store.ts";
import { noteOfPerson } from "../notices/notices.actions.ts";
import { reachableActive, reachableHereOnly, refuseStronger, refuseWithoutPassword } from "../people/reach.reads.ts";
import { findKey, insertKey, listEarlier, storePassword, takeKey, type KeyPurpose } from "./passwords.store.ts";
import { keepsRules } from "./strength.ts";
import { findByNameOrEmail, findKnown, type KnownPerson } from "../people/known.store.ts";

const identity = { role: "app_identity" } as const;
/** Minutes for which a key is valid. */
const keyLife = 60;
/** Passwords that may not be reused, the current one among them. */
const remembered = 5;

export const rulesOf = (config: Pick<Config, "PASSWORD_CHARACTER_RULES">): readonly PasswordRule[] =>
  config.PASSWORD_CHARACTER_RULES ? [...standardRules, ...characterRules] : standardRules;

/** Hashes a mailed key for storage. */
export const hashOfKey = (key: string) => createHash("sha256").update(key.toLowerCase()).digest();
/** Creates a key for a link: 128 random bits, written like a GUID. */
export const newKey = () => randomText(16, "hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
const userTypeOf = (kind: string | null) => passwordUserType(storedUserType((kind ?? "admin") as UserKind));

/** Makes a key for a link that changes a password. For an unknown person it does the same work, and the key never works. */
export async function giveKey(tx: Tx, personId: string | null, purpose: KeyPurpose): Promise<string> {
  const key = newKey();
  await insertKey(tx, { hash: hashOfKey(key), personId, purpose, minutes: keyLife });
  return key;
}

/**
 * Mails a link. For an unknown user it does the same work and sends nothing, so that neither answer nor timing reveals
 * it.
 */
async function mailLink(platform: Platform, tx: Tx, person: KnownPerson | undefined): Promise<void> {
  const key = await giveKey(tx, person?.id ?? null, "mail");
  const userName = person?.user_name ?? "nobody";
  const url = `${platform.config.PUBLIC_URL}${publicPages.changePassword}/${userTypeOf(person?.kind ?? null)}/${encodeURIComponent(userName)}/${key}`;
  const name = person?.name ?? "nobody";
  await fileMail(platform, tx, person?.email ?? null, "passwordReset", { name, userName, url, minutes: keyLife });
}

/** Mails a link to whoever forgot their password. Returns a refusal after too many calls. */
export async function requestReset(doing: Doing<undefined>, nameOrEmail: string): Promise<AppError | undefined> {
  const { platform, tx, ip } = doing;
  const counted = await countResetRequest(doing, nameOrEmail);
  if (typeof counted === "object") return tooMany(counted.wait);
  if (!counted) return undefined;
  const person = await findByNameOrEmail(tx, nameOrEmail);
  await mailLink(platform, tx, person);
  await noteOfPerson(platform, tx, person?.id ?? null, ip, "passwords.request", "Asked for a link to a new password");
  return undefined;
}

/** Refuses sign-in, with a key for the change, if the person must first choose a new password. */
export async function mustResetPassword(
  platform: Platform,
  person: { id: string; user_name: string; reset_required: boolean },
) {
  if (!person.reset_required) return undefined;
  return platform.database.write(identity, async (tx) => {
    const known = orNotFound(await findKnown(tx, person.id));
    const userType = storedUserType(known.kind ?? "admin");
    const key = await giveKey(tx, person.id, "signIn");
    return { error: "reset_required", error_description: `resetrequired|${userType}|${person.user_name}|${key}` };
  });
}

/** Tells whether a mailed key still works. */
export const worksByMail = async (db: Db, key: string): Promise<boolean> =>
  (await findKey(db, hashOfKey(key)))?.purpose === "mail";

/** Refuses unless the password is the person's present one. */
async function needPassword(call: Call<unknown>, personId: string, password: string): Promise<void> {
  if (!(await provePassword(call, personId, password))) throw new AppError("currentPasswordIncorrect");
}

type Change = {
  key: string;
  userName?: string | undefined;
  userType?: string | undefined;
  oldPassword: string | null;
  newPassword: string;
};

/**
 * Checks a password change by a key. A key from sign-in also requires the current password; a mailed one is proof
 * enough.
 */
export async function prepareByKey(call: Call<undefined>, change: Change): Promise<NewPassword> {
  const { platform } = call;
  const hash = hashOfKey(change.key);
  const { key, person } = await platform.database.read(identity, async (db) => {
    const found = await findKey(db, hash);
    return { key: found, person: found && (await findKnown(db, found.person_id)) };
  });
  if (!key || !person) throw new AppError("passwordKeyInvalid");
  const named = change.userName?.toLowerCase() ?? person.user_name.toLowerCase();
  if (named !== person.user_name.toLowerCase()) throw new AppError("passwordKeyInvalid");
  if (change.userType !== undefined && change.userType !== userTypeOf(person.kind))
    throw new AppError("passwordKeyInvalid");
  if (key.purpose === "signIn") await needPassword(call, person.id, change.oldPassword ?? "");
  return prepared(platform, person, change.newPassword);
}

/** Changes a password by a key, which is used up. */
export async function changeByKey(doing: Doing<undefined>, { key }: Change, made: NewPassword): Promise<void> {
  const { platform, tx, ip } = doing;
  const taken = await takeKey(tx, hashOfKey(key));
  if (!taken) throw new AppError("passwordKeyInvalid");
  if (taken.purpose === "mail") await trustDevice(doing, made.person.id);
  await noteOfPerson(platform, tx, made.person.id, ip, "passwords.change", ownChange);
  await setPassword(doing, made);
}

const ownChange = "Changed their own password";

/** Checks a change of one's own password by the current one. */
export async function prepareOwn(
  call: Call<Actor>,
  change: { userType: string; userName: string; oldPassword: string; newPassword: string },
): Promise<NewPassword> {
  const { platform, actor } = call;
  const isOwn =
    change.userName.toLowerCase() === actor.userName.toLowerCase() && change.userType === userTypeOf(actor.kind);
  if (!isOwn) throw new AppError("notFound");
  await needPassword(call, actor.personId, change.oldPassword);
  const person = await platform.database.read(identity, (db) => findKnown(db, actor.personId));
  return prepared(platform, orNotFound(person), change.newPassword);
}

/** Changes one's own password. Ends every session, including one's own. */
export async function changeOwn(doing: Doing<Actor>, made: NewPassword): Promise<void> {
  const { platform, tx, actor, ip } = doing;
  await noteOfPerson(platform, tx, actor.personId, ip, "passwords.update", ownChange);
  await setPassword(doing, made);
}

const known = async (db: Db, { person_id: id }: { person_id: string }) => orNotFound(await findKnown(db, id));

const told = ({ doer, tx }: Doing, action: string, what: string, person: KnownPerson) =>
  recordActivity(tx, doer, { action, what, object: ["person", person.id] });

async function toRenew(db: Db, actor: TenantActor, userId: string): Promise<KnownPerson> {
  const user = await reachableHereOnly(db, actor, userId);
  refuseStronger(actor, user);
  refuseWithoutPassword(user);
  return known(db, user);
}

/** Checks a first password set for another person. The actor confirms with their own password. */
export async function prepareOther(
  call: Call<TenantActor>,
  userId: string,
  change: { oldPassword: string; newPassword: string },
): Promise<NewPassword> {
  const { platform, actor } = call;
  const person = await platform.database.read(identity, (db) => toRenew(db, actor, userId));
  await needPassword(call, actor.personId, change.oldPassword);
  return prepared(platform, person, change.newPassword);
}

/** Gives a person a first password, which they must change at sign-in. */
export async function resetOther(doing: Doing, userId: string, made: NewPassword): Promise<void> {
  const person = await toRenew(doing.tx, doing.actor, userId);
  await told(doing, "passwords.reset", `Gave ${person.user_name} a new password`, person);
  await setPassword(doing, made, true);
}

export async function mailLinkToOther(doing: Doing, userId: string): Promise<void> {
  const { platform, tx, actor } = doing;
  const user = await reachableActive(tx, actor, userId);
  refuseWithoutPassword(user);
  const person = await known(tx, user);
  await mailLink(platform, tx, person);
  await told(doing, "passwords.resetFor", `Sent ${person.user_name} a link to choose a new password`, person);
}

/** Single sign-on passwords belong to the provider: ends the person's sessions here and asks them to reset it there. */
export async function askForProviderReset(doing: Doing, userId: string): Promise<void> {
  const { platform, tx, actor } = doing;
  const person = await known(tx, await reachableHereOnly(tx, actor, userId));
  await endOtherSessions(tx, person.id, null, "password to be renewed at the provider");
  const { name, user_name: userName } = person;
  await fileMail(platform, tx, person.email, "passwordOfProvider", { name, userName });
  await told(doing, "passwords.resetSso", `Asked ${userName} to renew the password of single sign-on`, person);
}

/** Refuses a password that breaks the rules; `about` holds the words an attacker would try first. */
export async function refuseWeak(
  config: Pick<Config, "PASSWORD_CHARACTER_RULES">,
  password: string,
  about: readonly (string | null)[],
): Promise<void> {
  if (!(await keepsRules(rulesOf(config), password, wordsToAvoid(...about)))) throw new AppError("passwordNotAllowed");
}

/** A checked and hashed password: it follows the rules and repeats none of the last ones. */
export type NewPassword = { person: KnownPerson; hash: string };

/** Checks and hashes a password. Call it before opening a transaction, because hashing is deliberately slow. */
async function prepared(platform: Platform, person: KnownPerson, password: string): Promise<NewPassword> {
  await refuseWeak(platform.config, password, [
    person.user_name,
    person.name,
    person.last_name,
    person.email,
    person.reseller_name,
  ]);
  const earlier = await platform.database.read(identity, (db) => listEarlier(db, person.id, remembered - 1));
  for (const hash of [person.password_hash, ...earlier.map((each) => each.hash)])
    if (hash !== null && (await isPassword(password, hash)))
      throw new AppError("passwordNotAllowed", {
        fields: { newPassword: `Choose one that is not among your last ${remembered} passwords` },
      });
  return { person, hash: await hashPassword(password) };
}

/** Sets a password, ends every session and informs its owner by mail. */
async function setPassword(
  { platform, tx }: Pick<Doing, "platform" | "tx">,
  { person, hash }: NewPassword,
  resetRequired = false,
): Promise<void> {
  await storePassword(tx, person.id, { hash, resetRequired, kept: remembered - 1 });
  await endOtherSessions(tx, person.id, null, "password changed");
  const url = `${platform.config.PUBLIC_URL}${publicPages.forgetPassword}`;
  const { name, user_name: userName } = person;
  await fileMail(platform, tx, person.email, "passwordChanged", { name, userName, url });
}
