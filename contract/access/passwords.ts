/** Setting passwords: one's own, with a mailed key, and for others. Paths are on the auth host. */
import { fitsPassword } from "@tradewind/domain/access/password-length.ts";
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

const password = z.string().check(z.refine(fitsPassword, "Must be a maximum of 256 byte(s)"));
const newPassword = password.check(z.minLength(1, "New password is required"));
const loginName = z.string().check(z.minLength(1), z.maxLength(100));
const userTypes = z.enum(["admin", "customeruser"]);

const rule = z.discriminatedUnion("Type", [
  z.object({ Type: z.literal("required"), Message: z.string() }),
  z.object({ Type: z.literal("pattern"), Message: z.string(), Pattern: z.string() }),
  z.object({ Type: z.enum(["minLength", "MinimumLength"]), Message: z.string(), Length: z.int() }),
  z.object({ Type: z.literal("MinimumScore"), Message: z.string(), Score: z.int() }),
  z.object({
    Type: z.literal("MultiplePattern"),
    Patterns: z.array(z.object({ Name: z.string(), Message: z.string(), Pattern: z.string() })),
  }),
]);

const key = z.string().check(z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i));

const manageAccess = { anyOf: ["createResellerEngineer", "createCustomerAdmin"] } as const;
const nothing = z.object({});

export const passwords = {
  rules: endpoint({
    method: "GET",
    path: "/api/auth/passwords/validation-rules",
    summary: "What a password must be",
    access: "public",
    as: "none",
    result: z.object({ Rules: z.array(rule) }),
  }),
  generate: endpoint({
    method: "POST",
    path: "/api/auth/passwords/generate",
    summary: "A random password that keeps the rules",
    access: "signedIn",
    as: "none",
    reads: true,
    jump: false,
    proof: { none: "Changes nothing." },
    result: z.object({ Password: z.string() }),
  }),
  requestReset: endpoint({
    method: "POST",
    path: "/api/auth/passwords/reset-requests",
    summary: "Emails a link to choose a new password; answers the same whether or not there is such a person",
    logs: "passwords.request",
    access: "public",
    body: z.strictObject({
      UserName: z
        .string()
        .check(z.trim(), z.minLength(1, "Please enter your login name or email address!"), z.maxLength(254)),
    }),
    result: nothing,
  }),
  checkKey: endpoint({
    method: "POST",
    path: "/api/auth/passwords/check-key",
    summary: "Whether the key of a mailed link still works",
    access: "public",
    reads: true,
    body: z.strictObject({ key }),
    result: z.object({ Works: z.boolean() }),
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/auth/passwords/change",
    summary: "Changes a password by a key: mailed, or given at sign-in beside the present password",
    logs: "passwords.change",
    access: "public",
    body: z.strictObject({
      key,
      userName: z.optional(loginName),
      userType: z.optional(userTypes),
      oldPassword: z.nullable(password),
      newPassword,
    }),
    result: nothing,
    errors: ["passwordKeyInvalid", "passwordNotAllowed", "currentPasswordIncorrect"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/auth/passwords/:loginKind/:loginName",
    summary: "Changes one's own password",
    logs: "passwords.update",
    access: "signedIn",
    as: "identity",
    keyless: "Ends every session of the person, the caller's among them: a repeat finds nobody signed in.",
    jump: false,
    proof: { none: "Carries the caller's present password." },
    params: z.strictObject({ loginKind: userTypes, loginName }),
    body: z.strictObject({ oldPassword: password, newPassword }),
    result: nothing,
    errors: ["notFound", "passwordNotAllowed", "currentPasswordIncorrect"],
  }),
  reset: endpoint({
    method: "PUT",
    path: "/api/auth/passwords/users/:userId/reset",
    summary: "Gives another person a first password, to be changed at sign-in; oldPassword is the caller's own",
    logs: "passwords.reset",
    access: manageAccess,
    as: "identity",
    jump: false,
    proof: { none: "Carries the caller's present password." },
    params: z.strictObject({ userId: id }),
    body: z.strictObject({ oldPassword: password, newPassword }),
    result: nothing,
    errors: [
      "passwordNotAllowed",
      "currentPasswordIncorrect",
      "actsElsewhere",
      "passwordOfProvider",
      "userSuspended",
      "notYourself",
    ],
  }),
  resetFor: endpoint({
    method: "POST",
    path: "/api/auth/passwords/users/:userId/reset-requests",
    summary: "Emails another person a link to choose a new password",
    logs: "passwords.resetFor",
    access: manageAccess,
    as: "identity",
    jump: false,
    proof: { none: "Mails a link to the person, and to nobody else." },
    params: z.strictObject({ userId: id }),
    result: nothing,
    errors: ["passwordOfProvider", "userSuspended", "notYourself"],
  }),
  resetSso: endpoint({
    method: "POST",
    path: "/api/auth/passwords/users/:userId/sso-reset",
    summary: "Asks another person to renew the password at their own sign-in provider, and signs them out here",
    logs: "passwords.resetSso",
    access: manageAccess,
    as: "identity",
    jump: false,
    proof: { none: "Ends sessions, and opens no way in." },
    params: z.strictObject({ userId: id }),
    result: nothing,
    errors: ["actsElsewhere", "userSuspended", "notYourself"],
  }),
};
