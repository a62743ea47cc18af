/** What may be ordered for a customer without asking, by who orders. */
import type { Spend } from "../pricing/spend.ts";
import type { UserKind } from "../values/permissions.ts";

/** The customer's own admins, and the reseller's people. */
export const orderRoles = ["admins", "colleagues"] as const;
export type OrderRole = (typeof orderRoles)[number];

/** Everything, up to an amount in a calendar month, or nothing that commits money. */
export const orderModes = ["freely", "limited", "byRequest"] as const;
export type OrderMode = (typeof orderModes)[number];

export const orderRoleOf = (kind: UserKind): OrderRole => (kind === "endUserAdmin" ? "admins" : "colleagues");

/** Why an order has to be asked for: always, beyond what is left of the month, or because there is no price to count. */
export const askReasons = ["byRequest", "overLimit", "unpriced"] as const;
export type AskReason = (typeof askReasons)[number];

/** In pence or cents; `limit` of a month if there is one, and what was spent of it. */
export type Allowance = { mode: OrderMode; limit: bigint | null; spent: bigint };

/** Returns why an order has to be asked for; null if it may be placed. What commits no money never has to. */
export function whyAsk({ mode, limit, spent }: Allowance, { commits, amount }: Spend): AskReason | null {
  if (mode === "freely" || !commits) return null;
  if (mode === "byRequest") return "byRequest";
  if (amount === null) return "unpriced";
  return spent + amount.minor > limit! ? "overLimit" : null;
}
