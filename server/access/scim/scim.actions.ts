import { applyPatch, isLeaving, readPerson, ScimFault, type Provided } from "@tradewind/domain/access/scim.ts";
import { mixes, strengthOfRoles } from "@tradewind/domain/access/roles.ts";
import { isPlainName, longestName } from "@tradewind/domain/access/scim.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { announce } from "../../platform/events.store.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { brokeInput, brokeUnique } from "../../platform/db-errors.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { actsOnlyFor, findProvider, isProvenDomain } from "../company-providers/company-providers.store.ts";
import {
  addMembership,
  insertPersonWithoutPassword,
  isUserName,
  withdrawSentBy,
} from "../invitations/invitations.store.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import { isLastManager, lockManagers } from "../privacy/privacy.store.ts";
import { endSessionsOf, setStatus } from "../users/users.store.ts";
import {
  findByUserName,
  findScimPerson,
  isExternalIdTaken,
  keepScimPerson,
  lockScimPerson,
  renamePerson,
  triedBeside,
  type PersonRow,
  type Token,
} from "./scim.store.ts";

/** What a call of the directory works with. */
export type Call = { platform: Platform; tx: Tx; token: Token; ip: string; now: Date };

async function told({ tx, token, ip, now }: Call, action: string, what: string, personId: string): Promise<void> {
  const actor = { personId: null, displayName: `Directory (${token.hint}…)`, behind: null, behindId: null };
  await announce(tx, token.reseller_id, ["users"]);
  await recordActivity(
    tx,
    { resellerId: token.reseller_id, actor, now, ip },
    { action, what, object: ["person", personId] },
  );
}

/** Refuses names that are none, and addresses outside of the domains that the company proved: they reach a sign-in. */
async function requireOwn({ tx, token }: Call, { userName, email, givenName, familyName }: Provided): Promise<void> {
  for (const [name, address] of [
    ["userName", userName],
    ["emails", email],
  ] as const) {
    if (!patterns.email.test(address) || address.length > 100)
      throw new ScimFault("invalidValue", `${name} must be an email address of at most 100 characters`);
    if (!(await isProvenDomain(tx, token.reseller_id, address.toLowerCase().split("@")[1] ?? "")))
      throw new ScimFault("invalidValue", `${name} must lie in a domain that the company has proven`);
  }
  for (const name of [givenName, familyName])
    if (!isPlainName(name))
      throw new ScimFault("invalidValue", `A name has at most ${longestName} characters and no address`);
}

export const taken = () => new ScimFault("uniqueness", "Somebody with this userName or externalId exists already");

/** Adds a person without a password, or brings back one that the directory had removed. */
export async function provide(call: Call, body: unknown): Promise<PersonRow> {
  const { tx, token, now } = call;
  const wanted = readPerson(body);
  await requireOwn(call, wanted);
  const found = await findByUserName(tx, token.reseller_id, wanted.userName);
  if (found?.membership_id && found.removed_at !== null) {
    await keepScimPerson(tx, token.reseller_id, found.membership_id, {
      external_id: null,
      removed_at: null,
      changed_at: now,
    });
    return change(call, found.membership_id, () => wanted);
  }
  if (found) throw taken();
  if (wanted.externalId !== null && (await isExternalIdTaken(tx, token.reseller_id, wanted.externalId, null)))
    throw taken();
  const personId = await insertPersonWithoutPassword(tx, wanted.userName.toLowerCase());
  if (personId === undefined) throw taken();
  const role = (await findProvider(tx, token.reseller_id))?.role ?? "readOnly";
  const strength = strengthOfRoles(new Set(mixes[role].roles));
  const id = await addMembership(tx, {
    reseller_id: token.reseller_id,
    person_id: personId,
    kind: "engineer",
    first_name: wanted.givenName || wanted.userName.split("@")[0]!.slice(0, longestName),
    last_name: wanted.familyName,
    email: wanted.email,
    views: strength.views.map(viewNumber),
    permissions: strength.permissions,
    can_agree: false,
    status: wanted.active ? "Active" : "Suspended",
    created_at: now,
  });
  await keepScimPerson(tx, token.reseller_id, id, {
    external_id: wanted.externalId,
    removed_at: null,
    changed_at: now,
  });
  await told(call, "users.add", `Added ${wanted.userName} with the role ${mixes[role].name}`, personId);
  return orNotFound(await findScimPerson(tx, token.reseller_id, id));
}

const providedOf = (row: PersonRow): Provided => ({
  userName: row.user_name,
  externalId: row.external_id,
  active: row.status === "Active",
  givenName: row.first_name,
  familyName: row.last_name,
  email: row.email,
});

export const replace = (call: Call, id: string, body: unknown) =>
  change(call, id, (before) => readPerson(body, before));
export const patch = (call: Call, id: string, body: unknown) => change(call, id, (before) => applyPatch(before, body));

async function change(call: Call, id: string, to: (before: Provided) => Provided): Promise<PersonRow> {
  const { tx, token, now } = call;
  const row = await lock(call, id);
  const before = providedOf(row);
  const wanted = to(before);
  const renamed = isRenamed(before, wanted);
  if (renamed || wanted.active !== before.active) await requireTheirs(call, row);
  const keep = async (externalId: string | null) => {
    if (externalId !== null && externalId !== before.externalId)
      if (await isExternalIdTaken(tx, token.reseller_id, externalId, id)) throw taken();
    await keepScimPerson(tx, token.reseller_id, id, { external_id: externalId, removed_at: null, changed_at: now });
  };
  if (isLeaving(before, wanted)) {
    // Whoever leaves loses access whatever else is said of them: what cannot be kept of it is passed over.
    if (renamed) await isKept(tx, () => rename(call, row, wanted));
    if (!(await isKept(tx, () => keep(wanted.externalId)))) await keep(before.externalId);
    await suspend(call, row);
  } else {
    if (renamed) await rename(call, row, wanted);
    await keep(wanted.externalId);
    if (wanted.active !== before.active) await reactivate(call, row);
  }
  return orNotFound(await findScimPerson(tx, token.reseller_id, id));
}

/** Does what can be done without, and tells whether it was kept. */
const isKept = (tx: Tx, work: () => Promise<void>): Promise<boolean> =>
  triedBeside(tx, work, (error) => {
    const isTaken = ["people_user_name", "scim_people_by_external_id"].some((name) => brokeUnique(error, name));
    return error instanceof ScimFault || brokeInput(error) || isTaken;
  });

/** Locks a person, after all who manage people: two who are suspended at the same moment wait in the same order. */
async function lock({ tx, token }: Call, id: string): Promise<PersonRow> {
  const { person_id } = orNotFound(await findScimPerson(tx, token.reseller_id, id));
  await lockManagers(tx, person_id);
  return orNotFound(await lockScimPerson(tx, token.reseller_id, id));
}

/**
 * Refuses to change whom a directory has no say over: owners, whose mailbox would open the company, and whoever acts
 * for another company or for the operator as well. All are refused alike, so that nothing is told of others.
 */
async function requireTheirs({ tx, token }: Call, row: PersonRow): Promise<void> {
  if (row.is_owner || !(await actsOnlyFor(tx, row.person_id, token.reseller_id)))
    throw new ScimFault("mutability", "This person is looked after in the portal and not by a directory");
}

const isRenamed = (before: Provided, wanted: Provided) =>
  before.userName.toLowerCase() !== wanted.userName.toLowerCase() ||
  before.email !== wanted.email ||
  before.givenName !== wanted.givenName ||
  before.familyName !== wanted.familyName;

async function rename(call: Call, row: PersonRow, wanted: Provided): Promise<void> {
  const { platform, tx, token } = call;
  await requireOwn(call, wanted);
  const userName = wanted.userName.toLowerCase();
  const renamed = userName !== row.user_name.toLowerCase();
  if (renamed && (await isUserName(tx, userName))) throw taken();
  // At the address that they had: whoever has the new one may be somebody else.
  if (renamed || wanted.email !== row.email)
    await tellSignInChanged(platform, tx, row.person_id, "Your company's directory changed your user name or address.");
  await renamePerson(tx, token.reseller_id, row, {
    userName: renamed ? userName : row.user_name,
    firstName: wanted.givenName || row.first_name,
    lastName: wanted.familyName,
    email: wanted.email,
  });
  await told(
    call,
    "users.change",
    `Changed ${row.user_name}${renamed ? `, who is now ${userName}` : ""}`,
    row.person_id,
  );
}

async function reactivate(call: Call, row: PersonRow): Promise<void> {
  await setStatus(call.tx, call.token.reseller_id, row.id, "Active");
  await told(call, "users.reactivate", `Reactivated ${row.user_name}`, row.person_id);
}

/** Ends somebody's access to the company at once, but not that of the last who manages its people. */
async function suspend(call: Call, row: PersonRow): Promise<void> {
  const { tx, token } = call;
  if (await isLastManager(tx, row.person_id))
    throw new ScimFault("mutability", "The last person who manages the company's people stays");
  await setStatus(tx, token.reseller_id, row.id, "Suspended");
  await endSessionsOf(tx, token.reseller_id, row.id, "suspended by the company's directory");
  await withdrawSentBy(tx, token.reseller_id, row.id);
  await told(call, "users.suspend", `Suspended ${row.user_name}`, row.person_id);
}

export async function remove(call: Call, id: string): Promise<void> {
  const { tx, token, now } = call;
  const row = await lock(call, id);
  await requireTheirs(call, row);
  if (row.status === "Active") await suspend(call, row);
  await keepScimPerson(tx, token.reseller_id, id, { external_id: null, removed_at: now, changed_at: now });
}
