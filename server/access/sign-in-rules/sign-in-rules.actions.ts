import type { IpAccess, SessionPolicy, signInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { isAddressKnown, isListed } from "../../platform/ip-access.ts";
import { closeStreamsOf, reloadSessions } from "../../platform/sessions.store.ts";
import { countOthers, findRules, liftRules, saveRules } from "./sign-in-rules.store.ts";

type Sent<Name extends "saveIpAccess" | "saveSessionPolicy"> = InputOf<(typeof signInRules)[Name]>["body"];

const cameByProvider = ({ actor }: Context) => actor.way === "sso" || actor.way === "aad";

export async function ipAccessOf({ db, actor, ip, request, platform }: Context): Promise<IpAccess> {
  const rules = await findRules(db, actor.resellerId);
  return {
    On: rules?.only_listed ?? false,
    Listed: rules?.listed ?? [],
    Version: rules?.version ?? 0,
    YourAddress: ip,
    IsKnown: isAddressKnown(request, platform.config),
  };
}

export const shownSessionPolicyOf = async (context: Context): Promise<SessionPolicy> => ({
  ...(await sessionPolicyOf(context)),
  Others: await countOthers(context.db, context.actor.resellerId, context.actor.personId),
});

async function sessionPolicyOf(context: Context): Promise<Omit<SessionPolicy, "Others">> {
  const rules = await findRules(context.db, context.actor.resellerId);
  return {
    IdleMinutes: rules?.idle_minutes ?? null,
    LifeHours: rules?.life_hours ?? null,
    MostSessions: rules?.most_sessions ?? null,
    SsoOnly: rules?.sso_only ?? false,
    Version: rules?.version ?? 0,
    CameByProvider: cameByProvider(context),
  };
}

/** Saves the list, unless it would shut out whoever saves it, or could not be kept to. */
export async function saveIpAccess(doing: Doing, { On, Listed, Version }: Sent<"saveIpAccess">): Promise<IpAccess> {
  const { ip, request, platform } = doing;
  if (On && !isAddressKnown(request, platform.config)) throw new AppError("addressUnknown");
  if (
    On &&
    !isListed(
      Listed.map(({ Address }) => Address),
      ip,
    )
  )
    throw new AppError("ownAddressMissing", { details: { Address: ip } });
  await save(doing, { only_listed: On, listed: Listed }, Version);
  const addresses = Listed.map(({ Address }) => Address).join(", ") || "none";
  await record(
    doing,
    "signInRules.ipAccess",
    On
      ? `Allowed the company’s people in from these addresses only: ${addresses}`
      : `Allowed the company’s people in from every address; on the list: ${addresses}`,
  );
  return ipAccessOf(doing);
}

/** Saves the policy. Single sign-on may be demanded only by somebody for whom it worked just now. */
export async function saveSessionPolicy(doing: Doing, sent: Sent<"saveSessionPolicy">) {
  const { IdleMinutes, LifeHours, MostSessions, SsoOnly, Version } = sent;
  if (SsoOnly && !cameByProvider(doing)) throw new AppError("signInByProviderFirst");
  const changes = {
    idle_minutes: IdleMinutes,
    life_hours: LifeHours,
    most_sessions: MostSessions,
    sso_only: SsoOnly,
  };
  await save(doing, changes, Version);
  const rules = [
    IdleMinutes !== null && `idle for at most ${IdleMinutes} minutes`,
    LifeHours !== null && `at most ${LifeHours} hours long`,
    MostSessions !== null && `at most ${MostSessions} for each person`,
    SsoOnly && "by single sign-on only",
  ].filter((rule) => rule !== false);
  const what = `Changed the rules of sessions: ${rules.join(", ") || "the usual ones"}`;
  await record(doing, "signInRules.sessionPolicy", what);
  return sessionPolicyOf(doing);
}

async function save(doing: Doing, changes: Parameters<typeof saveRules>[2], version: number): Promise<void> {
  const { tx, actor, now } = doing;
  if (actor.restriction) throw new AppError("onlyPartOfCompany");
  if (!(await saveRules(tx, actor.resellerId, changes, version, now))) throw new AppError("conflict");
  await applyNow(doing, actor.resellerId);
}

const record = ({ tx, doer, actor }: Doing, action: string, what: string) =>
  recordActivity(tx, doer, { action, what, object: ["signInRules", actor.resellerId] });

/** The way out for a company that shut itself out: the operator lifts what keeps people out, and says why. */
export async function lift(doing: Doing<OperatorActor>, resellerId: string, reason: string): Promise<void> {
  const { tx, doer, now } = doing;
  if (!(await liftRules(tx, resellerId, now))) throw new AppError("notFound");
  await recordActivity(
    tx,
    { ...doer, resellerId },
    {
      action: "signInRules.lift",
      what: `Allowed the company’s people in again from every address and by every way of signing in: ${reason}`,
      object: ["signInRules", resellerId],
    },
  );
  await applyNow(doing, resellerId);
}

/** Open pages show the rules, and sessions and streams there are already are held to them, from now on. */
async function applyNow(doing: Pick<Doing, "platform" | "after"> & { tx: Tx }, resellerId: string): Promise<void> {
  await announce(doing.tx, resellerId, ["signInRules"]);
  await reloadSessions(doing.tx);
  await closeStreamsOf(doing.tx, resellerId);
  readAnew(doing);
  doing.after(() => doing.platform.hub.closeOf(resellerId));
}
