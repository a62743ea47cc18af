import { switchRefusal } from "@tradewind/domain/access/companies.ts";
import { maySingleExperience } from "@tradewind/domain/access/users.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { isTenantActor, type Actor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { forgetHere } from "../../platform/forget-sessions.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { isListed, listedBy } from "../../platform/ip-access.ts";
import { endBeyond } from "../session/sessions.store.ts";
import { revokeSession } from "../../platform/sessions.store.ts";
import { findOwnSession, holdOwnSession, insertFollowing, listActing } from "./companies.store.ts";
import { hasSecondFactor } from "../factors/factors.store.ts";

type Opened = { id: string; personId: string; currency: string; useSe: boolean };
type Acting = Awaited<ReturnType<typeof listActing>>[number];

/**
 * Lists the person's companies, each with the reason this session may not switch to it. Empty for staff visits, which
 * see only one company.
 */
export async function companiesOf({ db, actor, ip }: Context<Actor>) {
  const shown = await shownBy(db, actor.personId, await findOwnSession(db, actor.sessionId));
  if (!shown) return [];
  return (await listActing(db, actor.personId)).map((acting) => ({ acting, refusal: refusalOf(shown, acting, ip) }));
}

const shownBy = async (db: Db, personId: string, session: Awaited<ReturnType<typeof findOwnSession>>) =>
  session && {
    way: session.way,
    companyId: session.company_id,
    secondFactor: session.second_factor,
    hasFactor: await hasSecondFactor(db, personId),
  };

const refusalOf = (shown: NonNullable<Awaited<ReturnType<typeof shownBy>>>, acting: Acting, ip: string) =>
  switchRefusal(shown, {
    asksFactor: acting.asks_factor,
    ofProvider: shown.companyId === null ? acting.of_provider : acting.reseller_id === shown.companyId,
    ssoOnly: acting.sso_only === true,
    fromHere: isListed(listedBy(acting), ip),
  });

/**
 * Ends the session and opens another in one of the person's other companies. The new refresh token starts a new family,
 * so the old one is worthless. Suspended memberships and those of other people are not found.
 */
export async function switchCompany(doing: Doing<Actor>, membershipId: string): Promise<Opened> {
  const { tx, actor, doer, now, ip, request } = doing;
  const shown = await shownBy(tx, actor.personId, await holdOwnSession(tx, actor.sessionId));
  if (!shown) throw new AppError("notSignedIn");
  const acting = (await listActing(tx, actor.personId)).find(({ id }) => id === membershipId);
  const target = orNotFound(acting?.id === actor.membershipId ? undefined : acting);
  const refusal = refusalOf(shown, target, ip);
  if (refusal) throw new AppError(refusal);
  const session = await insertFollowing(tx, actor.sessionId, {
    resellerId: target.reseller_id,
    membershipId: target.id,
    mayUseSe: maySingleExperience(target.kind),
    ip,
    userAgent: request.headers["user-agent"] ?? null,
  });
  await revokeSession(tx, actor.sessionId, "went on in another company");
  if (target.most_sessions !== null) await endBeyond(tx, actor.personId, target.reseller_id, target.most_sessions);
  const line = { action: "sessions.switch", object: ["person", actor.personId] } as const;
  const who = { personId: actor.personId, displayName: target.person_name, behind: null, behindId: null };
  await recordActivity(
    tx,
    { resellerId: target.reseller_id, actor: who, now, ip },
    { ...line, what: "Came in from another company they act for", customerId: target.customer_id },
  );
  if (isTenantActor(actor))
    await recordActivity(tx, doer, {
      ...line,
      what: "Went on to another company they act for",
      customerId: actor.customerId,
    });
  forgetHere(doing, actor.sessionId);
  return { id: session.id, personId: actor.personId, currency: target.currency, useSe: session.use_se };
}
