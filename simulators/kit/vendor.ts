import type { Clock } from "./clock.ts";
import type { Store } from "./store.ts";

export type SimRequest = {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** JSON with lower-case first letters in its keys, or the fields of a form. */
  body: Record<string, any>;
};

export type SimReply = { status: number; headers?: Record<string, string>; body?: unknown };

export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  /** As `/customers/:id`. */
  path: string;
  answer(request: SimRequest): SimReply;
};

/** One outside system: what it answers, what happens by itself, and what people do on its side. */
export type Vendor = {
  routes: Route[];
  /** Thrown replies and unknown paths come through here. */
  notFound(request: SimRequest): SimReply;
  /** Runs before each route; a reply ends the request. */
  guard?(request: SimRequest): SimReply | undefined;
  act?(body: Record<string, any>): unknown;
  /** Headers that sign a webhook's body; `url` is where the vendor listens. */
  signWebhook?(body: string, url: string): Record<string, string>;
  seed?(body: Record<string, any>): unknown;
  /** Calls of the control plane that only this vendor has. */
  control?(request: SimRequest): SimReply | undefined;
};

export type VendorContext = {
  store: Store;
  clock: Clock;
  emit(event: Record<string, unknown>): void;
  registerWebhook(url: string): void;
};

/** A reply thrown from deep inside a rule. Nothing may have been put before it. */
export class Refused extends Error {
  readonly reply: SimReply;
  constructor(reply: SimReply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}

/** Official samples mix `CompanyProfile` and `companyProfile`: both are read as the second. */
export function lowerKeys(value: unknown): any {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.charAt(0).toLowerCase() + key.slice(1), lowerKeys(inner)]),
  );
}
