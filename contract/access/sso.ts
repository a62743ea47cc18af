/** Signing in at an organisation's provider or with a Microsoft work account. Paths are on the auth host. */
import * as z from "zod/mini";
import { secondFactor } from "./sign-in.ts";
import { endpoint, id } from "../endpoint.ts";

export const signInProviders = ["sso", "aad"] as const;
export type SignInProvider = (typeof signInProviders)[number];

const long = z.string().check(z.minLength(1), z.maxLength(4000));
const screenSize = z.coerce.number<string>().check(z.int(), z.gte(0), z.lte(100_000));

export const sso = {
  begin: endpoint({
    method: "POST",
    path: "/api/auth/sso/begin",
    summary: "Begins a sign-in at a provider: where to send the browser",
    unlogged: "Nobody is signed in before the ticket is redeemed, which is logged.",
    access: "public",
    as: "none",
    keyless: "Starts a separate sign-in; one that is never finished has no effect.",
    body: z.strictObject({
      provider: z.enum(signInProviders),
      username: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      /** The company whose own provider is asked, whatever the user name. */
      company: z.optional(id),
      /** Path of the portal to continue at. */
      return: z.optional(z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])[^\\\s]*$/))),
      /** Whether the provider may show anything; a silent sign-in fails instead. */
      silent: z.optional(z.boolean()),
      /** Whether the provider asks who is signing in, even if somebody is already signed in there. */
      choose: z.optional(z.boolean()),
    }),
    result: z.object({ AuthoriseUrl: z.string() }),
    errors: ["providerNotConfigured", "providerUnavailable", "companyProviderSilent", "tooManyRequests"],
  }),
  callback: endpoint({
    method: "POST",
    path: "/api/auth/sso/callback",
    summary: "Takes what the provider sent the browser back with, and answers a ticket for the token endpoint",
    unlogged: "Nobody is signed in before the ticket is redeemed, which is logged.",
    access: "public",
    as: "none",
    keyless: "What a provider sends back is good once.",
    body: z.strictObject({
      state: z.string().check(z.minLength(1), z.maxLength(200)),
      code: z.optional(long),
      error: z.optional(z.string().check(z.maxLength(200))),
      error_description: z.optional(z.string().check(z.maxLength(2000))),
      iss: z.optional(z.string().check(z.maxLength(500))),
    }),
    result: z.object({
      Provider: z.enum(signInProviders),
      /** Stands for the provider's id token: valid once, in this browser, for ten minutes. Null after an error. */
      Ticket: z.nullable(z.string()),
      Return: z.nullable(z.string()),
      /** The user name that was typed, if somebody else is signed in at the provider; there is no ticket then. */
      OtherThan: z.nullable(z.string()),
      OrganisationId: z.nullable(z.string()),
      /** The company whose own provider answered. */
      Company: z.nullable(id),
      Error: z.nullable(z.string()),
      /** Where to go after an error, if not to the sign-in page. */
      Redirect: z.nullable(z.string()),
      /** Whether a company's provider that was tried out answered well; null for a sign-in. */
      Tested: z.nullable(z.boolean()),
    }),
    errors: ["signInNotBegun", "providerUnavailable", "companyProviderSilent", "providerNotConfigured"],
  }),
  test: endpoint({
    method: "POST",
    path: "/api/auth/sso/test",
    summary: "Begins a sign-in at the company's own provider that signs nobody in: it shows that the settings work",
    unlogged: "It changes nothing but that the settings are known to work.",
    access: { anyOf: ["manageUsers"], kinds: ["reseller"] },
    as: "none",
    keyless: "Starts a separate test; one that is never finished has no effect.",
    jump: false,
    proof: { none: "It signs nobody in, and the settings it tries were saved after a proof." },
    result: z.object({ AuthoriseUrl: z.string() }),
    errors: ["providerNotConfigured", "companyProviderSilent", "tooManyRequests", "notFound"],
  }),
  linkAccount: endpoint({
    method: "POST",
    path: "/api/auth/link-account",
    summary:
      "Links a Microsoft work account, or who somebody is at their organisation's provider, to the user who gives the password, and what else sign-in asks of them. A refusal is 400 with `Message` and the token endpoint's words",
    logs: "signInLinks.add",
    access: "public",
    as: "none",
    keyless: "The ticket it links by is good once.",
    encoding: "form",
    body: z.strictObject({
      width: screenSize,
      height: screenSize,
      username: z.string().check(z.trim(), z.minLength(1, "Username is required"), z.maxLength(100)),
      password: z.string().check(z.minLength(1, "Password is required"), z.maxLength(256)),
      ...secondFactor,
      adtoken: long,
      /** Issuer of the ticket in `adtoken`; defaults to Microsoft. */
      provider: z.optional(z.enum(signInProviders)),
      /** The solved robot check, required after failed attempts. */
      altcha: z.optional(z.string().check(z.maxLength(4000))),
    }),
    result: z.object({}),
    errors: ["tooManyRequests"],
  }),
  farewell: endpoint({
    method: "GET",
    path: "/api/auth/sso/farewell",
    summary: "Where a single sign-on session is ended elsewhere",
    access: "signedIn",
    as: "none",
    result: z.object({ EndSessionUrl: z.nullable(z.string()), HardwareLogoutUrl: z.nullable(z.string()) }),
  }),
  commsLogout: endpoint({
    method: "POST",
    path: "/api/auth/comms-logout",
    summary: "Ends the person's session in the communications portal",
    unlogged: "It follows a sign-out, which is logged.",
    access: "signedIn",
    as: "none",
    keyless: "Asks another portal to end a session; one that has ended stays so.",
    proof: { none: "Ends a session elsewhere." },
    result: z.object({}),
    errors: ["partnerPortalUnavailable"],
  }),
};
