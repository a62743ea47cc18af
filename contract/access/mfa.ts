/** Multi-factor authentication: setting it up, verifying it, turning it off. Paths are on the auth host (MFA-31). */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

/** Longest code of an authenticator app; the input accepts more digits than today's apps show (MFA-17, MFA-18). */
export const longestToken = 15;
const token = z
  .string()
  .check(
    z.minLength(1, messages.required("Code")),
    z.maxLength(longestToken),
    z.regex(/^[0-9]*$/, messages.digitsOnly),
  );
const user = z.strictObject({ userId: id });
const recoveryCodes = z.object({ RecoveryCodes: z.array(z.string()) });

/** State of the configure popup (MFA-16): filled by the setup answer; the popup moves the step and sets the error. */
export const configureMFAData = z.object({
  /** `data:image/png;base64,…` */
  qrCodeSetupImageUrl: z.string(),
  /** The secret in base32, for typing instead of scanning. */
  manualEntryKey: z.string(),
  showStep: z.number(),
  errorData: z.object({ isError: z.boolean() }),
});
export type ConfigureMFAData = z.output<typeof configureMFAData>;

export const mfa = {
  setup: endpoint({
    method: "POST",
    path: "/api/auth/mfa/setup",
    summary: "A new secret for the person signed in, good for ten minutes until it is confirmed",
    unlogged: "Nothing has changed before the factor is confirmed, which is logged.",
    access: "signedIn",
    as: "identity",
    keyless: "Returns a secret, which is never kept; a repeat returns another.",
    jump: false,
    proof: "fresh",
    result: configureMFAData,
    errors: ["mfaAlreadyOn", "mfaNotHere", "confirmFirst"],
  }),
  configure: endpoint({
    method: "PUT",
    path: "/api/auth/mfa/configure",
    summary: "Turns multi-factor authentication on with the first code of the new secret",
    logs: "mfa.configure",
    access: "signedIn",
    as: "identity",
    keyless: "Answers recovery codes, which are kept nowhere; a code is good once.",
    jump: false,
    proof: { none: "Confirms a secret that was handed out after a proof, and that only its holder knows." },
    body: z.strictObject({ Token: token }),
    result: recoveryCodes,
    errors: ["mfaAlreadyOn", "mfaCodeWrong", "mfaSetupEnded", "mfaNotHere", "tooManyRequests"],
  }),
  isEnabled: endpoint({
    method: "GET",
    path: "/api/auth/mfa/is-enabled",
    summary: "Whether the person signed in has multi-factor authentication, and may set it here",
    access: "signedIn",
    as: "identity",
    result: z.object({
      IsEnabled: z.boolean(),
      IsRequired: z.boolean(),
      /** False if an identity provider signs the person in (MFA-10) or somebody else is acting for them. */
      IsAvailable: z.boolean(),
      EnabledAt: z.nullable(z.string()),
      RecoveryCodesLeft: z.number(),
    }),
  }),
  userIsEnabled: endpoint({
    method: "GET",
    path: "/api/auth/mfa/users/:userId/is-enabled",
    summary: "Whether a user has multi-factor authentication, a passkey among it, and must have it",
    access: { anyOf: ["manageUsers"] },
    as: "identity",
    params: user,
    result: z.object({ IsEnabled: z.boolean(), IsRequired: z.boolean() }),
  }),
  resellerIsEnabled: endpoint({
    method: "GET",
    path: "/api/auth/mfa/reseller/is-enabled",
    summary: "Whether everybody of the reseller must have multi-factor authentication",
    access: "signedIn",
    result: z.object({ IsEnabled: z.boolean() }),
  }),
  requireOfReseller: endpoint({
    method: "PUT",
    path: "/api/auth/mfa/reseller/required",
    summary: "Requires multi-factor authentication for everybody at the reseller, or stops requiring it",
    logs: "mfa.requireOfReseller",
    access: { anyOf: ["manageUsers"], kinds: ["reseller"] },
    jump: false,
    proof: "fresh",
    body: z.strictObject({ IsRequired: z.boolean() }),
    result: z.object({}),
    errors: ["confirmFirst"],
  }),
  requireOfUser: endpoint({
    method: "PUT",
    path: "/api/auth/mfa/users/:userId/required",
    summary: "Requires multi-factor authentication for a user, or stops requiring it",
    logs: "mfa.requireOfUser",
    access: { anyOf: ["manageUsers"] },
    jump: false,
    proof: "fresh",
    params: user,
    body: z.strictObject({ IsRequired: z.boolean() }),
    result: z.object({}),
    errors: ["confirmFirst", "notYourself"],
  }),
  verifyUser: endpoint({
    method: "POST",
    path: "/api/auth/mfa/verify-user",
    summary: "Confirms by password that it is the person; good for five minutes of this session",
    logs: "mfa.verify",
    access: "signedIn",
    as: "identity",
    jump: false,
    proof: { none: "It is the proof." },
    body: z.strictObject({
      Password: z.string().check(z.minLength(1, messages.required("Password")), z.maxLength(256)),
    }),
    result: z.object({ IsVerified: z.literal(true), IsEnabled: z.boolean() }),
    errors: ["passwordWrong", "tooManyRequests"],
  }),
  verifyToken: endpoint({
    method: "POST",
    path: "/api/auth/mfa/verify-token",
    summary: "Confirms by a code that it is the person; good for five minutes of this session",
    logs: "mfa.verify",
    access: "signedIn",
    as: "identity",
    jump: false,
    proof: { none: "It is the proof." },
    body: z.strictObject({ Token: token }),
    result: z.object({ IsVerified: z.literal(true) }),
    errors: ["mfaNotOn", "mfaCodeWrong", "tooManyRequests"],
  }),
  disable: endpoint({
    method: "PUT",
    path: "/api/auth/mfa/disable",
    summary: "Turns off one's own multi-factor authentication",
    logs: "mfa.disable",
    access: "signedIn",
    as: "identity",
    jump: false,
    proof: "fresh",
    result: z.object({}),
    errors: ["mfaNotOn", "mfaNotHere", "confirmFirst"],
  }),
  disableForUser: endpoint({
    method: "PUT",
    path: "/api/auth/mfa/users/:userId/disable",
    summary: "Turns a user's multi-factor authentication off, passkeys too, so that they can set it up again",
    logs: "mfa.disableForUser",
    access: { anyOf: ["manageUsers"] },
    as: "identity",
    jump: false,
    proof: "fresh",
    params: user,
    result: z.object({}),
    errors: ["mfaNotOn", "actsElsewhere", "confirmFirst", "notYourself"],
  }),
  newRecoveryCodes: endpoint({
    method: "POST",
    path: "/api/auth/mfa/recovery-codes",
    summary: "Ten new recovery codes; the previous ones no longer work",
    logs: "mfa.recoveryCodes",
    access: "signedIn",
    as: "identity",
    keyless: "Answers recovery codes, which are kept nowhere; a repeat makes new ones in their place.",
    jump: false,
    proof: "fresh",
    result: recoveryCodes,
    errors: ["mfaNotOn", "mfaNotHere", "confirmFirst"],
  }),
};
