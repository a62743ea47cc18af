import { mixes, strengthOfRoles } from "@tradewind/domain/access/roles.ts";
import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { placeOfClientSecret } from "../company-providers/company-providers.actions.ts";
import {
  actsOnlyFor,
  findCompanyPerson,
  findProvider,
  isProvenDomain,
  linkCompanyPerson,
  respell,
  type ProviderRow,
} from "../company-providers/company-providers.store.ts";
import { addMembership, insertPersonWithoutPassword } from "../invitations/invitations.store.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import { findPerson } from "../people/people.store.ts";
import { companyProviderAt, OtherIssuer, type Provider } from "./providers.ts";
import type { HeldTicket } from "./sso.store.ts";

const identity = { role: "app_identity" } as const;

/** Milliseconds for which a provider's description is used without being read again; its keys are read when needed. */
const descriptionLife = 600_000;
const mostKnown = 500;
const known = new Map<string, { provider: Promise<Provider>; until: number }>();

/** Returns the company's provider, if it is on or being tested. */
export async function companyProviderOf(platform: Platform, companyId: string, tests: boolean): Promise<Provider> {
  const row = await platform.database.read(identity, (db) => findProvider(db, companyId));
  if (!row || !(row.is_on || tests)) throw new AppError("providerNotConfigured");
  const provider = await describedAs(platform, row);
  if (provider.kind === "sso" && provider.issuer !== row.issuer)
    await platform.database.write(identity, (tx) => respell(tx, companyId, row.issuer, provider.issuer));
  return provider;
}

function describedAs(platform: Platform, row: ProviderRow): Promise<Provider> {
  const name = [row.reseller_id, row.issuer, row.client_id, row.client_secret].join(" ");
  const held = known.get(name);
  if (held && held.until > realNow()) return held.provider;
  const clientSecret = platform.secrets.open(row.client_secret, placeOfClientSecret(row.reseller_id, row.id));
  const provider = companyProviderAt(platform.config, { issuer: row.issuer, clientId: row.client_id, clientSecret });
  if (known.size >= mostKnown) known.clear();
  known.set(name, { provider, until: realNow() + descriptionLife });
  return provider.catch((cause: unknown) => {
    known.delete(name);
    throw new AppError("companyProviderSilent", {
      cause,
      ...(cause instanceof OtherIssuer && {
        message: `The provider at this address calls itself ${cause.issuer}. Save that as its issuer if it is yours.`,
      }),
    });
  });
}

/**
 * Finds whom a company's provider names: the person linked to the identity, or one whose user name is the address that
 * it gives, in a domain that the company proved; or adds them. Only people who act for this company and for nobody
 * else, since whoever runs the provider would otherwise become them elsewhere.
 */
export async function findPersonOfCompany(
  platform: Platform,
  tx: Tx,
  held: HeldTicket,
): Promise<{ id: string; status: string } | undefined> {
  const provider = await findProvider(tx, held.company_id!);
  if (!provider?.is_on || provider.issuer !== held.issuer) return undefined;
  const of = { resellerId: provider.reseller_id, issuer: provider.issuer, subject: held.subject! };
  const linked = await findCompanyPerson(tx, of.resellerId, of.issuer, of.subject);
  const person = linked ?? (await personByAddress(platform, tx, held, provider));
  if (!person || !(await actsOnlyFor(tx, person.id, of.resellerId))) return undefined;
  if (!linked && !(await linkPerson(platform, tx, of, person.id))) return undefined;
  return person;
}

async function personByAddress(platform: Platform, tx: Tx, held: HeldTicket, provider: ProviderRow) {
  const { email } = held;
  if (email === null || !(await isProvenDomain(tx, provider.reseller_id, email.split("@")[1] ?? ""))) return undefined;
  const person = await findPerson(tx, email);
  if (person) return person;
  if (!provider.adds_people) return undefined;
  const id = await insertPersonWithoutPassword(tx, email);
  if (id === undefined) return undefined;
  const strength = strengthOfRoles(new Set(mixes[provider.role].roles));
  const now = platform.clock.now();
  await addMembership(tx, {
    reseller_id: provider.reseller_id,
    person_id: id,
    kind: "engineer",
    first_name: held.first_name ?? email.split("@")[0]!,
    last_name: held.last_name ?? "",
    email,
    views: strength.views.map(viewNumber),
    permissions: strength.permissions,
    can_agree: false,
    created_at: now,
  });
  await recordActivity(
    tx,
    { resellerId: provider.reseller_id, actor: null, now },
    {
      action: "users.add",
      what: `The identity provider added ${email} with the role ${mixes[provider.role].name}`,
      object: ["person", id],
    },
  );
  return { id, status: "Active" };
}

type Of = { resellerId: string; issuer: string; subject: string };

/** Links an identity to a person of the company. Returns false if either is linked otherwise. */
export async function linkPerson(platform: Platform, tx: Tx, of: Of, personId: string): Promise<boolean> {
  if (!(await actsOnlyFor(tx, personId, of.resellerId))) return false;
  if (!(await linkCompanyPerson(tx, of, personId))) return false;
  await recordActivity(
    tx,
    { resellerId: of.resellerId, actor: null, now: platform.clock.now() },
    {
      action: "signInLinks.add",
      what: "Linked an account to the company's identity provider",
      object: ["person", personId],
    },
  );
  await tellSignInChanged(
    platform,
    tx,
    personId,
    "Your account was linked to your company's identity provider, which signs you in from now on.",
  );
  return true;
}

/** Tells whether somebody other than the typed user name came back from a company's provider. */
export async function isOtherOfCompany(
  platform: Platform,
  companyId: string,
  who: { issuer: string; subject: string; card: { email: string | null } },
  typed: string,
): Promise<boolean> {
  const linked = await platform.database.read(identity, (db) =>
    findCompanyPerson(db, companyId, who.issuer, who.subject),
  );
  const name = linked?.user_name ?? who.card.email;
  return name !== null && name.toLowerCase() !== typed.toLowerCase();
}
