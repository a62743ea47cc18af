import type { TokenAnswer } from "@tradewind/contract/auth.ts";
import type { Actor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import { isPassword } from "../../platform/password.ts";
import type { Platform } from "../../platform/platform.ts";
import { insertSession, revokeSession, rotateSession } from "../../platform/sessions.store.ts";
import { accessTokenLife } from "../../platform/tokens.ts";
import { findMembership, findOperator, findPerson } from "./auth.store.ts";
import { beginAttempt } from "./sign-in-limit.ts";

/** Seconds after which a session ends whatever happens. */
const sessionLife = 12 * 3600;

export type SignedIn = { answer: TokenAnswer; refreshToken: string };
export type TooOften = { wait: number };
type From = { ip: string; userAgent: string | null };

/**
 * Signs in with user name and password. Undefined when the details are wrong: an unknown name, a wrong password and a
 * suspended person look alike and take the same time. Attempts are counted before they are looked at, and right ones
 * taken back; after too many the seconds to wait are answered, whatever the details.
 */
export async function signIn(
  platform: Platform,
  userName: string,
  password: string,
  from: From,
): Promise<SignedIn | TooOften | undefined> {
  const attempt = await beginAttempt(platform, userName, from.ip);
  if ("wait" in attempt) return attempt;
  const person = await platform.database.read({ role: "app_identity" }, (db) => findPerson(db, userName));
  const right = await isPassword(password, person?.password_hash ?? null);
  if (!person || !right || person.status !== "Active") return undefined;
  const session = await platform.database.write({ role: "app_identity" }, async (tx) => {
    const membership = await findMembership(tx, person.id);
    if (!membership && !(await findOperator(tx, person.id))) return undefined;
    const id = await insertSession(tx, {
      personId: person.id,
      resellerId: membership?.reseller_id ?? null,
      membershipId: membership?.id ?? null,
      lifeSeconds: sessionLife,
      ...from,
    });
    return { id, currency: membership?.currency ?? "GBP" };
  });
  if (!session) return undefined;
  await attempt.refund();
  return issue(platform, session.id, person.id, session.currency, 0);
}

/**
 * A new access token for a refresh token, which is used up by it; a token used twice ends the whole session. Refused for
 * everybody who may no longer act: ended, expired or suspended.
 */
export async function refresh(platform: Platform, refreshToken: string): Promise<SignedIn & { actor: Actor }> {
  const read = platform.tokens.readRefreshToken(refreshToken);
  if (!read) throw new AppError("notSignedIn");
  const turn = await platform.database.write({ role: "app_identity" }, async (tx) => {
    const rotated = await rotateSession(tx, read.session, read.counter);
    if (!rotated || rotated.ended) return undefined;
    if (!rotated.rotated && !rotated.grace) {
      await revokeSession(tx, read.session, "refresh token used twice");
      return undefined;
    }
    return rotated;
  });
  platform.sessions.forget(read.session);
  const actor = turn && (await platform.sessions.actorOf(read.session));
  if (!actor) throw new AppError("notSignedIn");
  return { ...(await issue(platform, read.session, turn.person_id, actor.currency, turn.counter)), actor };
}

export async function signOut(platform: Platform, sessionId: string): Promise<void> {
  await platform.database.write({ role: "app_identity" }, (tx) => revokeSession(tx, sessionId, "signed out"));
  platform.sessions.forget(sessionId);
  platform.hub.close(sessionId);
}

async function issue(
  platform: Platform,
  sessionId: string,
  personId: string,
  currency: string,
  counter: number,
): Promise<SignedIn> {
  const access = await platform.tokens.signAccess({
    sid: sessionId,
    sub: personId,
    currencyCode: currency,
    resellerSource: "Tradewind",
    use_se: false,
  });
  return {
    answer: {
      access_token: access,
      refresh_token: sessionId,
      token_type: "bearer",
      expires_in: accessTokenLife,
      ".expires": new Date(realNow() + accessTokenLife * 1000).toUTCString(),
    },
    refreshToken: platform.tokens.refreshToken(sessionId, counter),
  };
}
