import { Readable } from "node:stream";
import { isRead, isWide, mostBytes, takesKey, type Endpoint } from "@tradewind/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Actor } from "./actor.ts";
import { admission } from "./admission.ts";
import { json, sendFile, textOf } from "./answers.ts";
import { AppError } from "./app-error.ts";
import type { Bounds } from "./bounds.ts";
import { outOfDeadlock } from "./db-errors.ts";
import type { Tx } from "./db.ts";
import { doerOf, logFile, logRefusal, ownBounds } from "./entries.ts";
import type { Call, Context, Doing, FileAnswer, Route } from "./http.ts";
import { requestOf, repeatable } from "./once.ts";
import type { Platform } from "./platform.ts";
import { needProof } from "./proof.ts";
import { composed, fieldMessages, refuseStrangeText, refuseTurnedText, strict } from "./validation.ts";

type Schemas = { params: z.ZodMiniType | undefined; query: z.ZodMiniType; body: z.ZodMiniType | undefined };

/**
 * Mounts the routes. Authentication, rights, validation, transactions, repeats and errors are handled here once, never
 * in a handler.
 */
export function mount(app: FastifyInstance, platform: Platform, routes: readonly Route[]): void {
  const { enter, callerOf, leave, stop } = admission(platform);
  app.addHook("onClose", async () => stop());
  for (const route of routes) {
    const { endpoint } = route;
    const toldOf = (request: FastifyRequest) => async (error: unknown) => {
      if (error instanceof AppError) await logRefusal(platform, endpoint, callerOf(request), request, error);
      throw error;
    };
    const schemas: Schemas = {
      params: endpoint.params && strict(endpoint.params),
      query: strict(endpoint.query ?? z.strictObject({})),
      body: endpoint.body && strict(endpoint.body),
    };
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      bodyLimit: mostBytes(endpoint),
      onRequest: (request, reply) => enter(endpoint, request, reply).catch(toldOf(request)),
      onResponse: async (request) => leave(request),
      handler: (request, reply) =>
        serve(platform, route, schemas, callerOf(request), request, reply).catch(toldOf(request)),
    });
  }
}

async function serve(
  platform: Platform,
  route: Route,
  schemas: Schemas,
  actor: Actor | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { endpoint, kind } = route;
  const input = readInput(schemas, request);
  await needProof(platform.database, endpoint, actor);
  const call: Call = {
    actor,
    now: platform.clock.now(),
    today: platform.clock.today(),
    ip: request.ip,
    requestId: request.id,
    platform,
    request,
    reply,
    messages: [],
  };
  const bounds = boundsFor(endpoint, actor);
  if (bounds && !isRead(endpoint)) return reply.type(json).send(await write(route, bounds, call, input));

  const prepared = await route.prepare?.(call, input, undefined);
  const source = isWide(endpoint) ? platform.replica : platform.database;
  const result = bounds
    ? await source.read(bounds, async (db) => {
        call.messages.length = 0;
        const context: Context<unknown> = { ...call, db };
        return route.handler(context, input, prepared);
      })
    : await route.handler(call, input, undefined);
  if (result instanceof AppError) throw result;
  if (kind === "stream" || reply.sent) return reply;
  if (endpoint.file) {
    const answer = result as FileAnswer;
    const file = typeof answer.file === "function" ? await answer.file() : answer.file;
    await logFile(platform, endpoint, actor, request, answer.name).catch((error: unknown) => {
      if (file instanceof Readable) file.destroy();
      throw error;
    });
    return sendFile(reply, endpoint.file, file, answer.name);
  }
  return reply.type(json).send(textOf(endpoint, result, call.messages));
}

/** Runs a write in its transaction, once per key, and returns the text of its answer. */
async function write(route: Route, bounds: Bounds, call: Call, input: unknown): Promise<string> {
  const { endpoint, prepare, handler } = route;
  const { platform, actor, request } = call;
  const { database } = platform;
  const doer = { ...doerOf(platform, actor, request), now: call.now };
  const afterwards: (() => void)[] = [];

  const work = async (keep: (tx: Tx, text: string) => void) => {
    const prepared = await prepare?.(call, input, undefined);
    const outcome = await outOfDeadlock(() => {
      call.messages.length = 0;
      afterwards.length = 0;
      return database.write(bounds, async (tx) => {
        const doing: Doing<unknown> = { ...call, db: tx, tx, doer, after: (then) => afterwards.push(then) };
        const result = await handler(doing, input, prepared);
        if (result instanceof AppError) return result;
        const text = textOf(endpoint, result, call.messages);
        keep(tx, text);
        return text;
      });
    });
    for (const then of afterwards) then();
    platform.committed();
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  };
  if (!takesKey(endpoint)) return work(() => {});
  return repeatable(database, bounds, requestOf(endpoint, request, actor), prepare !== undefined, work);
}

/** Returns the bounds of a call's transaction; undefined if it has none. */
function boundsFor({ as = "caller" }: Endpoint, actor: Actor | undefined): Bounds | undefined {
  if (as === "none") return undefined;
  if (as === "identity" || actor === undefined) return { role: "app_identity" };
  return as === "operator" ? { role: "app_operator" } : ownBounds(actor);
}

function readInput(schemas: Schemas, request: FastifyRequest) {
  refuseStrangeText([request.params, request.query, request.body]);
  const params = schemas.params ? z.safeParse(schemas.params, request.params) : undefined;
  if (params && !params.success) throw new AppError("notFound");
  const query = z.safeParse(schemas.query, composed({ ...(request.query as object) }));
  const body = schemas.body ? z.safeParse(schemas.body, composed(request.body ?? {})) : undefined;
  const hasBody = request.body !== undefined && request.body !== null && Object.keys(request.body).length > 0;
  if (!schemas.body && hasBody) throw new AppError("invalidRequest", { message: "This request takes no body." });
  const issues = [...(query.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw new AppError("invalidRequest", { fields: fieldMessages(issues) });
  refuseTurnedText(body?.data);
  return { params: params?.data, query: query.data, body: body?.data };
}
