import type { newToken } from "@tradewind/contract/access/api-tokens.ts";
import { scopesLine } from "@tradewind/domain/access/scope-words.ts";
import { mostTokens } from "@tradewind/domain/access/scopes.ts";
import type * as z from "zod/mini";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor, TenantActor } from "../../platform/actor.ts";
import { newApiToken } from "../../platform/api-tokens.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import type { Doing } from "../../platform/http.ts";
import { nilReseller } from "../../platform/once.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import { countLive, endToken, insertToken } from "./api-tokens.store.ts";

type Maker = Doing<TenantActor> | Doing<OperatorActor>;

/** Makes a token that acts for whoever makes it. Its secret is in this answer and nowhere else. */
export async function createToken(doing: Maker, { Name, Scopes, Days }: z.output<typeof newToken>) {
  const { tx, actor, doer, platform } = doing;
  const { resellerId } = doer;
  await takeTurn(tx, `API tokens ${resellerId}`);
  if ((await countLive(tx, resellerId)) >= mostTokens) throw new AppError("tokensEnough");
  const { token, hash, hint } = newApiToken();
  const scopes = [...new Set(Scopes)];
  const id = await insertToken(tx, {
    resellerId,
    personId: actor.personId,
    membershipId: actor.membershipId,
    madeBy: actor.displayName,
    name: Name,
    scopes,
    hash,
    hint,
    days: Days,
  });
  const what = `the API token “${Name}” for ${Days} days: ${scopesLine(scopes)}`;
  await recordActivity(tx, doer, { action: "apiTokens.create", what: `Made ${what}`, object: ["apiToken", id] });
  if (actor.resellerId) await announce(tx, actor.resellerId, ["apiTokens"]);
  await tellSignInChanged(platform, tx, actor.personId, `You made ${what}.`);
  return { Id: id, Token: token };
}

export async function revokeToken(doing: Maker, id: string): Promise<void> {
  const { tx, actor, doer } = doing;
  const name = orNotFound(await endToken(tx, doer.resellerId, id, actor.displayName));
  await recordActivity(tx, doer, {
    action: "apiTokens.revoke",
    what: `Revoked the API token “${name}”`,
    object: ["apiToken", id],
  });
  if (actor.resellerId) await announce(tx, actor.resellerId, ["apiTokens"]);
  await reloadSessions(tx);
  readAnew(doing);
}

/** Whose tokens a caller looks after. */
export const companyOf = ({ resellerId }: TenantActor | OperatorActor): string => resellerId ?? nilReseller;
