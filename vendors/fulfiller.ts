/** What the portal needs from whoever provides a service: a vendor's system or our own people. */

/** A customer as a provider needs to know it. */
export type FulfilCustomer = {
  id: string;
  name: string;
  domain: string | null;
  address: {
    line1: string;
    line2: string | null;
    city: string;
    region: string | null;
    postcode: string;
    country: string;
  } | null;
  contact: { firstName: string; lastName: string; email: string; phone: string | null } | null;
  /** The customer's number at this provider (Microsoft tenant, Acronis tenant), once known. */
  tenantRef: string | null;
};

/** One thing to have: `key` is our subscription id, `vendorRef` the provider's own number for it, once known. */
export type FulfilLine = {
  key: string;
  vendorRef: string | null;
  /** The provider's number of the offer: `product:sku:availability` at Microsoft, an offering item at Acronis. */
  offerRef: string;
  name: string;
  quantity: number;
  term: "P1M" | "P1Y" | "P3Y" | "none";
  billing: "monthly" | "annual" | "triennial" | "once";
};

/** What should happen at the end of the running term (our intent, re-applied when the provider loses it). */
export type TermEnd = {
  outcome: "renew" | "cancel";
  offerRef: string;
  quantity: number;
  term: FulfilLine["term"];
  billing: FulfilLine["billing"];
};

/** A piece of work for a provider. `key` is our order's id: the same key never makes a second thing. */
export type FulfilTask = {
  key: string;
  customer: FulfilCustomer;
  /** Answers of the journey that the provider needs, by name. */
  details: Record<string, unknown>;
} & (
  | { kind: "add"; lines: FulfilLine[] }
  /** Targets, never deltas: the quantity each line shall have. */
  | { kind: "change"; lines: FulfilLine[] }
  | { kind: "schedule"; lines: (FulfilLine & { termEnd: TermEnd })[] }
  | { kind: "cancel" | "suspend" | "resume"; lines: FulfilLine[] }
  /** Only `details` are to become as given; quantities stay. */
  | { kind: "details"; lines: FulfilLine[] }
);

/** What earlier rounds learnt, kept by the worker between rounds (cart, order, tenant numbers). */
export type Memo = Record<string, string>;

export type Outcome =
  /** Not there yet: ask again. `estimatedCompletion` is an ISO date where the provider gives one. */
  | { state: "queued" | "working"; memo: Memo; message: string; estimatedCompletion?: string }
  | { state: "done"; memo: Memo; tenantRef: string | null; lines: { key: string; vendorRef: string }[] }
  /** The provider refuses. `reason` is plain words for the reseller; retrying the same task is safe and may work once its cause is gone. */
  | { state: "failed"; memo: Memo; code: string; reason: string };

/**
 * Looks before acting, acts with the task's key, then observes; called again with what it learnt until done or failed.
 * Safe to repeat at any moment: after a crash, a lost answer or a duplicate, the same task ends in the same state
 * with exactly one thing at the provider. Throws `ProviderUnavailable` when the provider cannot be reached or
 * asks to wait; the worker then comes back with a growing delay.
 */
export type Fulfiller = { fulfil(task: FulfilTask, memo: Memo): Promise<Outcome> };

/** The provider did not answer, answered 5xx, or asked to wait (`retryAfterMs`). Nothing is known about the work. */
export class ProviderUnavailable extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = "ProviderUnavailable";
    this.retryAfterMs = options.retryAfterMs;
  }
}
