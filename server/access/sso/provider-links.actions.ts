import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import { isPublicHost } from "@tradewind/domain/access/sign-in-domains.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
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

const identity = { role: "app_identity" } as const;

/** A line in the log of the company, or of the process where the domain was nobody's. */
function told({ doer, platform }: Doing, tx: Tx, resellerId: string | null, action: string, what: string) {
  if (resellerId === null) platform.log.info({ action }, what);
  else return recordActivity(tx, { ...doer, resellerId }, { action, what, object: ["reseller", resellerId] });
  return undefined;
}

export async function addDomain(doing: Doing, domain: string, companyId: string): Promise<void> {
  if (isPublicHost(domain))
    throw new AppError("domainPublic", { fields: { Domain: "Anybody can have an address at this mail host" } });
  await doing.platform.database.write(identity, async (tx) => {
    orNotFound(await findCompany(tx, companyId));
    await insertDomain(tx, domain, companyId).catch((error: unknown) => {
      if (!brokeUnique(error, "sso_domains_pkey")) throw error;
      throw new AppError("domainTaken", { fields: { Domain: "This domain is set up already" } });
    });
    await told(doing, tx, companyId, "signInDomains.add", `Set up single sign-on for ${domain}`);
  });
}

export const removeDomain = (doing: Doing, domain: string): Promise<void> =>
  doing.platform.database.write(identity, async (tx) => {
    const { reseller_id } = orNotFound(await deleteDomain(tx, domain));
    await told(doing, tx, reseller_id, "signInDomains.remove", `Ended single sign-on for ${domain}`);
  });

/** Tells every company somebody acts for; of the operator's own staff, the log of the process. */
async function tellCompanies({ doer, platform }: Doing, tx: Tx, personId: string, provider: SignInProvider) {
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

/** Takes an identity from somebody. Answers how many of their sessions by that provider ended. */
export async function removeLink(doing: Doing, id: string): Promise<number> {
  const { platform } = doing;
  const ended = await platform.database.write(identity, async (tx) => {
    const { person_id: personId, provider } = orNotFound(await deleteLink(tx, id));
    await tellCompanies(doing, tx, personId, provider);
    await tellSignInChanged(
      platform,
      tx,
      personId,
      `The link of your account to ${providerNames[provider]} was removed.`,
    );
    return endSessionsBy(tx, personId, provider, null);
  });
  platform.sessions.forget("");
  return ended;
}

/** Takes an identity from oneself. Nobody takes away the only way they come in by. */
export async function unlinkOwn(doing: Doing, id: string): Promise<void> {
  const { platform, actor } = doing;
  await platform.database.write(identity, async (tx) => {
    const { provider } = orNotFound(await deleteLink(tx, id, actor.personId));
    if (!(await hasPassword(tx, actor.personId))) throw new AppError("lastWayIn");
    await needProof(tx, actor.sessionId);
    await tellCompanies(doing, tx, actor.personId, provider);
    const what = `The link of your account to ${providerNames[provider]} was removed.`;
    await tellSignInChanged(platform, tx, actor.personId, what);
    await endSessionsBy(tx, actor.personId, provider, actor.sessionId);
  });
  platform.sessions.forget("");
}
