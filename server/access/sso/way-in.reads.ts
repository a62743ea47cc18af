import type { SignInAt } from "@tradewind/contract/access/auth.ts";
import { signInProviders } from "@tradewind/contract/access/sso.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { actsOnlyFor, findProvider, isProvenDomain } from "../company-providers/company-providers.store.ts";
import { isSetUp } from "./providers.ts";
import { findLinks } from "./sso.store.ts";

/**
 * Finds how a person signs in at the provider where their company lets people in by single sign-on only: its own, or the
 * operator's by which they are linked, or can be. Null if nothing is set up. The name goes along where the provider
 * knows it: whoever comes back as another is refused.
 */
export async function findSignInAt(
  { config }: Pick<Platform, "config">,
  db: Db,
  personId: string,
  companyId: string,
): Promise<SignInAt | null> {
  const { userName, links } = await findLinks(db, personId);
  if ((await findProvider(db, companyId))?.is_on && (await actsOnlyFor(db, personId, companyId))) {
    const isKnown = await isProvenDomain(db, companyId, userName.toLowerCase().split("@")[1] ?? "");
    return { provider: "sso", company: companyId, ...(isKnown && { username: userName }) };
  }
  const offered = signInProviders.filter((name) => isSetUp(config, name));
  const provider = offered.find((name) => links.includes(name)) ?? offered[0];
  return provider ? { provider, ...(provider === "sso" && { username: userName }) } : null;
}
