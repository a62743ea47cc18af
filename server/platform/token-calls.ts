import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { scopeOf } from "@tradewind/contract/scopes.ts";
import type { FastifyRequest } from "fastify";
import { recordActivity } from "./activity.store.ts";
import type { Actor } from "./actor.ts";
import { noteUse } from "./api-tokens.store.ts";
import { AppError } from "./app-error.ts";
import { realNow } from "./clock.ts";
import { doerOf } from "./entries.ts";
import { networkOf } from "./network.ts";
import type { Platform } from "./platform.ts";

type Token = NonNullable<Actor["token"]>;

/** Refuses a token what it was not made for, and what only a person may do. */
export function requireScope(endpoint: Endpoint, { scopes }: Token): void {
  const scope = scopeOf(endpoint);
  if (scope === undefined)
    throw new AppError("PermissionNotFound", { message: "API tokens may not do this. Sign in to the portal for it." });
  if (!scopes.has(scope))
    throw new AppError("PermissionNotFound", {
      message: `This API token was not made for this: it lacks the scope ${scope}.`,
    });
}

/** Milliseconds within which another use from the same network is not noted. */
const noted = 5 * 60_000;
const mostRemembered = 10_000;

/** Notes the use of tokens, and logs the first from each network. */
export function tokenUses() {
  const uses = new Map<string, number>();
  return async (platform: Platform, actor: Actor, { id, name }: Token, request: FastifyRequest): Promise<void> => {
    const network = networkOf(request.ip);
    const key = `${id} ${network}`;
    const now = realNow();
    if (now - (uses.get(key) ?? -Infinity) < noted) return;
    if (uses.size >= mostRemembered) uses.clear();
    uses.set(key, now);
    await platform.database.write({ role: "app_identity" }, async (tx) => {
      if (!(await noteUse(tx, id, network))) return;
      await recordActivity(tx, doerOf(platform, actor, request), {
        action: "apiTokens.newAddress",
        what: `The API token “${name}” was used from a new address`,
        object: ["apiToken", id],
      });
    });
  };
}
