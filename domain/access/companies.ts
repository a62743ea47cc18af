/** Decides which of a person's companies their session can open. */

/** How the session was opened, and which factors it has proved. */
type Shown = { way: string; secondFactor: boolean; hasFactor: boolean };
type Company = {
  /** Whether the company requires a second factor. */
  asksFactor: boolean;
  /** Whether the company lets the provider of the person's mail domain sign in its people. */
  ofProvider: boolean;
  /** Whether the company lets people in by single sign-on only, and whether it does from where the person is. */
  ssoOnly: boolean;
  fromHere: boolean;
};
export type SwitchRefusal =
  | "companyNotByProvider"
  | "companyOnlyByProvider"
  | "companyNotFromHere"
  | "secondFactorMissing"
  | "secondFactorFirst";

/**
 * Returns why a session cannot continue in another company; undefined if it can. A provider only counts for companies
 * that set up its domain, since its owner could otherwise enter all the others; a password counts as it would at
 * sign-in.
 */
export function switchRefusal({ way, secondFactor, hasFactor }: Shown, company: Company): SwitchRefusal | undefined {
  if (!company.fromHere) return "companyNotFromHere";
  if (way === "sso" || way === "aad") return company.ofProvider ? undefined : "companyNotByProvider";
  if (company.ssoOnly) return "companyOnlyByProvider";
  if (!company.asksFactor || secondFactor) return undefined;
  return hasFactor ? "secondFactorFirst" : "secondFactorMissing";
}
