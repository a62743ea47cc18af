import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import { isPublicHost } from "@tradewind/domain/access/sign-in-domains.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Actor, OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Doing } from "../../platform/http.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import {
  companiesOf,
  deleteDomain,
  deleteLink,
  endSessionsBy,
  findCompany,
  hasPassword,
  insertDomain,
} from "./provider-links.store.ts";
import { providerNames } from "./providers.ts";

type Own = Doing<Actor>;

/** Writes a line to the company's log, or to the process log if the domain belonged to no company. */
async function told({ tx, doer, platform }: Own, resellerId: string | null, action: string, what: string) {
  if (resellerId === null) platform.log.info({ action }, what);
  else await recordActivity(tx, { ...doer, resellerId }, { action, what, object: ["reseller", resellerId] });
}

export async function addDomain(doing: Doing<OperatorActor>, domain: string, companyId: string): Promise<void> {
  const { tx } = doing;
  if (isPublicHost(domain))
    throw new AppError("domainPublic", { fields: { Domain: "Anybody can have an address at this domain" } });
  orNotFound(await findCompany(tx, companyId));
  await insertDomain(tx, domain, companyId).catch((error: unknown) => {
    if (!brokeUnique(error, "sso_domains_pkey")) throw error;
    throw new AppError("domainTaken", { fields: { Domain: "This domain is already set up" } });
  });
  await told(doing, companyId, "signInDomains.add", `Set up single sign-on for ${domain}`);
}

export async function removeDomain(doing: Doing<OperatorActor>, domain: string): Promise<void> {
  const { reseller_id } = orNotFound(await deleteDomain(doing.tx, domain));
  await told(doing, reseller_id, "signInDomains.remove", `Ended single sign-on for ${domain}`);
}

/** Logs to every company a person acts for, or to the process log for operator staff. */
async function tellCompanies({ tx, doer, platform }: Own, personId: string, provider: SignInProvider) {
  const action = "signInLinks.remove";
  const companies = await companiesOf(tx, personId);
  if (companies.length === 0) platform.log.info({ personId, action }, `Removed the link to ${providerNames[provider]}`);
  for (const { reseller_id: resellerId, customer_id: customerId, name } of companies)
    await recordActivity(
      tx,
      { ...doer, resellerId },
      {
        action,
        what: `Removed the link of ${name} to ${providerNames[provider]}`,
        customerId,
        object: ["person", personId],
      },
    );
}

/** Informs the person who lost an identity and the companies they act for. */
async function tellRemoved(doing: Own, personId: string, provider: SignInProvider): Promise<void> {
  await tellCompanies(doing, personId, provider);
  const what = `The link of your account to ${providerNames[provider]} was removed.`;
  await tellSignInChanged(doing.platform, doing.tx, personId, what);
  readAnew(doing);
}

/** Removes a person's identity. Returns how many of their sessions by that provider ended. */
export async function removeLink(doing: Doing<OperatorActor>, id: string): Promise<number> {
  const { person_id: personId, provider } = orNotFound(await deleteLink(doing.tx, id));
  await tellRemoved(doing, personId, provider);
  return endSessionsBy(doing.tx, personId, provider, null);
}

/** Removes one's own identity, unless it is the only way to sign in. */
export async function unlinkOwn(doing: Own, id: string): Promise<void> {
  const { tx, actor } = doing;
  const { provider } = orNotFound(await deleteLink(tx, id, actor.personId));
  if (!(await hasPassword(tx, actor.personId))) throw new AppError("lastWayIn");
  await tellRemoved(doing, actor.personId, provider);
  await endSessionsBy(tx, actor.personId, provider, actor.sessionId);
}
