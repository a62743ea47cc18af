import type { Clock } from "./clock.ts";
import type { Store } from "./store.ts";

export type SimRequest = {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** JSON with the first letter of each key in lower case, or the fields of a form. */
  body: Record<string, any>;
};

export type SimReply = { status: number; headers?: Record<string, string>; body?: unknown };

export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  /** Such as `/customers/:id`. */
  path: string;
  answer(request: SimRequest): SimReply;
};

/** An outside system: its answers, its own background work, and the acts of people on its side. */
export type Vendor = {
  routes: Route[];
  /** Answers unknown paths. */
  notFound(request: SimRequest): SimReply;
  /** Runs before each route; a reply ends the request. */
  guard?(request: SimRequest): SimReply | undefined;
  /** Adds the headers that every answer of this system carries. */
  dress?(request: SimRequest, reply: SimReply): SimReply;
  act?(body: Record<string, any>): unknown;
  /** Returns headers that sign a webhook's body; `url` is the vendor's own address. */
  signWebhook?(body: string, url: string): Record<string, string>;
  seed?(body: Record<string, any>): unknown;
  /** Handles control-plane calls that only this vendor has. */
  control?(request: SimRequest): SimReply | undefined;
};

export type VendorContext = {
  store: Store;
  clock: Clock;
  emit(event: Record<string, unknown>): void;
  registerWebhook(url: string): void;
};

/** A reply thrown from deep inside a rule. Must be thrown before anything is put. */
export class Refused extends Error {
  readonly reply: SimReply;
  constructor(reply: SimReply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}

/** Reads `CompanyProfile` as `companyProfile`, since official samples mix both. */
export function lowerKeys(value: unknown): any {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.charAt(0).toLowerCase() + key.slice(1), lowerKeys(inner)]),
  );
}
