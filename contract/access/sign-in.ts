/** Finding out how a user name signs in, and the token endpoint. Paths are on the auth host. */
import * as z from "zod/mini";
import { tokenAnswer } from "./auth.ts";
import { endpoint } from "../endpoint.ts";

const userName = z.string().check(z.trim(), z.minLength(1, "Username is required"), z.maxLength(100));
const screenSize = z.coerce.number<string>().check(z.int(), z.gte(0), z.lte(100_000));

/** A new or signed passkey credential: `RegistrationResponseJSON` or `AuthenticationResponseJSON`, as text. */
export const credential = z.string().check(z.minLength(2), z.maxLength(20_000));

const client = {
  client_id: z.string().check(z.minLength(1), z.maxLength(100)),
  width: screenSize,
  height: screenSize,
};
/** Optional second factors next to the password. */
export const secondFactor = {
  mfaKey: z.optional(z.string().check(z.maxLength(200))),
  mfaToken: z.optional(z.string().check(z.maxLength(15))),
  /** Replaces a code for people who have lost their authenticator. */
  recoveryCode: z.optional(z.string().check(z.maxLength(64))),
  /** Replaces a code: the response signed by a passkey. */
  passkey: z.optional(credential),
};
const passwordGrant = z.strictObject({
  grant_type: z.literal("password"),
  ...client,
  username: userName,
  password: z.string().check(z.minLength(1, "Password is required"), z.maxLength(256)),
  /** When the form was filled in; a retry with a second factor repeats it. */
  datetime: z.optional(z.string().check(z.maxLength(40))),
  ...secondFactor,
  /** The solved robot check, required after failed attempts. */
  altcha: z.optional(z.string().check(z.maxLength(4000))),
});
/** The grant of an admin jump: the operator's own token, and the staff member it was issued to. */
const sysopsGrant = z.strictObject({
  grant_type: z.literal("sysops"),
  ...client,
  cmtoken: z.string().check(z.minLength(1), z.maxLength(2000)),
  adminid: z.guid(),
});
export type SysopsGrant = z.output<typeof sysopsGrant>;
export type PasswordGrant = z.output<typeof passwordGrant>;
const ticket = z.string().check(z.minLength(1), z.maxLength(4000));
const ssoGrant = z.strictObject({ grant_type: z.literal("sso"), ...client, id_token: ticket });
export type SsoGrant = z.output<typeof ssoGrant>;
const aadGrant = z.strictObject({ grant_type: z.literal("aad"), ...client, adtoken: ticket });
export type AadGrant = z.output<typeof aadGrant>;
/** A passkey alone: it identifies the person, and its device has verified them. */
const passkeyGrant = z.strictObject({ grant_type: z.literal("passkey"), ...client, passkey: credential });
export type PasskeyGrant = z.output<typeof passkeyGrant>;

export const waysIn = {
  loginFlow: endpoint({
    method: "GET",
    path: "/api/auth/login-flow",
    summary: "Which way a user name signs in",
    unlogged: "It only counts the call.",
    access: "public",
    reads: false,
    keyless: "Counts the call, and changes nothing else.",
    query: z.strictObject({ UserName: userName }),
    result: z.object({ loginFlow: z.enum(["SSO", "Legacy", "Unknown"]) }),
  }),
  token: endpoint({
    method: "POST",
    path: "/api/auth/token",
    summary: "OAuth token endpoint: signs in",
    logs: ["signIn", "sessions.jump"],
    access: "public",
    as: "none",
    keyless: "OAuth 2.0 (RFC 6749) has no such header, and an answer with tokens is never kept.",
    encoding: "form",
    body: z.discriminatedUnion("grant_type", [passwordGrant, sysopsGrant, ssoGrant, aadGrant, passkeyGrant]),
    result: tokenAnswer,
  }),
};
