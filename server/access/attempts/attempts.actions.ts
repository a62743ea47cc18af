import { AppError, tooMany } from "../../platform/app-error.ts";
import { isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { findPerson } from "../people/people.store.ts";
import { beginAttempt, countRequest } from "./sign-in-limit.actions.ts";

const resetLimits = { account: 5, address: 30, windowSeconds: 900 };

/** Counts a wish for a reset link. Throws tooManyRequests when there were too many for the account or the address. */
export async function countResetRequest(platform: Platform, userName: string, ip: string): Promise<void> {
  orWait(await countRequest(platform, "reset", userName, ip, resetLimits));
}

const invitationLimits = { account: 5, address: 60, windowSeconds: 900 };

/** Counts a mailed invitation, by who gets it and where it comes from. Throws tooManyRequests when there were too many. */
export async function countInvitation(platform: Platform, email: string, ip: string): Promise<void> {
  orWait(await countRequest(platform, "invitation", email, ip, invitationLimits));
}

/** Asks for somebody's present password, in the count of sign-ins. Throws when it is wrong, or was guessed too often. */
export async function provePassword(platform: Platform, userName: string, password: string, ip: string): Promise<void> {
  const attempt = await beginAttempt(platform, userName, ip);
  if ("wait" in attempt) throw tooMany(attempt.wait);
  const person = await platform.database.read({ role: "app_identity" }, (db) => findPerson(db, userName));
  if (!(await isPassword(password, person?.password_hash ?? null))) throw new AppError("currentPasswordIncorrect");
  await attempt.refund();
}

const orWait = (seconds: number | undefined) => {
  if (seconds !== undefined) throw tooMany(seconds);
};
