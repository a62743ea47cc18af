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
import { needProof } from "../factors/proof.actions.ts";

type Own = Doing<Actor>;

/** A line in the log of the company, or of the process where the domain was nobody's. */
async function told({ tx, doer, platform }: Own, resellerId: string | null, action: string, what: string) {
  if (resellerId === null) platform.log.info({ action }, what);
  else await recordActivity(tx, { ...doer, resellerId }, { action, what, object: ["reseller", resellerId] });
}

export async function addDomain(doing: Doing<OperatorActor>, domain: string, companyId: string): Promise<void> {
  const { tx } = doing;
  if (isPublicHost(domain))
    throw new AppError("domainPublic", { fields: { Domain: "Anybody can have an address at this mail host" } });
  orNotFound(await findCompany(tx, companyId));
  await insertDomain(tx, domain, companyId).catch((error: unknown) => {
    if (!brokeUnique(error, "sso_domains_pkey")) throw error;
    throw new AppError("domainTaken", { fields: { Domain: "This domain is set up already" } });
  });
  await told(doing, companyId, "signInDomains.add", `Set up single sign-on for ${domain}`);
}

export async function removeDomain(doing: Doing<OperatorActor>, domain: string): Promise<void> {
  const { reseller_id } = orNotFound(await deleteDomain(doing.tx, domain));
  await told(doing, reseller_id, "signInDomains.remove", `Ended single sign-on for ${domain}`);
}

/** Tells every company somebody acts for; of the operator's own staff, the log of the process. */
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

/** Tells whom an identity was taken from, and the companies they act for. */
async function tellRemoved(doing: Own, personId: string, provider: SignInProvider): Promise<void> {
  await tellCompanies(doing, personId, provider);
  const what = `The link of your account to ${providerNames[provider]} was removed.`;
  await tellSignInChanged(doing.platform, doing.tx, personId, what);
  readAnew(doing);
}

/** Takes an identity from somebody. Answers how many of their sessions by that provider ended. */
export async function removeLink(doing: Doing<OperatorActor>, id: string): Promise<number> {
  const { person_id: personId, provider } = orNotFound(await deleteLink(doing.tx, id));
  await tellRemoved(doing, personId, provider);
  return endSessionsBy(doing.tx, personId, provider, null);
}

/** Takes an identity from oneself. Nobody takes away the only way they come in by. */
export async function unlinkOwn(doing: Own, id: string): Promise<void> {
  const { tx, actor } = doing;
  const { provider } = orNotFound(await deleteLink(tx, id, actor.personId));
  if (!(await hasPassword(tx, actor.personId))) throw new AppError("lastWayIn");
  await needProof(tx, actor.sessionId);
  await tellRemoved(doing, actor.personId, provider);
  await endSessionsBy(tx, actor.personId, provider, actor.sessionId);
}
