import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { allows } from "@tradewind/domain/values/permissions.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isTenantActor, type Actor } from "./actor.ts";
import { tokenPrefix } from "./api-tokens.ts";
import { AppError, tooMany } from "./app-error.ts";
import { callLimits, type Counted } from "./call-limits.ts";
import { realNow } from "./clock.ts";
import { loadOf } from "./load.ts";
import { requireListed } from "./ip-access.ts";
import { networkOf } from "./network.ts";
import type { Platform } from "./platform.ts";
import { requireScope, tokenUses } from "./token-calls.ts";

/** Lets calls in before their bodies are read: knows the caller, counts the call, and refuses what is too much. */
export function admission(platform: Platform) {
  const { config, log, sessions } = platform;
  const noteTokenUse = tokenUses();
  const count = callLimits(config);
  const load = loadOf(config.OVERLOAD_DELAY_MS, (isOverloaded) =>
    log.warn(isOverloaded ? "The process cannot keep up and refuses calls" : "The process keeps up again"),
  );
  const callers = new WeakMap<FastifyRequest, Actor>();
  const underWay = new WeakMap<FastifyRequest, string>();

  async function actorOf(endpoint: Endpoint, request: FastifyRequest): Promise<Actor | undefined> {
    if (endpoint.access === "public") return undefined;
    const token = bearerOf(request);
    return token ? sessions.actorOfToken(token) : undefined;
  }

  return {
    async enter(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const actor = await actorOf(endpoint, request);
      const whose = actor?.resellerId ?? (actor ? "operator" : networkOf(request.ip));
      const counted: [Counted, string][] = [
        actor === undefined ? ["address", whose] : actor.token ? ["token", actor.token.id] : ["person", actor.personId],
      ];
      if (actor?.resellerId) counted.push(["reseller", actor.resellerId]);
      const { headers, wait } = count(counted, realNow());
      void reply.headers(headers);
      if (wait !== undefined) throw tooMany(wait);
      if (actor) {
        callers.set(request, actor);
        requireListed(actor.listed, request.ip);
        if (actor.token) await noteTokenUse(platform, actor, actor.token, request);
      }
      if (endpoint.access !== "public") {
        if (!actor) throw new AppError(bearerOf(request)?.startsWith(tokenPrefix) ? "tokenUnknown" : "notSignedIn");
        requireAccess(endpoint, actor);
      }
      // A stream waits for others and costs nothing meanwhile.
      if (endpoint.file !== "text/event-stream") {
        if (!load.enter(whose)) throw new AppError("overloaded");
        underWay.set(request, whose);
      }
    },
    callerOf: (request: FastifyRequest) => callers.get(request),
    leave(request: FastifyRequest) {
      const whose = underWay.get(request);
      if (whose !== undefined) load.leave(whose);
    },
    stop: load.stop,
  };
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, token] = (headers.authorization ?? "").split(" ");
  return scheme === "Bearer" ? token : undefined;
}

/** Refuses who may not call the endpoint. */
function requireAccess(endpoint: Endpoint, actor: Actor) {
  const { access, jump, flag } = endpoint;
  if (actor.token) requireScope(endpoint, actor.token);
  if (typeof access === "object") {
    const { anyOf, kinds } = access;
    // Operator staff reach only endpoints that name them; everyone else only those open to their kind.
    const kindFits = kinds ? kinds.includes(actor.kind) : isTenantActor(actor);
    if (!kindFits || !allows(actor.rights, anyOf)) throw new AppError("PermissionNotFound");
  }
  if (jump === false && actor.behind !== null) throw new AppError("notWhileJumped");
  if (flag && !actor.flags.get(flag)) throw new AppError("notFound");
}
