import type { TokenAnswer } from "@tradewind/contract/access/auth.ts";
import { maySingleExperience } from "@tradewind/domain/access/users.ts";
import type { Actor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import type { Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { insertSession, revokeSession, rotateSession } from "../../platform/sessions.store.ts";
import { accessTokenLife } from "../../platform/tokens.ts";
import { forgetHere } from "../../platform/forget-sessions.ts";
import { placeOfIdToken } from "../sso/sso.actions.ts";
import { meetDevice } from "../devices/devices.actions.ts";
import { stillAdmits } from "./admitted.actions.ts";
import type { Entry, From } from "./admission.ts";
import { findMembership, findOperator } from "../people/people.store.ts";

/** Seconds until a session ends, even when in use. */
const sessionLife = 12 * 3600;
/** The same for staff visits. */
const jumpLife = 3600;

/** `cookieEnd` is set if the refresh cookie must not outlive the session. */
export type SignedIn = { answer: TokenAnswer; refreshToken: string; useSe: boolean; cookieEnd?: Date };

/**
 * Opens a session for an admitted person. Returns undefined if they have no active membership and are not operator
 * staff, who need a second factor outside the demo, or if their sign-in details changed in the meantime.
 */
export async function openSession(platform: Platform, entry: Entry, from: From): Promise<SignedIn | undefined> {
  const { personId, way, jump } = entry;
  const idToken = entry.provider?.idToken;
  const session = await platform.database.write({ role: "app_identity" }, async (tx) => {
    if (!(await stillAdmits(tx, entry))) return undefined;
    const membership = await findMembership(tx, personId, way === "sso" || way === "aad", jump?.membershipId);
    if (!membership && (jump || !(await findOperator(tx, personId)))) return undefined;
    if (!membership && !platform.config.DEMO && !entry.secondFactor) return undefined;
    const useSe = entry.provider?.useSe === true && maySingleExperience(membership?.kind);
    const id = await insertSession(tx, {
      personId,
      resellerId: membership?.reseller_id ?? null,
      membershipId: membership?.id ?? null,
      lifeSeconds: jump ? jumpLife : sessionLife,
      way,
      secondFactor: entry.secondFactor ?? false,
      ...(jump && { actPersonId: jump.staffId }),
      useSe,
      idToken: idToken ? platform.secrets.seal(idToken, placeOfIdToken(personId)) : null,
      ip: from.ip,
      userAgent: from.userAgent,
    });
    if (!jump) await meetDevice(platform, tx, personId, from);
    return { id, currency: membership?.currency ?? "GBP", useSe };
  });
  if (!session) return undefined;
  await entry.admitted?.();
  const issued = await issue(platform, session.id, personId, session.currency, 0, session.useSe);
  return jump ? { ...issued, cookieEnd: new Date(realNow() + jumpLife * 1000) } : issued;
}

/**
 * Exchanges a refresh token, which is used up, for a new access token. A token used twice ends the whole session.
 * Refuses ended, expired and suspended sessions.
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
  const issued = await issue(platform, read.session, turn.person_id, actor.currency, turn.counter, turn.use_se);
  return { ...issued, ...(turn.fixed_end && { cookieEnd: turn.fixed_end }), actor };
}

/** Issues the first tokens of a new session. */
export const issueFor = (
  platform: Platform,
  session: { id: string; personId: string; currency: string; useSe: boolean },
): Promise<SignedIn> => issue(platform, session.id, session.personId, session.currency, 0, session.useSe);

export async function signOut(doing: Doing<Actor>): Promise<void> {
  const { sessionId } = doing.actor;
  await revokeSession(doing.tx, sessionId, "signed out");
  forgetHere(doing, sessionId);
}

async function issue(
  platform: Platform,
  sessionId: string,
  personId: string,
  currency: string,
  counter: number,
  useSe: boolean,
): Promise<SignedIn> {
  const access = await platform.tokens.signAccess({
    sid: sessionId,
    sub: personId,
    currencyCode: currency,
    resellerSource: "Tradewind",
    use_se: useSe,
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
    useSe,
  };
}
