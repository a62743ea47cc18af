import { createHash } from "node:crypto";
import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import { answer } from "../../platform/http.ts";
import { randomText } from "../../platform/random.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { mustBeOwner, mustSeeWhole } from "../company-providers/company-providers.actions.ts";
import { endScimToken, insertScimToken, listScimTokens } from "./scim.store.ts";

const most = 10;
const hintLength = 14;

export const scimTokensRoutes = [
  answer(companyProvider.tokens, async ({ db, actor, platform }) => {
    mustSeeWhole(actor);
    return {
      Address: `${platform.config.PUBLIC_URL}/scim/v2`,
      Items: (await listScimTokens(db, actor.resellerId)).map((row) => ({
        Id: row.id,
        Hint: row.hint,
        MadeBy: row.made_by,
        Made: row.made_at.toISOString(),
        Expires: row.expires_at.toISOString(),
        LastUsed: row.last_used_at?.toISOString() ?? null,
      })),
    };
  }),
  answer(companyProvider.makeToken, async ({ tx, actor, doer }, { body }) => {
    mustBeOwner(actor);
    await takeTurn(tx, `SCIM tokens ${actor.resellerId}`);
    if ((await listScimTokens(tx, actor.resellerId)).length >= most) throw new AppError("tokensEnough");
    const token = `scim_${randomText(32)}`;
    const hint = token.slice(0, hintLength);
    const id = await insertScimToken(tx, {
      resellerId: actor.resellerId,
      hash: createHash("sha256").update(token).digest(),
      hint,
      madeBy: actor.displayName,
      days: body.Days,
    });
    await announce(tx, actor.resellerId, ["companyProvider"]);
    await recordActivity(tx, doer, {
      action: "companyProvider.makeToken",
      what: `Made the provisioning token ${hint}… for ${body.Days} days`,
      object: ["scimToken", id],
    });
    return { Token: token };
  }),
  answer(companyProvider.revokeToken, async ({ tx, actor, doer }, { params }) => {
    mustBeOwner(actor);
    const { hint } = orNotFound(await endScimToken(tx, actor.resellerId, params.scimTokenId));
    await announce(tx, actor.resellerId, ["companyProvider"]);
    await recordActivity(tx, doer, {
      action: "companyProvider.revokeToken",
      what: `Revoked the provisioning token ${hint}…`,
      object: ["scimToken", params.scimTokenId],
    });
    return {};
  }),
];
