import { publicPages } from "@tradewind/contract/public-pages.ts";
import type { CompanyProviderSettings, companyProvider } from "@tradewind/contract/access/company-providers.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { mixes, rolesHeld, typesOf } from "@tradewind/domain/access/roles.ts";
import { readTextRecords } from "@tradewind/vendors/domain-records.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import type { Context, Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId, randomText } from "../../platform/random.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { findRules } from "../sign-in-rules/sign-in-rules.store.ts";
import {
  deleteProvider,
  deleteProviderDomain,
  endSessionsOfProvider,
  findProvider,
  findProviderDomain,
  insertProviderDomain,
  isOthersAtProvider,
  listProviderDomains,
  lockProvider,
  proveProviderDomain,
  saveProvider,
  switchProvider,
} from "./company-providers.store.ts";

type Own = Doing<TenantActor>;
/** Domains of a company that wait for their proof. */
const mostOpenClaims = 20;
const recordName = (domain: string) => `_tradewind.${domain}`;
const recordText = (record: string) => `tradewind-domain=${record}`;

/** Whoever is restricted to a part of the company does not decide who speaks for all of it. */
export function mustSeeWhole({ restriction }: TenantActor): void {
  if (restriction !== null) throw new AppError("notFound");
}

/**
 * Whoever decides who signs in for the company can become anybody in it, so only somebody who holds every role does, and
 * sees all of the company.
 */
export function mustBeOwner(actor: TenantActor): void {
  mustSeeWhole(actor);
  if (!isOwner(actor)) throw new AppError("everyRoleNeeded");
}

function isOwner(actor: TenantActor): boolean {
  const held = rolesHeld(actor);
  return mixes.owner.roles.every((role) => held.has(role));
}

export async function readSettings({ db, platform, actor }: Context<TenantActor>): Promise<CompanyProviderSettings> {
  mustSeeWhole(actor);
  const held = await findProvider(db, actor.resellerId);
  const domains = await listProviderDomains(db, actor.resellerId);
  return {
    Provider: held
      ? {
          Issuer: held.issuer,
          ClientId: held.client_id,
          AddsPeople: held.adds_people,
          Role: held.role,
          TestedAt: held.tested_at?.toISOString() ?? null,
          IsOn: held.is_on,
          ChangedBy: held.changed_by,
          ChangedAt: held.changed_at.toISOString(),
        }
      : null,
    Domains: domains.map(({ domain, record, proven_at, approved_by }) => ({
      Domain: domain,
      RecordName: recordName(domain),
      RecordText: recordText(record),
      ProvenAt: proven_at?.toISOString() ?? null,
      ApprovedBy: approved_by,
    })),
    RedirectUri: `${platform.config.PUBLIC_URL}${publicPages.ssoCallback}`,
    MayChange: isOwner(actor),
  };
}

async function told({ tx, doer, actor }: Own, action: string, what: string): Promise<void> {
  await announce(tx, actor.resellerId, ["companyProvider"]);
  await recordActivity(tx, doer, { action: `companyProvider.${action}`, what, object: ["reseller", actor.resellerId] });
}

export const placeOfClientSecret = (resellerId: string, row: string) => ({
  owner: resellerId,
  table: "company_providers",
  column: "client_secret",
  row,
  version: 1,
});

async function endSessions(doing: Own, why: string): Promise<void> {
  await endSessionsOfProvider(doing.tx, doing.actor.resellerId, `the company's identity provider was ${why}`);
  readAnew(doing);
}

/** While a company's people may sign in by single sign-on only, what lets them in stays as it is. */
async function mustNotShutOut({ tx, actor }: Own): Promise<void> {
  const rules = await findRules(tx, actor.resellerId);
  if (rules?.sso_only) throw new AppError("singleSignOnOnly");
}

type Wanted = InputOf<typeof companyProvider.save>["body"];

export async function saveCompanyProvider(doing: Own, wanted: Wanted): Promise<void> {
  const { tx, actor, now, platform } = doing;
  mustBeOwner(actor);
  if (!platform.config.DEMO && !wanted.Issuer.startsWith("https://"))
    throw new AppError("invalidRequest", { fields: { Issuer: "Must begin with https://" } });
  if (!typesOf("engineer").includes(wanted.Role))
    throw new AppError("invalidRequest", { fields: { Role: "Choose another role" } });
  const held = await lockProvider(tx, actor.resellerId);
  if (!held && wanted.ClientSecret === undefined)
    throw new AppError("invalidRequest", { fields: { ClientSecret: "Client secret is required" } });
  // Another provider is a stranger: nobody has tested it, and what it says of people is about others.
  const same =
    held !== undefined &&
    held.issuer === wanted.Issuer &&
    held.client_id === wanted.ClientId &&
    wanted.ClientSecret === undefined;
  const row = held?.id ?? newId();
  await saveProvider(tx, {
    reseller_id: actor.resellerId,
    id: row,
    issuer: wanted.Issuer,
    client_id: wanted.ClientId,
    client_secret:
      wanted.ClientSecret === undefined
        ? held!.client_secret
        : platform.secrets.seal(wanted.ClientSecret, placeOfClientSecret(actor.resellerId, row)),
    adds_people: wanted.AddsPeople,
    role: wanted.Role,
    tested_at: same ? held.tested_at : null,
    is_on: same && held.is_on,
    set_up_by: actor.personId,
    changed_by: actor.displayName,
    changed_at: now,
  });
  if (!same && held?.is_on) {
    await mustNotShutOut(doing);
    await endSessions(doing, "changed");
  }
  await told(doing, "save", `Set up the identity provider ${wanted.Issuer}`);
}

export async function turnCompanyProvider(doing: Own, isOn: boolean): Promise<void> {
  const { tx, actor } = doing;
  mustBeOwner(actor);
  const held = orNotFound(await lockProvider(tx, actor.resellerId));
  const domains = await listProviderDomains(tx, actor.resellerId);
  if (isOn && (held.tested_at === null || !domains.some(({ proven_at }) => proven_at !== null)))
    throw new AppError("providerNotReady");
  if (!isOn) await mustNotShutOut(doing);
  await switchProvider(tx, actor.resellerId, isOn);
  if (!isOn) await endSessions(doing, "switched off");
  await told(doing, "switch", `Switched the identity provider ${held.issuer} ${isOn ? "on" : "off"}`);
}

export async function removeCompanyProvider(doing: Own): Promise<void> {
  const { tx, actor } = doing;
  mustBeOwner(actor);
  const held = orNotFound(await lockProvider(tx, actor.resellerId));
  await mustNotShutOut(doing);
  await endSessions(doing, "removed");
  await deleteProvider(tx, actor.resellerId);
  await told(doing, "remove", `Removed the identity provider ${held.issuer}`);
}

const taken = () =>
  new AppError("domainTaken", { fields: { Domain: "This domain is already set up, here or for another company" } });
const orTaken = (error: unknown): never => {
  throw brokeUnique(error, "company_provider_domains_once") || brokeUnique(error, "company_provider_domains_pkey")
    ? taken()
    : error;
};

export async function addProviderDomain(doing: Own, domain: string): Promise<void> {
  const { tx, actor, now } = doing;
  mustBeOwner(actor);
  await takeTurn(tx, `domains ${actor.resellerId}`);
  const open = (await listProviderDomains(tx, actor.resellerId)).filter(({ proven_at }) => proven_at === null);
  if (open.length >= mostOpenClaims) throw new AppError("domainsEnough");
  await insertProviderDomain(tx, actor.resellerId, domain, randomText(16), now).catch(orTaken);
  await told(doing, "addDomain", `Claimed the domain ${domain} for the identity provider`);
}

/** Looks for the company's record in the domain's DNS, before the transaction. */
export async function findRecord(platform: Platform, actor: TenantActor, domain: string): Promise<"found" | "missing"> {
  mustBeOwner(actor);
  const held = orNotFound(
    await platform.database.read({ role: "app_identity" }, (db) => findProviderDomain(db, actor.resellerId, domain)),
  );
  const servers = platform.config.DNS_SERVERS.split(",").filter(Boolean);
  // A DNS that does not answer proves nothing; it is the domain's, and not ours to wait for.
  const texts = await readTextRecords(recordName(domain), servers).catch((error: unknown) => {
    platform.log.info({ err: error, domain }, "A domain's DNS did not answer");
    return [] as string[];
  });
  return texts.includes(recordText(held.record)) ? "found" : "missing";
}

export async function proveDomain(doing: Own, domain: string, record: "found" | "missing"): Promise<void> {
  const { tx, actor, now } = doing;
  mustBeOwner(actor);
  if (record === "missing") throw new AppError("domainNotProven");
  const held = orNotFound(await findProviderDomain(tx, actor.resellerId, domain));
  if (await isOthersAtProvider(tx, actor.resellerId, domain)) throw taken();
  if (held.proven_at === null) await proveProviderDomain(tx, actor.resellerId, domain, now, null).catch(orTaken);
  await told(doing, "proveDomain", `Proved the domain ${domain} for the identity provider`);
}

export async function removeProviderDomain(doing: Own, domain: string): Promise<void> {
  const { tx, actor } = doing;
  mustBeOwner(actor);
  const { proven_at } = orNotFound(await findProviderDomain(tx, actor.resellerId, domain));
  if (proven_at !== null) await mustNotShutOut(doing);
  await deleteProviderDomain(tx, actor.resellerId, domain);
  await told(doing, "removeDomain", `Took the domain ${domain} from the identity provider`);
}

export async function approveDomain(
  { tx, actor, doer, now }: Doing<OperatorActor>,
  { companyId, domain, reason }: { companyId: string; domain: string; reason: string },
): Promise<void> {
  const held = orNotFound(await findProviderDomain(tx, companyId, domain));
  if (held.proven_at !== null || (await isOthersAtProvider(tx, companyId, domain))) throw taken();
  if (!(await proveProviderDomain(tx, companyId, domain, now, actor.displayName).catch(orTaken))) throw taken();
  await announce(tx, companyId, ["companyProvider"]);
  await recordActivity(
    tx,
    { ...doer, resellerId: companyId },
    {
      action: "companyProvider.approveDomain",
      what: `Approved the domain ${domain} for the identity provider: ${reason}`,
      object: ["reseller", companyId],
    },
  );
}
