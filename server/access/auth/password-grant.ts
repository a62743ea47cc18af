import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import type { PasswordGrant } from "@tradewind/contract/access/sign-in.ts";
import { fitsPassword } from "@tradewind/domain/access/password-length.ts";
import { isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { mustResetPassword } from "../passwords/passwords.actions.ts";
import { passesRobotCheck } from "../robot-check/robot-check.actions.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";
import { mfaGate } from "./mfa-gate.actions.ts";
import { findPerson } from "../people/people.store.ts";
import { beginAttempt } from "../attempts/sign-in-limit.actions.ts";

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
/** What a person whose password is right must do first, nothing when they may come in, or `proven` when they showed more. */
type Gate = (
  platform: Platform,
  person: Person,
  grant: PasswordGrant,
  from: From,
) => Promise<TokenRefusal | "proven" | undefined>;
/** Whoever has the password alone may not choose another one: the second factor comes first. */
const gates: readonly Gate[] = [mfaGate, mustResetPassword];

const robotRequired = {
  refusal: { error: "robot_required", error_description: "Please confirm that you are not a robot." },
} as const satisfies Admission;

/**
 * User name and password. Attempts are counted before they are looked at, and taken back once the session is open; after
 * too many the seconds to wait are answered, whatever the details. Wrong details of any kind take the same time.
 */
export async function admitByPassword(platform: Platform, grant: PasswordGrant, from: From): Promise<Admission> {
  const attempt = await beginAttempt(platform, grant.username, from.ip);
  if ("wait" in attempt) return attempt;
  if (attempt.robot && !(await passesRobotCheck(platform, grant.altcha))) return robotRequired;
  const person = await platform.database.read({ role: "app_identity" }, (db) => findPerson(db, grant.username));
  const right = fitsPassword(grant.password) && (await isPassword(grant.password, person?.password_hash ?? null));
  if (!person || !right || person.status !== "Active") {
    await attempt.fail();
    return detailsIncorrect;
  }
  let secondFactor = false;
  for (const gate of gates) {
    const refusal = await gate(platform, person, grant, from);
    if (refusal === "proven") secondFactor = true;
    else if (refusal) {
      // The password was right: what is still missing counts against nobody here.
      await attempt.refund();
      return { refusal };
    }
  }
  const { id: personId, password_hash: passwordHash } = person;
  return { entry: { personId, way: "password", secondFactor, passwordHash, admitted: attempt.refund } };
}
