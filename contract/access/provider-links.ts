/** Who signs in at an identity provider: companies by their mail domains, people by their linked identities. */
import { isDomain, plainDomain } from "@tradewind/domain/access/sign-in-domains.ts";
import * as z from "zod/mini";
import { cursor, endpoint, id, instant } from "../endpoint.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;
const search = z._default(z.string().check(z.trim(), z.maxLength(100)), "");
const nothing = z.object({});
/** Normalises a domain; accepts a leading `@` and capitals. */
const domain = z
  .string()
  .check(z.maxLength(300), z.overwrite(plainDomain), z.refine(isDomain, "Must be a domain, for example acme.co.uk"));
const providers = z.enum(["sso", "aad"]);
const identity = { Id: id, Provider: providers, Issuer: z.string(), Subject: z.string(), Linked: instant };

export const providerLinks = {
  companies: endpoint({
    method: "GET",
    path: "/api/operator/companies",
    summary: "Resellers by name, for a picker",
    access: operator,
    as: "identity",
    query: z.strictObject({ Search: search }),
    result: z.object({ Items: z.array(z.object({ Id: id, Name: z.string() })) }),
  }),
  domains: endpoint({
    method: "GET",
    path: "/api/operator/sign-in-domains",
    summary: "Domains whose people sign in at the provider, by domain or company, a page by key",
    access: operator,
    as: "identity",
    query: z.strictObject({ Search: search, After: cursor }),
    result: z.object({
      Items: z.array(z.object({ Domain: z.string(), CompanyName: z.nullable(z.string()), Added: instant })),
      Next: z.nullable(z.string()),
    }),
  }),
  addDomain: endpoint({
    method: "POST",
    path: "/api/operator/sign-in-domains",
    summary: "Lets a company's people sign in at the provider by the domain of their user names",
    logs: "signInDomains.add",
    access: operator,
    as: "identity",
    proof: "fresh",
    body: z.strictObject({ Domain: domain, CompanyId: id }),
    result: z.object({ Domain: z.string() }),
    errors: ["confirmFirst", "domainPublic", "domainTaken", "notFound"],
  }),
  removeDomain: endpoint({
    method: "DELETE",
    path: "/api/operator/sign-in-domains/:signInDomain",
    summary: "Takes a domain away: its people sign in with passwords again, unless they are linked",
    logs: "signInDomains.remove",
    access: operator,
    as: "identity",
    proof: "fresh",
    params: z.strictObject({ signInDomain: z.string().check(z.refine(isDomain)) }),
    result: nothing,
    errors: ["confirmFirst", "notFound"],
  }),
  links: endpoint({
    method: "GET",
    path: "/api/operator/sign-in-links",
    summary: "Linked identities, by name, user name or company, the newest first, a page by key",
    access: operator,
    as: "identity",
    query: z.strictObject({ Search: search, After: cursor }),
    result: z.object({
      Items: z.array(
        z.object({ ...identity, Name: z.string(), UserName: z.string(), CompanyName: z.nullable(z.string()) }),
      ),
      Next: z.nullable(z.string()),
    }),
  }),
  removeLink: endpoint({
    method: "DELETE",
    path: "/api/operator/sign-in-links/:linkId",
    summary: "Takes an identity from somebody and ends their sessions by that provider",
    logs: "signInLinks.remove",
    access: operator,
    as: "identity",
    proof: "fresh",
    params: z.strictObject({ linkId: id }),
    result: z.object({ Ended: z.number() }),
    errors: ["confirmFirst", "notFound"],
  }),
  own: endpoint({
    method: "GET",
    path: "/api/linked-accounts",
    summary: "The identities linked to the person signed in",
    access: "signedIn",
    as: "identity",
    result: z.object({
      Items: z.array(z.object(identity)),
      /** Whether the person can sign in with a password instead. */
      HasPassword: z.boolean(),
    }),
  }),
  unlink: endpoint({
    method: "DELETE",
    path: "/api/linked-accounts/:linkId",
    summary: "Takes an identity from oneself, once it is proven who asks",
    logs: "signInLinks.remove",
    access: "signedIn",
    as: "identity",
    jump: false,
    proof: "fresh",
    params: z.strictObject({ linkId: id }),
    result: nothing,
    errors: ["notFound", "lastWayIn", "confirmFirst", "mfaNotHere"],
  }),
};
