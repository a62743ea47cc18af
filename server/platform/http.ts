import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Endpoint, Envelope, InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import { errors, type ErrorCode } from "@tradewind/contract/errors.ts";
import { allows } from "@tradewind/domain/values/permissions.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { boundsOf, isTenantActor, type Actor, type TenantActor } from "./actor.ts";
import type { Doer } from "./activity.store.ts";
import { AppError } from "./app-error.ts";
import type { Bounds } from "./bounds.ts";
import { brokeInput, deadlocked, lostDatabase } from "./db-errors.ts";
import type { Db, Tx } from "./db.ts";
import { findAnswer, keepAnswer, type RequestKey } from "./idempotency.store.ts";
import type { Platform } from "./platform.ts";
import { fieldMessages, refuseStrangeText, strict } from "./validation.ts";

export const nilReseller = "00000000-0000-0000-0000-000000000000";

/** What every handler gets besides its input. */
export type Context = {
  /** Who calls. Endpoints of resellers and their customers get a tenant's actor; see `operatorOnly` and `public`. */
  actor: TenantActor;
  db: Db;
  now: Date;
  today: string;
  ip: string;
  requestId: string;
  platform: Platform;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Sentences for the person, which go with the result. */
  messages: string[];
};
/** A handler that changes things: everything in its one transaction. */
export type Doing = Context & { tx: Tx; doer: Doer };

/** A file as an answer, streamed. */
export type FileAnswer = { file: Readable | Buffer; name: string };

type Reply<E extends Endpoint> = E extends { file: string } ? FileAnswer | void : ResultOf<E>;
type Handler<E extends Endpoint> = (
  context: E extends { method: "GET" } ? Context : Doing,
  input: InputOf<E>,
) => Promise<Reply<E>> | Reply<E>;

export type Route = {
  endpoint: Endpoint;
  handler: (context: Doing, input: { params: never; query: never; body: never }) => unknown;
  /** Runs on its own connections: files of any size, sign-in. No transaction is opened around it. */
  bare: boolean;
};

/** Ties an endpoint to what answers it, inside one transaction of the caller's tenant. */
export const answer = <const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as Route["handler"],
  bare: false,
});
/** As `answer`, for the few that open their own transactions. */
export const answerBare = <const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as Route["handler"],
  bare: true,
});

/** Serves the routes. Sign-in, rights, validation, transaction, repeats and errors happen here once, never in a handler. */
export function mount(app: FastifyInstance, platform: Platform, routes: readonly Route[]): void {
  for (const route of routes) {
    const { endpoint } = route;
    const schemas = {
      params: endpoint.params && strict(endpoint.params),
      query: strict(endpoint.query ?? z.strictObject({})),
      body: endpoint.body && strict(endpoint.body),
    };
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      ...(endpoint.largestBody ? { bodyLimit: endpoint.largestBody } : {}),
      handler: (request, reply) => serve(platform, route, schemas, request, reply),
    });
  }
}

type Schemas = { params: z.ZodMiniType | undefined; query: z.ZodMiniType; body: z.ZodMiniType | undefined };

async function serve(platform: Platform, route: Route, schemas: Schemas, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint } = route;
  const actor = await admit(platform, endpoint, request);
  const input = readInput(schemas, request);
  const context = {
    actor: actor as TenantActor,
    now: platform.clock.now(),
    today: platform.clock.today(),
    ip: request.ip,
    requestId: request.id,
    platform,
    request,
    reply,
    messages: [] as string[],
  };
  const doer: Doer = {
    resellerId: actor?.resellerId ?? nilReseller,
    actor: actor ?? null,
    now: context.now,
    ip: request.ip,
    requestId: request.id,
  };
  const run = async (db: Db): Promise<unknown> => route.handler({ ...context, doer, db, tx: db as Tx }, input as never);

  if (route.bare) return send(platform, endpoint, reply, await run(undefined as never));
  const bounds = boundsOfCaller(actor);
  if (endpoint.method === "GET") return send(platform, endpoint, reply, await platform.database.read(bounds, run));

  const key = endpoint.idempotent === false ? undefined : requestKey(request, actor);
  const answer = async (tx: Tx) => {
    context.messages.length = 0;
    return envelopeOf(platform, endpoint, await run(tx), context.messages);
  };
  const text = await outOfDeadlock(() =>
    key
      ? once(platform, bounds, key, fingerprintOf(endpoint, request), answer)
      : platform.database.write(bounds, answer),
  );
  platform.committed();
  return reply.type("application/json; charset=utf-8").send(text);
}

/** Of those that wait for each other the database undoes one; done again, it meets nobody. */
async function outOfDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 2; left > 0; left--)
    try {
      return await work();
    } catch (error) {
      if (!deadlocked(error)) throw error;
    }
  return work();
}

const boundsOfCaller = (actor: Actor | undefined): Bounds =>
  actor === undefined ? { role: "app_identity" } : isTenantActor(actor) ? boundsOf(actor) : { role: "app_operator" };

async function admit(platform: Platform, endpoint: Endpoint, request: FastifyRequest): Promise<Actor | undefined> {
  if (endpoint.access === "public") return undefined;
  const [scheme, token] = (request.headers.authorization ?? "").split(" ");
  const actor = scheme === "Bearer" && token ? await platform.sessions.actorOfToken(token) : undefined;
  if (!actor) throw new AppError("notSignedIn");
  if (endpoint.access !== "signedIn") {
    const { anyOf, kinds } = endpoint.access;
    // The operator's staff reach only what names them; everybody else only what their own kind may.
    const kindFits = kinds ? kinds.includes(actor.kind) : actor.kind !== "admin";
    if (!kindFits || !allows(actor.rights, anyOf)) throw new AppError("PermissionNotFound");
  }
  if (endpoint.jump === false && actor.behind !== null) throw new AppError("notWhileJumped");
  if (endpoint.flag && !actor.flags.get(endpoint.flag)) throw new AppError("notFound");
  return actor;
}

function readInput(schemas: Schemas, request: FastifyRequest) {
  refuseStrangeText([request.params, request.query, request.body]);
  const params = schemas.params ? z.safeParse(schemas.params, request.params) : undefined;
  if (params && !params.success) throw new AppError("notFound");
  const query = z.safeParse(schemas.query, request.query ?? {});
  const body = schemas.body ? z.safeParse(schemas.body, request.body ?? {}) : undefined;
  const hasBody = request.body !== undefined && request.body !== null && Object.keys(request.body).length > 0;
  if (!schemas.body && hasBody) throw new AppError("invalidRequest", { message: "This request takes no body." });
  const issues = [...(query.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw new AppError("invalidRequest", { fields: fieldMessages(issues) });
  return { params: params?.data, query: query.data, body: body?.data };
}

function requestKey(request: FastifyRequest, actor: Actor | undefined): RequestKey | undefined {
  if (!actor) return undefined;
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError("idempotencyKeyMissing");
  return { resellerId: actor.resellerId ?? nilReseller, personId: actor.personId, key };
}

type Fingerprint = { operation: string; hash: Buffer };
const fingerprintOf = (endpoint: Endpoint, request: FastifyRequest): Fingerprint => ({
  operation: `${endpoint.method} ${endpoint.path}`,
  hash: createHash("sha256")
    .update(request.url)
    .update("\n")
    .update(JSON.stringify(request.body ?? null))
    .digest(),
});

/**
 * Does the work and keeps its answer under its key, both or neither. Whatever goes wrong, the key having been used among
 * it, whoever used it before gets the first answer again; what a repeat did meanwhile is undone.
 */
async function once(
  platform: Platform,
  bounds: Bounds,
  key: RequestKey,
  { operation, hash }: Fingerprint,
  work: (tx: Tx) => Promise<string>,
): Promise<string> {
  try {
    return await platform.database.write(bounds, async (tx) => {
      const text = await work(tx);
      keepAnswer(tx, key, { operation, hash, text });
      return text;
    });
  } catch (error) {
    if (lostDatabase(error)) throw error;
    const earlier = await platform.database.read(bounds, (db) => findAnswer(db, key));
    if (!earlier) throw error;
    if (earlier.operation !== operation || !earlier.body_hash.equals(hash)) throw new AppError("idempotencyKeyReused");
    return earlier.response ?? "";
  }
}

function send(platform: Platform, endpoint: Endpoint, reply: FastifyReply, result: unknown) {
  if (endpoint.file) {
    if (!result) return reply;
    const { file, name } = result as FileAnswer;
    return reply
      .type(endpoint.file === "text/csv" ? "text/csv; charset=utf-8" : endpoint.file)
      .header("content-disposition", `attachment; filename="${name.replace(/[^\w. -]/g, "_")}"`)
      .header("content-security-policy", "sandbox; default-src 'none'")
      .send(file);
  }
  if (reply.sent) return reply;
  return reply.type("application/json; charset=utf-8").send(envelopeOf(platform, endpoint, result));
}

/** The OAuth endpoints answer outside the envelope. */
const speaksOauth = (endpoint: Endpoint) =>
  endpoint.path === "/api/auth/token" || endpoint.path === "/api/auth/refresh";

function envelopeOf(platform: Platform, endpoint: Endpoint, result: unknown, messages: string[] = []): string {
  if (platform.config.NODE_ENV !== "production") {
    const checked = z.safeParse(endpoint.result, result);
    if (!checked.success)
      throw new Error(
        `The answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${z.prettifyError(checked.error)}`,
      );
  }
  if (speaksOauth(endpoint)) return JSON.stringify(result);
  return `{"Succeed":true,"Error":null,"Errors":null,"Messages":${JSON.stringify(messages)},"Labels":null,"Resources":null,"Result":${JSON.stringify(result)}}`;
}

/** A refusal given before any handler or hook could run. */
export const refusalText = (code: ErrorCode, reference: string): string =>
  JSON.stringify(failure(new AppError(code), reference));

/** Every failure leaves here, as the envelope with a code of the catalogue; nothing of a stack or of SQL ever does. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) request.log.error({ err: error }, "A request failed");
    const wait = refusal.details?.["RetryAfterSeconds"];
    if ((refusal.code === "tooManyRequests" || refusal.code === "unavailable") && !reply.hasHeader("retry-after"))
      void reply.header("retry-after", typeof wait === "number" ? wait : 5);
    return reply
      .code(refusal.status)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(failure(refusal, request.id)));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(failure(new AppError("notFound"), request.id))),
  );
}

function failure(refusal: AppError, reference: string): Envelope<never> {
  return {
    Succeed: false,
    Error: refusal.code,
    Errors: refusal.fields,
    Messages: [refusal.message],
    // A refusal for a missing thing carries no reference: missing and foreign must be the same bytes.
    Labels: refusal.status === 404 ? null : { Reference: reference },
    Resources: refusal.details,
    Result: null,
  };
}

const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "tooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupportedMediaType",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformedRequest",
};

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (brokeInput(error)) return new AppError("invalidRequest", { cause: error });
  if (lostDatabase(error)) return new AppError("unavailable", { cause: error });
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code && code in ofFastify) return new AppError(ofFastify[code]!, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const same = Object.entries(errors).find(([, [status]]) => status === statusCode);
    return new AppError(
      same && statusCode !== 403 && statusCode !== 401 ? (same[0] as ErrorCode) : "malformedRequest",
      { cause: error },
    );
  }
  return new AppError("unexpected", { cause: error });
}
