/** A company's own identity provider, its mail domains, and the operator's approval of them. */
import { isDomain, isPublicHost, plainDomain } from "@tradewind/domain/access/sign-in-domains.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";

const owners = { anyOf: ["manageUsers"], kinds: ["reseller"] } as const;
const operator = { anyOf: [], kinds: ["admin"] } as const;
const changes = { access: owners, as: "identity", jump: false, proof: "fresh" } as const;
/** Roles that a person added by the provider may begin with. */
export const rolesAdded = ["finance", "sales", "technical", "readOnly"] as const;

const issuer = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#]|\/\/.*@/.test(text),
    "Must be the provider's address, as in https://login.example.com",
  ),
);
const domain = z.string().check(
  z.maxLength(300),
  z.overwrite(plainDomain),
  z.refine(isDomain, "Must be a domain, for example acme.co.uk"),
  z.refine((text) => !isPublicHost(text), "Anybody can have an address at this domain"),
);
const pathDomain = z.string().check(z.refine(isDomain));

const settings = z.object({
  Provider: z.nullable(
    z.object({
      Issuer: z.string(),
      ClientId: z.string(),
      AddsPeople: z.boolean(),
      Role: z.enum(rolesAdded),
      TestedAt: z.nullable(instant),
      IsOn: z.boolean(),
      ChangedBy: z.string(),
      ChangedAt: instant,
    }),
  ),
  Domains: z.array(
    z.object({
      Domain: z.string(),
      /** Name and text of the DNS record that proves it. */
      RecordName: z.string(),
      RecordText: z.string(),
      ProvenAt: z.nullable(instant),
      ApprovedBy: z.nullable(z.string()),
    }),
  ),
  /** What the provider must be told: where it sends people back to. */
  RedirectUri: z.string(),
  /** Whether the caller may change any of this: only whoever holds every role of an owner. */
  MayChange: z.boolean(),
});
export type CompanyProviderSettings = z.output<typeof settings>;

export const companyProvider = {
  current: endpoint({
    method: "GET",
    path: "/api/settings/identity-provider",
    summary: "The company's own identity provider and its domains; the secret is never shown again",
    access: owners,
    as: "identity",
    result: settings,
  }),
  save: endpoint({
    method: "PUT",
    path: "/api/settings/identity-provider",
    summary: "Saves the identity provider; with another issuer, client or secret it is off until tested again",
    logs: "companyProvider.save",
    ...changes,
    body: z.strictObject({
      Issuer: issuer,
      ClientId: z.string().check(z.trim(), z.minLength(1, "Client ID is required"), z.maxLength(200)),
      /** The one held stays if this is left out. */
      ClientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
      AddsPeople: z.boolean(),
      Role: z.enum(rolesAdded),
    }),
    result: settings,
    errors: ["confirmFirst", "mfaNotHere", "notFound", "everyRoleNeeded", "singleSignOnOnly"],
  }),
  turn: endpoint({
    method: "PUT",
    path: "/api/settings/identity-provider/on",
    summary: "Switches the identity provider on, once it was tested and a domain is proven, or off",
    logs: "companyProvider.switch",
    ...changes,
    body: z.strictObject({ IsOn: z.boolean() }),
    result: settings,
    errors: ["confirmFirst", "mfaNotHere", "notFound", "everyRoleNeeded", "providerNotReady", "singleSignOnOnly"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/settings/identity-provider",
    summary: "Removes the identity provider, its links and the sessions that it opened",
    logs: "companyProvider.remove",
    ...changes,
    result: settings,
    errors: ["confirmFirst", "mfaNotHere", "notFound", "everyRoleNeeded", "singleSignOnOnly"],
  }),
  addDomain: endpoint({
    method: "POST",
    path: "/api/settings/identity-provider/domains",
    summary: "Claims a mail domain, to be proven by a DNS record or approved by the operator",
    logs: "companyProvider.addDomain",
    ...changes,
    body: z.strictObject({ Domain: domain }),
    result: settings,
    errors: ["confirmFirst", "mfaNotHere", "everyRoleNeeded", "domainTaken", "domainsEnough"],
  }),
  proveDomain: endpoint({
    method: "POST",
    path: "/api/settings/identity-provider/domains/:providerDomain/prove",
    summary: "Looks for the DNS record that proves a domain",
    logs: "companyProvider.proveDomain",
    ...changes,
    keyless: "Looks at the DNS anew; a domain that is proven stays so.",
    params: z.strictObject({ providerDomain: pathDomain }),
    result: settings,
    errors: ["confirmFirst", "mfaNotHere", "notFound", "everyRoleNeeded", "domainTaken", "domainNotProven"],
  }),
  removeDomain: endpoint({
    method: "DELETE",
    path: "/api/settings/identity-provider/domains/:providerDomain",
    summary: "Takes a domain away: its people sign in by password again",
    logs: "companyProvider.removeDomain",
    ...changes,
    params: z.strictObject({ providerDomain: pathDomain }),
    result: settings,
    errors: ["confirmFirst", "mfaNotHere", "notFound", "everyRoleNeeded", "singleSignOnOnly"],
  }),
  tokens: endpoint({
    method: "GET",
    path: "/api/settings/provisioning-tokens",
    summary: "The live tokens with which the company's directory provides people (SCIM), and the address it calls",
    access: owners,
    as: "identity",
    result: z.object({
      Address: z.string(),
      Items: z.array(
        z.object({
          Id: id,
          /** How the token begins, by which it is recognised. */
          Hint: z.string(),
          MadeBy: z.string(),
          Made: instant,
          Expires: instant,
          LastUsed: z.nullable(instant),
        }),
      ),
    }),
  }),
  makeToken: endpoint({
    method: "POST",
    path: "/api/settings/provisioning-tokens",
    summary: "Makes a token for the company's directory; it is shown this once",
    logs: "companyProvider.makeToken",
    ...changes,
    keyless: "The answer is a secret, which is never kept.",
    body: z.strictObject({ Days: z.int().check(z.gte(1), z.lte(365)) }),
    result: z.object({ Token: z.string() }),
    errors: ["confirmFirst", "mfaNotHere", "notFound", "everyRoleNeeded", "tokensEnough"],
  }),
  revokeToken: endpoint({
    method: "DELETE",
    path: "/api/settings/provisioning-tokens/:scimTokenId",
    summary: "Revokes a token of the company's directory",
    logs: "companyProvider.revokeToken",
    access: owners,
    as: "identity",
    jump: false,
    proof: { none: "Ends an access, and opens none." },
    params: z.strictObject({ scimTokenId: id }),
    result: z.object({}),
    errors: ["notFound", "everyRoleNeeded"],
  }),
  waitingDomains: endpoint({
    method: "GET",
    path: "/api/operator/provider-domains",
    summary: "Domains that companies claim and have not proven, oldest first",
    access: operator,
    as: "identity",
    result: z.object({
      Items: z.array(z.object({ CompanyId: id, CompanyName: z.string(), Domain: z.string(), Asked: instant })),
    }),
  }),
  approveDomain: endpoint({
    method: "POST",
    path: "/api/operator/provider-domains/approve",
    summary: "Approves a domain without its DNS record, for a reason that the company's log keeps",
    logs: "companyProvider.approveDomain",
    access: operator,
    as: "identity",
    proof: "fresh",
    body: z.strictObject({
      CompanyId: id,
      Domain: pathDomain,
      Reason: z.string().check(z.trim(), z.minLength(10, "Say in a sentence why, for the log"), z.maxLength(500)),
    }),
    result: z.object({}),
    errors: ["confirmFirst", "mfaNotHere", "notFound", "domainTaken"],
  }),
};
