import type { Readable } from "node:stream";
import type { Endpoint, InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Doer } from "./activity.store.ts";
import type { Actor, OperatorActor, TenantActor } from "./actor.ts";
import type { AppError } from "./app-error.ts";
import type { Db, Tx } from "./db.ts";
import type { Platform } from "./platform.ts";

/** What every handler gets besides its input. */
export type Call<Who = Actor | undefined> = {
  actor: Who;
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
/** A handler that reads: in one read-only transaction. */
export type Context<Who = TenantActor> = Call<Who> & { db: Db };
/** A handler that changes things: everything in its one transaction. */
export type Doing<Who = TenantActor> = Context<Who> & {
  tx: Tx;
  doer: Doer;
  /** Runs when the transaction has committed, for what this process alone keeps of what it changed. */
  after(work: () => void): void;
};

/** Who calls an endpoint: nobody known, or the kinds of user its access lets in. */
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

/** A file as an answer. One of any size is a stream, which reads over a connection of its own. */
export type FileAnswer = { file: Readable | Buffer; name: string };

/** A result, or a refusal that keeps what was written, such as the count of a wrong code. One that is thrown undoes it. */
type Reply<E extends Endpoint> = AppError | (E extends { readonly file: string } ? FileAnswer : ResultOf<E>);
type Eventually<T> = T | Promise<T>;
type Handler<E extends Endpoint> = (context: ContextOf<E>, input: InputOf<E>) => Eventually<Reply<E>>;

type Transactionless = Endpoint & { readonly as: "none" };
type Write<E extends Endpoint> = IsRead<E> extends false ? E : never;

type AnyHandler = (context: Call<unknown>, input: unknown, prepared: unknown) => unknown;
export type Route = {
  readonly endpoint: Endpoint;
  /** How it is answered: by a call in at most one transaction, or in one of the two ways that no transaction can hold. */
  readonly kind: "call" | "stream" | "outside";
  /** What is done before the transaction, for its handler. */
  readonly prepare?: AnyHandler;
  readonly handler: AnyHandler;
};

/**
 * Forgets whom a handler is for, so that all of them fit into one list. The one place where the compiler takes our word:
 * `mount` gives each handler the actor, the transaction and the input that its own endpoint states.
 */
const anyOf = (handler: (context: never, input: never, prepared: never) => unknown) => handler as AnyHandler;

/** Ties an endpoint to what answers it, in the one transaction that the endpoint asks for. */
export const answer = <E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  kind: "call",
  handler: anyOf(handler),
});

/**
 * As `answer`, for a write that first hashes, calls somebody outside or counts a try: `prepare` does so before the
 * transaction is open, and what it returns is the handler's.
 */
export const answerPrepared = <E extends Endpoint, Prepared>(
  endpoint: E & Write<E>,
  prepare: (call: Call<ActorOf<E>>, input: InputOf<E>) => Promise<Prepared>,
  handler: (doing: Doing<ActorOf<E>>, input: InputOf<E>, prepared: Prepared) => Eventually<Reply<E>>,
): Route => ({ endpoint, kind: "call", prepare: anyOf(prepare), handler: anyOf(handler) });

/** Keeps the connection and writes to it as long as it is open. */
export const answerStream = <E extends Transactionless>(
  endpoint: E,
  handler: (call: Call<ActorOf<E>>, input: InputOf<E>) => Promise<void>,
): Route => ({ endpoint, kind: "stream", handler: anyOf(handler) });

/**
 * For the steps of signing in, which hash passwords and ask providers between several transactions of their own. May
 * send an answer itself where a protocol says how it looks.
 */
export const answerOutside = <E extends Transactionless>(
  endpoint: E,
  handler: (call: Call<ActorOf<E>>, input: InputOf<E>) => Promise<ResultOf<E> | FastifyReply>,
): Route => ({ endpoint, kind: "outside", handler: anyOf(handler) });
