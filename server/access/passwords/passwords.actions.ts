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
import { recordActivity, type Doer } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Config } from "../../platform/config.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { hashPassword, isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { randomText } from "../../platform/random.ts";
import { countResetRequest, provePassword } from "../attempts/attempts.actions.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { endOtherSessions } from "../factors/factors.store.ts";
import { noteOfPerson } from "../notices/notices.actions.ts";
import { reachableActive, reachableHereOnly, refuseStronger, refuseWithoutPassword } from "../people/reach.reads.ts";
import { findKey, insertKey, listEarlier, storePassword, takeKey, type KeyPurpose } from "./passwords.store.ts";
import { keepsRules } from "./strength.ts";
import { findByNameOrEmail, findKnown, type KnownPerson } from "../people/known.store.ts";

const identity = { role: "app_identity" } as const;
/** Minutes for which a key is good. */
const keyLife = 60;
/** Passwords that may not come back, the present one among them. */
const remembered = 5;

export const rulesOf = (config: Pick<Config, "PASSWORD_CHARACTER_RULES">): readonly PasswordRule[] =>
  config.PASSWORD_CHARACTER_RULES ? [...standardRules, ...characterRules] : standardRules;

/** What is kept of a key that was mailed. */
export const hashOfKey = (key: string) => createHash("sha256").update(key.toLowerCase()).digest();
/** A key for a link: 128 random bits, written like a GUID. */
export const newKey = () => randomText(16, "hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
const userTypeOf = (kind: string | null) => passwordUserType(storedUserType((kind ?? "admin") as UserKind));

async function giveKey(tx: Tx, personId: string | null, purpose: KeyPurpose): Promise<string> {
  const key = newKey();
  await insertKey(tx, { hash: hashOfKey(key), personId, purpose, minutes: keyLife });
  return key;
}

/** Mails a link. For nobody it does the same work and sends nothing, so that neither answer nor time tells. */
async function mailLink(platform: Platform, tx: Tx, person: KnownPerson | undefined): Promise<void> {
  const key = await giveKey(tx, person?.id ?? null, "mail");
  const userName = person?.user_name ?? "nobody";
  const url = `${platform.config.PUBLIC_URL}${publicPages.changePassword}/${userTypeOf(person?.kind ?? null)}/${encodeURIComponent(userName)}/${key}`;
  const name = person?.name ?? "nobody";
  await fileMail(platform, tx, person?.email ?? null, "passwordReset", { name, userName, url, minutes: keyLife });
}

export async function requestReset(platform: Platform, nameOrEmail: string, ip: string): Promise<void> {
  await countResetRequest(platform, nameOrEmail, ip);
  await platform.database.write(identity, async (tx) =>
    mailLink(platform, tx, await findByNameOrEmail(tx, nameOrEmail)),
  );
}

/** What a person who must choose a new password first is told at sign-in, with the key to do it by; else nothing. */
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

type Change = {
  key: string;
  userName?: string | undefined;
  userType?: string | undefined;
  oldPassword: string | null;
  newPassword: string;
};

/** Changes a password by a key. A key of sign-in also wants the present password; a mailed one is proof enough. */
export async function changeByKey(platform: Platform, change: Change, ip: string): Promise<void> {
  const hash = hashOfKey(change.key);
  const refusal = () => new AppError("passwordKeyInvalid");
  const { key, person } = await platform.database.read(identity, async (db) => {
    const found = await findKey(db, hash);
    return { key: found, person: found && (await findKnown(db, found.person_id)) };
  });
  if (!key || !person) throw refusal();
  const named = change.userName?.toLowerCase() ?? person.user_name.toLowerCase();
  if (named !== person.user_name.toLowerCase()) throw refusal();
  if (change.userType !== undefined && change.userType !== userTypeOf(person.kind)) throw refusal();
  if (key.purpose === "signIn") await provePassword(platform, person.user_name, change.oldPassword ?? "", ip);
  await setPassword(platform, person, change.newPassword, {
    first: async (tx) => {
      if (!(await takeKey(tx, hash))) throw refusal();
      await noteOfPerson(platform, tx, person.id, ip, "passwords.change", ownChange);
    },
  });
}

const ownChange = "Changed their own password";
type Own = { personId: string; userName: string; kind: UserKind; behind: string | null };

/** Changes one's own password. Everybody who signed in with the old one, oneself included, signs in again. */
export async function changeOwn(
  platform: Platform,
  actor: Own,
  change: { userType: string; userName: string; oldPassword: string; newPassword: string },
  ip: string,
): Promise<void> {
  const isOwn =
    change.userName.toLowerCase() === actor.userName.toLowerCase() && change.userType === userTypeOf(actor.kind);
  if (!isOwn) throw new AppError("notFound");
  await provePassword(platform, actor.userName, change.oldPassword, ip);
  const person = await platform.database.read(identity, (db) => findKnown(db, actor.personId));
  await setPassword(platform, orNotFound(person), change.newPassword, {
    first: (tx) => noteOfPerson(platform, tx, actor.personId, ip, "passwords.update", ownChange),
  });
}

type Renewing = { platform: Platform; actor: TenantActor; doer: Doer; ip: string };

const known = async (db: Db, { person_id: id }: { person_id: string }) => orNotFound(await findKnown(db, id));

const told = (doer: Doer, tx: Tx, action: string, what: string, person: KnownPerson) =>
  recordActivity(tx, doer, { action, what, object: ["person", person.id] });

/** Gives somebody a first password, which they must change at sign-in. The actor's own password proves who is asking. */
export async function resetOther(
  renewing: Renewing,
  userId: string,
  change: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { platform, actor, doer, ip } = renewing;
  const person = await platform.database.read(identity, async (db) => {
    const user = await reachableHereOnly(db, actor, userId);
    refuseStronger(actor, user);
    refuseWithoutPassword(user);
    return known(db, user);
  });
  await provePassword(platform, actor.userName, change.oldPassword, ip);
  await setPassword(platform, person, change.newPassword, {
    resetRequired: true,
    first: (tx) => told(doer, tx, "passwords.reset", `Gave ${person.user_name} a new password`, person),
  });
}

export async function mailLinkToOther(renewing: Renewing, userId: string): Promise<void> {
  const { platform, actor, doer } = renewing;
  await platform.database.write(identity, async (tx) => {
    const user = await reachableActive(tx, actor, userId);
    refuseWithoutPassword(user);
    const person = await known(tx, user);
    await mailLink(platform, tx, person);
    await told(doer, tx, "passwords.resetFor", `Sent ${person.user_name} a link to choose a new password`, person);
  });
}

/** The password of single sign-on is its provider's: we can only end the sessions here and ask. */
export async function askForProviderReset(renewing: Renewing, userId: string): Promise<void> {
  const { platform, actor, doer } = renewing;
  await platform.database.write(identity, async (tx) => {
    const person = await known(tx, await reachableHereOnly(tx, actor, userId));
    await endOtherSessions(tx, person.id, null, "password to be renewed at the provider");
    const { name, user_name: userName } = person;
    await fileMail(platform, tx, person.email, "passwordOfProvider", { name, userName });
    await told(doer, tx, "passwords.resetSso", `Asked ${userName} to renew the password of single sign-on`, person);
  });
}

/** Refuses a password that breaks the rules; `about` is what an attacker would try first. */
export async function refuseWeak(
  config: Pick<Config, "PASSWORD_CHARACTER_RULES">,
  password: string,
  about: readonly (string | null)[],
): Promise<void> {
  if (!(await keepsRules(rulesOf(config), password, wordsToAvoid(...about)))) throw new AppError("passwordNotAllowed");
}

/** Sets a password that keeps the rules, ends every session and tells its owner by mail. */
async function setPassword(
  platform: Platform,
  person: KnownPerson,
  password: string,
  options: { resetRequired?: boolean; first?: (tx: Tx) => Promise<void> } = {},
): Promise<void> {
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
  const hash = await hashPassword(password);
  await platform.database.write(identity, async (tx) => {
    await options.first?.(tx);
    await storePassword(tx, person.id, { hash, resetRequired: options.resetRequired ?? false, kept: remembered - 1 });
    await endOtherSessions(tx, person.id, null, "password changed");
    const url = `${platform.config.PUBLIC_URL}${publicPages.forgetPassword}`;
    const { name, user_name: userName } = person;
    await fileMail(platform, tx, person.email, "passwordChanged", { name, userName, url });
  });
}
