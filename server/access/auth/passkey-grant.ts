import type { PasskeyGrant } from "@tradewind/contract/access/sign-in.ts";
import type { Platform } from "../../platform/platform.ts";
import { mustResetPassword } from "../passwords/passwords.actions.ts";
import { provePasskey } from "../passkeys/ceremony.actions.ts";
import type { Admission } from "./admission.ts";

/** One refusal for all failed passkeys: unknown, removed, badly signed, or of a suspended person. */
const passkeyRefused = {
  refusal: {
    error: "invalid_grant",
    error_description: "This passkey does not sign you in here. Please try again, or use your username and password.",
  },
} as const satisfies Admission;

/** Admits a passkey alone, which has verified the user itself. */
export async function admitByPasskey(platform: Platform, grant: PasskeyGrant): Promise<Admission> {
  const verdict = await platform.database.write({ role: "app_identity" }, (tx) =>
    provePasskey(tx, grant.passkey, { purpose: "signIn", personId: null, sessionId: null }),
  );
  if (verdict === "wrong" || verdict.passkey.status !== "Active") return passkeyRefused;
  const { person_id: personId, ...person } = verdict.passkey;
  const refusal = await mustResetPassword(platform, { ...person, id: personId });
  return refusal ? { refusal } : { entry: { personId, way: "passkey", secondFactor: true } };
}
