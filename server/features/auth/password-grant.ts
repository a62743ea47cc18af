import type { PasswordGrant, TokenRefusal } from "@tradewind/contract/auth.ts";
import { fitsPassword } from "@tradewind/domain/password-length.ts";
import { isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { mustResetPassword } from "../passwords/passwords.actions.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";
import { findPerson } from "./auth.store.ts";
import { beginAttempt } from "./sign-in-limit.ts";

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
/** What a person whose password is right must do first; nothing when they may come in. */
type Gate = (platform: Platform, person: Person, grant: PasswordGrant) => Promise<TokenRefusal | undefined>;
const gates: readonly Gate[] = [mustResetPassword];

/**
 * User name and password. Attempts are counted before they are looked at, and taken back once the session is open; after
 * too many the seconds to wait are answered, whatever the details. Wrong details of any kind take the same time.
 */
export async function admitByPassword(platform: Platform, grant: PasswordGrant, from: From): Promise<Admission> {
  const attempt = await beginAttempt(platform, grant.username, from.ip);
  if ("wait" in attempt) return attempt;
  const person = await platform.database.read({ role: "app_identity" }, (db) => findPerson(db, grant.username));
  const right = fitsPassword(grant.password) && (await isPassword(grant.password, person?.password_hash ?? null));
  if (!person || !right || person.status !== "Active") return detailsIncorrect;
  for (const gate of gates) {
    const refusal = await gate(platform, person, grant);
    if (refusal) return { refusal };
  }
  return { entry: { personId: person.id, way: "password", admitted: attempt.refund } };
}
