import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import type { PasswordGrant } from "@tradewind/contract/access/sign-in.ts";
import { fitsPassword } from "@tradewind/domain/access/password-length.ts";
import { isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { mustResetPassword } from "../passwords/passwords.actions.ts";
import { weightOfProof } from "../robot-check/robot-check.actions.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";
import { mfaGate } from "./mfa-gate.actions.ts";
import { findPerson } from "../people/people.store.ts";
import { beginAttempt } from "../attempts/sign-in-limit.actions.ts";

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
/**
 * The next step for a person with the right password: a refusal, nothing if they may sign in, or `proven` if they
 * proved more.
 */
type Gate = (
  platform: Platform,
  person: Person,
  grant: PasswordGrant,
  from: From,
) => Promise<TokenRefusal | "proven" | undefined>;
/** The second factor comes first: a password alone must not be enough to choose a new one. */
const gates: readonly Gate[] = [mfaGate, mustResetPassword];

const robotRequired = {
  refusal: { error: "robot_required", error_description: "Please confirm that you are not a robot." },
} as const satisfies Admission;

/**
 * Admits by user name and password. Attempts are counted before the details are checked and taken back once the session
 * is open; one that lacks a robot check counts for nothing. All wrong details take the same time.
 */
export async function admitByPassword(platform: Platform, grant: PasswordGrant, from: From): Promise<Admission> {
  const work = await weightOfProof(platform, grant.altcha);
  const attempt = await beginAttempt(platform, grant.username, from, work);
  if ("wait" in attempt) return attempt.wait === null ? robotRequired : { wait: attempt.wait };
  const person = await platform.database.read({ role: "app_identity" }, (db) => findPerson(db, grant.username));
  const right = fitsPassword(grant.password) && (await isPassword(grant.password, person?.password_hash ?? null));
  if (!person || !right || person.status !== "Active") {
    await attempt.settle(false);
    return detailsIncorrect;
  }
  let secondFactor = false;
  for (const gate of gates) {
    const refusal = await gate(platform, person, grant, from);
    if (refusal === "proven") secondFactor = true;
    else if (refusal) {
      // The password was right, so a missing further step does not count as a failure.
      await attempt.settle(true);
      return { refusal };
    }
  }
  const { id: personId, password_hash: passwordHash } = person;
  return { entry: { personId, way: "password", secondFactor, passwordHash, admitted: () => attempt.settle(true) } };
}
