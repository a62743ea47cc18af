import type { Endpoint, InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Doer } from "./activity.store.ts";
import type { Actor, OperatorActor, TenantActor } from "./actor.ts";
import type { AppError } from "./app-error.ts";
import type { Db, Tx } from "./db.ts";
import type { Download } from "./exports.ts";
import type { Platform } from "./platform.ts";

/** What every handler receives besides its input. */
export type Call<Who = Actor | undefined> = {
  actor: Who;
  now: Date;
  today: string;
  ip: string;
  requestId: string;
  platform: Platform;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Sentences shown to the person with the result. */
  messages: string[];
};
/** The context of a read, in one read-only transaction. */
export type Context<Who = TenantActor> = Call<Who> & { db: Db };
/** The context of a write, with everything in one transaction. */
export type Doing<Who = TenantActor> = Context<Who> & {
  tx: Tx;
  doer: Doer;
  /** Runs after the commit, to update what only this process caches. */
  after(work: () => void): void;
};

/** The caller of an endpoint: undefined if unauthenticated, or the kinds of user its access admits. */
export type ActorOf<E extends Endpoint> = E["access"] extends "public"
  ? undefined
  : E["access"] extends { readonly kinds: readonly (infer Kind)[] }
    ? [Kind] extends ["admin"]
      ? OperatorActor
      : ["admin"] extends [Kind]
        ? Actor
        : TenantActor
    : E["access"] extends object
      ? TenantActor
      : Actor;

type IsRead<E extends Endpoint> = E extends { readonly reads: infer Reads }
  ? Reads
  : E extends { readonly method: "GET" }
    ? true
    : false;
type ContextOf<E extends Endpoint> = E extends { readonly as: "none" }
  ? Call<ActorOf<E>>
  : IsRead<E> extends true
    ? Context<ActorOf<E>>
    : Doing<ActorOf<E>>;

/**
 * A file answer. A file that takes long to make, or of unbounded size, is a function, called after the transaction: what
 * waits for its turn holds no connection.
 */
export type FileAnswer = { file: Buffer | (() => Promise<Buffer | Download>); name: string };

/**
 * A result, or a refusal that keeps what was written, such as the count of a wrong code; a thrown refusal undoes it.
 */
type Reply<E extends Endpoint> = AppError | (E extends { readonly file: string } ? FileAnswer : ResultOf<E>);
type Eventually<T> = T | Promise<T>;
type Handler<E extends Endpoint> = (context: ContextOf<E>, input: InputOf<E>) => Eventually<Reply<E>>;

type Transactionless = Endpoint & { readonly as: "none" };
type AnyHandler = (context: Call<unknown>, input: unknown, prepared: unknown) => unknown;
export type Route = {
  readonly endpoint: Endpoint;
  /** A call runs in at most one transaction; the other two kinds cannot run inside one. */
  readonly kind: "call" | "stream" | "outside";
  /** Runs before the transaction, for its handler. */
  readonly prepare?: AnyHandler;
  readonly handler: AnyHandler;
};

/**
 * Erases a handler's types, so that all routes fit into one list. The only unchecked cast: `mount` gives each handler
 * the actor, transaction and input its endpoint states.
 */
const anyOf = (handler: (context: never, input: never, prepared: never) => unknown) => handler as AnyHandler;

/** Binds an endpoint to its handler, run in the one transaction the endpoint asks for. */
export const answer = <E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  kind: "call",
  handler: anyOf(handler),
});

/**
 * Like `answer`, for a write that first hashes, calls an outside system or counts a try, and for a read that needs what
 * only another role may see: `prepare` does so before the transaction opens, so that a call never holds two
 * connections, and its result is passed to the handler.
 */
export const answerPrepared = <E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (call: Call<ActorOf<E>>, input: InputOf<E>) => Promise<Prepared>,
  handler: (context: ContextOf<E>, input: InputOf<E>, prepared: Prepared) => Eventually<Reply<E>>,
): Route => ({ endpoint, kind: "call", prepare: anyOf(prepare), handler: anyOf(handler) });

/** Keeps the connection open and writes to it until it closes. */
export const answerStream = <E extends Transactionless>(
  endpoint: E,
  handler: (call: Call<ActorOf<E>>, input: InputOf<E>) => Promise<void>,
): Route => ({ endpoint, kind: "stream", handler: anyOf(handler) });

/**
 * For the steps of signing in, which hash passwords and call providers between several transactions of their own. May
 * send the answer itself where a protocol dictates its form.
 */
export const answerOutside = <E extends Transactionless>(
  endpoint: E,
  handler: (call: Call<ActorOf<E>>, input: InputOf<E>) => Promise<ResultOf<E> | FastifyReply>,
): Route => ({ endpoint, kind: "outside", handler: anyOf(handler) });
