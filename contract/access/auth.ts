/** Staying signed in and signing out. Paths are on the auth host. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** The token endpoint's answer on success. It follows OAuth and has no envelope. */
export const tokenAnswer = z.object({
  access_token: z.string(),
  /** The session's public id. The secret itself is only in the HttpOnly cookie. */
  refresh_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number(),
  /** When the access token expires. */
  ".expires": z.string(),
});
export type TokenAnswer = z.output<typeof tokenAnswer>;
/** The token endpoint's answer on failure; `error_description` may have several parts separated by a pipe. */
export type TokenRefusal = {
  error: string;
  error_description: string;
  /**
   * Sent with `mfa_token_needed` to people who have passkeys: the options to sign with one instead of entering a code,
   * as JSON.
   */
  passkey_options?: string;
  /**
   * Sent with `mfa_token_needed_passkey` if none of the person's passkeys works on the calling page: our pages where
   * they do.
   */
  passkey_pages?: readonly string[];
  /** Sent with `sso_only`: how the person's sign-in begins at the provider that their company demands. */
  signInAt?: SignInAt;
};

/** What begins a sign-in at the provider that lets somebody in. */
export type SignInAt = { provider: "sso" | "aad"; company?: string; username?: string };

export const auth = {
  signOut: endpoint({
    method: "POST",
    path: "/api/auth/sign-out",
    summary: "Ends this session everywhere",
    logs: "sessions.signOut",
    access: "signedIn",
    as: "identity",
    keyless: "Ends the calling session, so a repeat finds nobody signed in.",
    proof: { none: "Ends a session." },
    result: z.object({}),
  }),
  endVisit: endpoint({
    method: "POST",
    path: "/api/auth/end-visit",
    summary: "Ends a visit of staff, and returns them to their own session where this browser kept it",
    logs: "sessions.endVisit",
    access: "signedIn",
    as: "identity",
    keyless: "Ends the calling session, so a repeat finds nobody signed in.",
    proof: { none: "Ends a session." },
    result: z.object({ Returned: z.boolean() }),
    errors: ["notFound"],
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
