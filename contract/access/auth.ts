/** Staying signed in and signing out. Paths are on the auth host. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** The token endpoint's answers follow OAuth, outside the envelope: this on success … */
export const tokenAnswer = z.object({
  access_token: z.string(),
  /** The session's public id. The secret itself travels only in the HttpOnly cookie. */
  refresh_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number(),
  /** The instant at which the access token ends. */
  ".expires": z.string(),
});
export type TokenAnswer = z.output<typeof tokenAnswer>;
/** … and this on failure; `error_description` may carry parts split by a pipe. */
export type TokenRefusal = {
  error: string;
  error_description: string;
  /** With `mfa_token_needed`, for who has passkeys: what one of them signs in place of a code, as JSON. */
  passkey_options?: string;
  /** With `mfa_token_needed_passkey`, where none of their passkeys works at the page that asks: the pages of ours where they do. */
  passkey_pages?: readonly string[];
};

export const auth = {
  signOut: endpoint({
    method: "POST",
    path: "/api/auth/sign-out",
    summary: "Ends this session everywhere",
    access: "signedIn",
    as: "identity",
    keyless: "Ends the session it is called in: a repeat finds nobody signed in.",
    result: z.object({}),
  }),
  loginUser: endpoint({
    method: "GET",
    path: "/api/auth/login-user",
    summary: "Login data of the person signed in",
    access: "signedIn",
    as: "none",
    result: z.object({
      mex: z.string(),
      gaUserReference: z.string(),
      resellerCloudMarketId: z.nullable(z.string()),
      displayName: z.string(),
      endUserAdmin: z.nullable(z.string()),
      mustSignIn: z.boolean(),
    }),
  }),
};
