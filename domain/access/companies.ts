/** Somebody who acts for several companies: which of them the session they have opens. */

/** What a session was opened by, and what it has shown. */
type Shown = { way: string; secondFactor: boolean; hasFactor: boolean };
type Company = {
  /** Whether the company asks for more than a password. */
  asksFactor: boolean;
  /** Whether the company lets the provider of the person's mail domain sign its people in. */
  ofProvider: boolean;
};
export type SwitchRefusal = "companyNotByProvider" | "secondFactorMissing" | "secondFactorFirst";

/**
 * Why a session may not go on in another company; undefined when it may. A provider speaks only for companies that set up
 * its domain, since whoever runs it could otherwise come into all the others; a password counts as it would at sign-in.
 */
export function switchRefusal({ way, secondFactor, hasFactor }: Shown, company: Company): SwitchRefusal | undefined {
  if (way === "sso" || way === "aad") return company.ofProvider ? undefined : "companyNotByProvider";
  if (!company.asksFactor || secondFactor) return undefined;
  return hasFactor ? "secondFactorFirst" : "secondFactorMissing";
}
