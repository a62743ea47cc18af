/**
 * Passkeys: adding, naming and removing them, and what a browser needs to sign with one. Paths are on the auth host.
 * Options and credentials are JSON text in the shapes of WebAuthn level 3, passed unchanged between the browser's
 * WebAuthn calls and the server.
 */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { credential } from "./sign-in.ts";
import { endpoint, id, instant } from "../endpoint.ts";

export const longestPasskeyName = 60;
/** The most passkeys one person may have. */
export const mostPasskeys = 20;

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, messages.required("Name")),
    z.maxLength(longestPasskeyName, messages.maximumLength(longestPasskeyName)),
  );
/** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
const options = z.object({ Options: z.string() });
const passkey = z.strictObject({ passkeyId: id });
const aChallenge = "Answers a challenge of its own, good once and for five minutes; a repeat gets another.";
const own = { access: "signedIn", as: "identity", jump: false } as const;

export const passkeys = {
  list: endpoint({
    method: "GET",
    path: "/api/auth/passkeys",
    summary: "The passkeys of the person signed in, the newest first",
    access: "signedIn",
    as: "identity",
    result: z.object({
      Items: z.array(
        z.object({
          Id: id,
          Name: z.string(),
          /** Whether it is synced beyond one device, for example by the device maker's account. */
          IsBackedUp: z.boolean(),
          /** The host it can sign in at. */
          Host: z.string(),
          CreatedAt: instant,
          LastUsedAt: z.nullable(instant),
        }),
      ),
    }),
  }),
  signInOptions: endpoint({
    method: "POST",
    path: "/api/auth/passkeys/sign-in-options",
    summary: "What a passkey signs to sign in by itself: good once, for five minutes",
    unlogged: "It hands out a challenge; what the answer leads to is logged.",
    access: "public",
    keyless: aChallenge,
    result: options,
    errors: ["passkeysNotHere", "tooManyRequests"],
  }),
  addOptions: endpoint({
    method: "POST",
    path: "/api/auth/passkeys/add-options",
    summary: "What a new passkey is made from: good once, for five minutes",
    unlogged: "It hands out a challenge; what the answer leads to is logged.",
    ...own,
    keyless: aChallenge,
    proof: "fresh",
    result: options,
    errors: ["passkeysNotHere", "mfaNotHere", "confirmFirst", "passkeysEnough"],
  }),
  add: endpoint({
    method: "POST",
    path: "/api/auth/passkeys",
    summary: "Adds a passkey. Somebody who had no second factor also gets recovery codes",
    logs: "passkeys.add",
    ...own,
    keyless: "Answers recovery codes, which are kept nowhere; what a passkey signed is good once.",
    proof: { none: "Answers a challenge that was given after a proof." },
    body: z.strictObject({ Name, Credential: credential }),
    result: z.object({ Id: id, RecoveryCodes: z.array(z.string()) }),
    errors: ["passkeyRefused", "mfaNotHere", "passkeysEnough", "tooManyRequests"],
  }),
  rename: endpoint({
    method: "PUT",
    path: "/api/auth/passkeys/:passkeyId",
    summary: "Gives a passkey another name",
    logs: "passkeys.rename",
    ...own,
    proof: { none: "Changes a name, and no way in." },
    params: passkey,
    body: z.strictObject({ Name }),
    result: z.object({}),
    errors: ["notFound", "mfaNotHere"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/auth/passkeys/:passkeyId",
    summary: "Removes a passkey, and ends the person's other sessions",
    logs: "passkeys.remove",
    ...own,
    proof: "fresh",
    params: passkey,
    result: z.object({}),
    errors: ["notFound", "mfaNotHere", "confirmFirst"],
  }),
  confirmOptions: endpoint({
    method: "POST",
    path: "/api/auth/passkeys/confirm-options",
    summary: "What a passkey signs to confirm that it is the person: good once, for five minutes",
    unlogged: "It hands out a challenge; what the answer leads to is logged.",
    ...own,
    keyless: aChallenge,
    proof: { none: "Asks for the proof." },
    result: options,
    errors: ["passkeysNotHere", "passkeyMissing"],
  }),
  confirm: endpoint({
    method: "POST",
    path: "/api/auth/passkeys/confirm",
    summary: "Confirms by passkey that it is the person; good for five minutes of this session",
    logs: "mfa.verify",
    ...own,
    proof: { none: "It is the proof." },
    body: z.strictObject({ Credential: credential }),
    result: z.object({ IsVerified: z.literal(true) }),
    errors: ["passkeyRefused", "tooManyRequests"],
  }),
};
