/** The shape of an endpoint: plain data read by the server, the portal, the API description and the generated tests. */
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import type { Access } from "@tradewind/domain/values/permissions.ts";
import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The database role for a call's one transaction. `caller`, the default, is the caller's reseller within their
 * restriction, the operator for its own staff, and `identity` for people who are not signed in yet. `identity` reads
 * and writes logins, which no reseller's role may do. `none` opens no transaction: the session and the settings are
 * enough to answer.
 */
export type DatabaseRole = "caller" | "identity" | "operator" | "none";

type Schema = z.ZodMiniType;
type ObjectSchema = z.ZodMiniObject;

export type Endpoint = {
  readonly method: Method;
  /**
   * Path with `:name` parameters, under `/api`, `/api/auth` or `/api/marketplace`: the three hosts of the
   * specification.
   */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** Who may call: `public` needs no token; any one of the rights is enough (ACL-05). */
  readonly access: Access;
  /** Feature flag that must be on; if it is off, the endpoint answers 404. */
  readonly flag?: string;
  readonly as?: DatabaseRole;
  /** Marks a call that changes nothing although its method suggests otherwise. */
  readonly reads?: boolean;
  /** Marks a read that adds up many rows, such as the numbers above a list. */
  readonly sums?: true;
  /**
   * Why a write takes no `Idempotency-Key`, as printed in the API description. Every other write takes one and repeats
   * its first answer when called again.
   */
  readonly keyless?: string;
  /**
   * Action of the entry that the call leaves in the activity log, or the several it may; `services.*` for one of the
   * offer's own. Every write and every file states it, or in `unlogged` why it leaves none. A refusal leaves one too.
   */
  readonly logs?: string | readonly string[];
  readonly unlogged?: string;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly body?: Schema;
  /** `form` for the token endpoint; JSON otherwise. */
  readonly encoding?: "form";
  /** Media type if the answer is a file without the envelope. */
  readonly file?:
    | "application/pdf"
    | "application/xml"
    | "text/csv"
    | "text/event-stream"
    | "application/octet-stream"
    | "application/json"
    | "application/x-ndjson";
  /** A larger body than the usual ones (`mostBytes` below). */
  readonly largestBody?: { readonly bytes: number; readonly because: string };
  readonly result: Schema;
  /** Codes this endpoint can answer besides the general ones. */
  readonly errors?: readonly ErrorCode[];
  /**
   * Whether the person must have proved who they are within the last minutes of their session, as for every change to a
   * way to sign in; otherwise why not, as printed in the API description. Each write of the access area says so.
   */
  readonly proof?: "fresh" | { readonly none: string };
  /** False if staff may not do this in a person's session: credentials, sessions, payments, agreements. */
  readonly jump?: false;
  /** False if API tokens may not call it although its area has a scope (`scopeOf` in `scopes.ts`). */
  readonly tokens?: false;
};

/** Defines an endpoint and keeps its literal types for handlers and callers. */
export const endpoint = <const E extends Endpoint>(
  definition: E & { readonly [K in Exclude<keyof E, keyof Endpoint>]: never },
): E => definition;

/**
 * The largest body of a call in bytes: less from strangers, more where the endpoint says why. Beyond the usual size only
 * its texts may be long, because what it costs to read grows with the number of values.
 */
export const usualBody = 100_000;
export const mostBytes = ({ access, largestBody }: Pick<Endpoint, "access" | "largestBody">): number =>
  largestBody?.bytes ?? (access === "public" ? 32_000 : usualBody);

export const isRead = ({ method, reads }: Pick<Endpoint, "method" | "reads">): boolean => reads ?? method === "GET";
/** Whether a read covers many rows: a page of a list, a file of rows or sums. It may be answered by a replica. */
export const isWide = (each: Pick<Endpoint, "sums" | "file" | "query">): boolean =>
  each.sums === true || each.file === "text/csv" || (each.query !== undefined && "After" in each.query.shape);
export const takesKey = (each: Pick<Endpoint, "method" | "reads" | "keyless">): boolean =>
  !isRead(each) && each.keyless === undefined;

type Out<S> = S extends Schema ? z.output<S> : undefined;
type In<S> = S extends Schema ? z.input<S> : undefined;
type Given<T> = {
  [K in keyof T as T[K] extends undefined ? never : {} extends T[K] ? never : K]: T[K];
} & { [K in keyof T as T[K] extends undefined ? never : {} extends T[K] ? K : never]?: T[K] };

type Parts<P, Q, B> = { readonly method: Method; readonly params?: P; readonly query?: Q; readonly body?: B };

/** Input of a handler, after validation. */
export type InputOf<E> =
  E extends Parts<infer P, infer Q, infer B> ? { params: Out<P>; query: Out<Q>; body: Out<B> } : never;
/** Input from a caller, before validation. */
export type SentOf<E> =
  E extends Parts<infer P, infer Q, infer B> ? Given<{ params: In<P>; query: In<Q>; body: In<B> }> : never;
export type ResultOf<E> = E extends { readonly result: infer R extends Schema } ? z.output<R> : never;

/** The envelope around every answer (API-01). */
export type Envelope<Result> = {
  Succeed: boolean;
  /** A code from the error catalogue, or null. */
  Error: string | null;
  /** Messages by the wire name of their field; those about an email address are in `EmailErrors` as well. */
  Errors: Record<string, string> | null;
  Messages: string[];
  /** `Reference` is the request's number for support. */
  Labels: Record<string, string> | null;
  Resources: Record<string, unknown> | null;
  Result: Result | null;
};

export const id = z.guid();
/** An amount of money: whole minor units as text, and the currency. */
export const money = z.object({ Minor: z.string().check(z.regex(/^-?\d{1,18}$/)), Currency: z.enum(currencies) });
export type WireMoney = z.output<typeof money>;
/** A calendar date `yyyy-MM-dd`. */
export const day = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));
/** At the end of which day something is asked for, and as it was known at the end of which. */
export const asOfDays = z.strictObject({
  On: day.check(z.refine(isCalendarDate, "Must be a date")),
  KnownOn: day.check(z.refine(isCalendarDate, "Must be a date")),
});
export type AsOfDays = z.output<typeof asOfDays>;
/** An instant in UTC, ISO 8601. */
export const instant = z.string();
/** Opaque key of a page's last row. */
export const cursor = z.optional(
  z
    .string()
    .check(
      z.maxLength(600, { error: () => messages.pageKey }),
      z.regex(/^[A-Za-z0-9_-]+$/, { error: () => messages.pageKey }),
    ),
);
