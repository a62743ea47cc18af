/** Relationships in which a customer lets the partner look after its tenant, with some roles, for a time. */
import type { Instant } from "@tradewind/domain/values/dates.ts";

/** A role that can be asked for. `isEverything` may do anything, so that it needs a warning and never extends itself. */
export type AdminRole = { ref: string; name: string; about: string; isEverything?: true };

/** What a vendor's relationships can be like. */
export type AdminTerms = { roles: readonly AdminRole[]; mostDays: number; extendsByDays: number };

/** A vendor's no, in words for the reseller. */
type Refusal = { code: string; reason: string };

export type DelegatedAdmin = {
  /** Makes a relationship that waits for the customer's approval; the same key always leads to the same one. */
  request(asked: RelationshipAsked): Promise<{ ref: string; approvalUrl: string } | Refusal>;
  /** Tells how it stands, and has those of our people who look after tenants use it; undefined once the vendor dropped it. */
  look(ref: string): Promise<RelationshipSeen | undefined>;
  extendItself(ref: string, on: boolean): Promise<Refusal | undefined>;
  /** Ends it, or takes it back before it was approved. */
  end(ref: string): Promise<Refusal | undefined>;
};

export type RelationshipAsked = {
  key: string;
  customerName: string;
  tenantRef: string;
  roles: readonly string[];
  days: number;
  extendsItself: boolean;
};

export const relationshipStatuses = [
  "approvalPending",
  "activating",
  "active",
  "expiring",
  "expired",
  "terminating",
  "terminated",
] as const;

/** `status` is null if the vendor tells one that we do not know. */
export type RelationshipSeen = {
  status: (typeof relationshipStatuses)[number] | null;
  activatedAt: Instant | null;
  endsAt: Instant | null;
  extendsItself: boolean;
  /** Whether our people have its roles. */
  access: "none" | "pending" | "active";
};
