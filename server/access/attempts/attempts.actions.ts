import { AppError, tooMany } from "../../platform/app-error.ts";
import { isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { findPerson } from "../people/people.store.ts";
import { beginAttempt, countRequest } from "./sign-in-limit.actions.ts";

const resetLimits = { account: 5, address: 30, windowSeconds: 900 };

/** Counts a request for a reset link. Throws tooManyRequests once the account or the address has made too many. */
export async function countResetRequest(platform: Platform, userName: string, ip: string): Promise<void> {
  orWait(await countRequest(platform, "reset", userName, ip, resetLimits));
}

const invitationLimits = { account: 5, address: 60, windowSeconds: 900 };

/** Counts a mailed invitation by recipient and by sending address. Throws tooManyRequests once there are too many. */
export async function countInvitation(platform: Platform, email: string, ip: string): Promise<void> {
  orWait(await countRequest(platform, "invitation", email, ip, invitationLimits));
}

/**
 * Checks the current password and counts the attempt like a sign-in. Throws if it is wrong or was guessed too often.
 */
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
