import type { TokenAnswer, TokenRefusal } from "@tradewind/contract/access/auth.ts";
import { errors } from "@tradewind/contract/errors.ts";
import { maySingleExperience } from "@tradewind/domain/access/users.ts";
import { recordActivity, recordOwn } from "../../platform/activity.store.ts";
import type { Actor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import type { Doing } from "../../platform/http.ts";
import type { Tx } from "../../platform/db.ts";
import { isListed, listedBy, requireListed } from "../../platform/ip-access.ts";
import type { Platform } from "../../platform/platform.ts";
import { nilReseller } from "../../platform/once.ts";
import { insertSession, revokeSession, rotateSession, type SessionWay } from "../../platform/sessions.store.ts";
import { accessTokenLife } from "../../platform/tokens.ts";
import { forgetHere } from "../../platform/forget-sessions.ts";
import { doerOf, noteOfPerson } from "../notices/notices.actions.ts";
import { placeOfIdToken } from "../sso/sso.actions.ts";
import { findSignInAt } from "../sso/way-in.reads.ts";
import { meetDevice } from "../devices/devices.actions.ts";
import { stillAdmits } from "./admitted.actions.ts";
import type { Entry, From } from "./admission.ts";
import { findActing, findOperator, listMemberships, type SignInMembership } from "../people/people.store.ts";
import { endBeyond } from "../session/sessions.store.ts";

/** Seconds until a session ends, even when in use. */
const sessionLife = 12 * 3600;
/** The same for staff visits. */
const jumpLife = 3600;

/** `cookieEnd` is set if the refresh cookie must not outlive the session. */
export type SignedIn = { answer: TokenAnswer; refreshToken: string; useSe: boolean; cookieEnd?: Date };

/**
 * Opens a session for an admitted person. Returns undefined if they have no active membership and are not operator
 * staff, who need a second factor outside the demo, or if their sign-in details changed in the meantime; the refusal if
 * the rules of each of their companies keep them out.
 */
export async function openSession(
  platform: Platform,
  entry: Entry,
  from: From,
): Promise<SignedIn | { refusal: TokenRefusal } | undefined> {
  const { personId, way, jump } = entry;
  const idToken = entry.provider?.idToken;
  const session = await platform.database.write({ role: "app_identity" }, async (tx) => {
    if (!(await stillAdmits(tx, entry))) return undefined;
    const memberships = await listMemberships(tx, personId, way === "sso" || way === "aad", jump?.membershipId);
    // Visiting staff are not the company's people, so its rules are not theirs.
    const refused = (each: SignInMembership) => (jump ? undefined : refusedByRules(each, way, from.ip));
    // A provider speaks for the first only, so being refused there must not lead into another.
    const open = way === "sso" || way === "aad" ? undefined : memberships.find((each) => !refused(each));
    const membership = open ?? memberships[0];
    const companyId = entry.companyId ?? null;
    if (companyId !== null && membership?.reseller_id !== companyId) return undefined;
    const refusal = membership && refused(membership);
    if (refusal) {
      if (refusal.error === "sso_only") {
        const at = await findSignInAt(platform, tx, personId, membership.reseller_id);
        if (at) refusal.signInAt = at;
      }
      await noteSignIn(platform, tx, entry, { ...from, ...membership }, refusal.error_description);
      return { refusal };
    }
    const who = membership ?? (jump ? undefined : await findOperator(tx, personId));
    if (!who) return undefined;
    if (!membership && !platform.config.DEMO && !entry.secondFactor) return undefined;
    const useSe = entry.provider?.useSe === true && maySingleExperience(membership?.kind);
    const id = await insertSession(tx, {
      personId,
      resellerId: membership?.reseller_id ?? null,
      membershipId: membership?.id ?? null,
      lifeSeconds: jump ? jumpLife : sessionLife,
      way,
      companyId,
      secondFactor: entry.secondFactor ?? false,
      ...(jump && { actPersonId: jump.staffId }),
      useSe,
      idToken: idToken ? platform.secrets.seal(idToken, placeOfIdToken(personId)) : null,
      ip: from.ip,
      userAgent: from.userAgent,
    });
    if (membership?.most_sessions && !jump)
      await endBeyond(tx, personId, membership.reseller_id, membership.most_sessions);
    if (!jump) await meetDevice(platform, tx, personId, from);
    await noteSignIn(platform, tx, entry, { ...from, ...who });
    return { refusal: undefined, id, currency: membership?.currency ?? "GBP", useSe };
  });
  if (!session) return undefined;
  await entry.admitted?.();
  if (session.refusal) return { refusal: session.refusal };
  const issued = await issue(platform, session.id, personId, session.currency, 0, session.useSe);
  return jump ? { ...issued, cookieEnd: new Date(realNow() + jumpLife * 1000) } : issued;
}

/** Why the rules of a company keep somebody out who has proved who they are. */
function refusedByRules(rules: SignInMembership, way: SessionWay, ip: string): TokenRefusal | undefined {
  if (!isListed(listedBy(rules), ip))
    return { error: "address_not_allowed", error_description: `${errors.addressNotAllowed[1]} You are at ${ip}.` };
  if (rules.sso_only && way !== "sso" && way !== "aad")
    return { error: "sso_only", error_description: errors.byProviderOnly[1] };
  return undefined;
}

const wayWords: Record<SessionWay, string> = {
  password: "by password",
  passkey: "by passkey",
  sso: "by single sign-on",
  aad: "with Microsoft",
  sysops: "",
};

async function noteSignIn(
  { clock }: Platform,
  tx: Tx,
  { personId, way, secondFactor, jump }: Entry,
  { name, ip, userAgent, ...of }: From & { name: string; reseller_id?: string; customer_id?: string | null },
  refusedBecause?: string,
): Promise<void> {
  const behind = { behind: jump?.staffName ?? null, behindId: jump?.staffId ?? null };
  const actor = { personId, displayName: name, ...behind };
  const doer = { resellerId: of.reseller_id ?? nilReseller, actor, now: clock.now(), ip, device: userAgent };
  const line = { customerId: of.customer_id ?? null, object: ["person", personId] } as const;
  if (refusedBecause !== undefined) {
    const what = `Sign-in refused: ${refusedBecause}`;
    await recordActivity(tx, doer, { ...line, action: "signIn", what, outcome: "refused" });
  } else if (jump) {
    const what = `${jump.staffName} opened the portal as ${name}`;
    await recordActivity(tx, doer, { ...line, action: "sessions.jump", what });
  } else {
    const factor = way === "password" && secondFactor ? " and second factor" : "";
    await recordActivity(tx, doer, { ...line, action: "signIn", what: `Signed in ${wayWords[way]}${factor}` });
  }
}

/**
 * Logs a sign-in that was refused, with the reason: for whom the user name is in their company's log, for anybody else
 * in the operator's own. The name that was typed is not kept, since it may be a password.
 */
export const noteRefusedSignIn = ({ database, clock }: Platform, from: From, userName: string | null, why: string) =>
  database.write({ role: "app_identity" }, async (tx) => {
    const person = await findActing(tx, { userName: userName ?? "" });
    const doer = { ...doerOf(person), now: clock.now(), ip: from.ip, device: from.userAgent };
    await recordActivity(tx, doer, {
      action: "signIn",
      what: `Sign-in refused: ${why}`,
      outcome: "refused",
      customerId: person?.customer_id ?? null,
      object: ["person", person?.id ?? null],
    });
  });

/**
 * Exchanges a refresh token, which is used up, for a new access token. A token used twice ends the whole session.
 * Refuses ended, expired and suspended sessions.
 */
export async function refresh(
  platform: Platform,
  refreshToken: string,
  ip: string,
): Promise<SignedIn & { actor: Actor }> {
  const read = platform.tokens.readRefreshToken(refreshToken);
  if (!read) throw new AppError("notSignedIn");
  const turn = await platform.database.write({ role: "app_identity" }, async (tx) => {
    const rotated = await rotateSession(tx, read.session, read.counter);
    if (!rotated || rotated.ended) return undefined;
    if (rotated.by_wrong_way) {
      const SignInAt = await findSignInAt(platform, tx, rotated.person_id, rotated.reseller_id!);
      throw new AppError("byProviderOnly", { details: { SignInAt } });
    }
    // Undoes the turn, so that the token is still good at an address that is let in.
    requireListed(rotated.listed && rotated.listed.map(({ Address }) => Address), ip);
    if (!rotated.rotated && !rotated.grace) {
      await revokeSession(tx, read.session, "refresh token used twice");
      const what = "The session ended: its token was used twice, perhaps by somebody who copied it";
      await noteOfPerson(platform, tx, rotated.person_id, ip, "sessions.reuse", what);
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

export async function signOut(doing: Doing<Actor>, action: "sessions.signOut" | "sessions.endVisit"): Promise<void> {
  const { sessionId, behind, displayName } = doing.actor;
  await recordOwn(doing, action, behind === null ? "Signed out" : `Ended the visit to the portal of ${displayName}`);
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
