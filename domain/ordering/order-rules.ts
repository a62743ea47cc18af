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

/**
 * Why an order has to be asked for: always, beyond what is left of the month, because there is no price to count, or
 * because whoever orders for their own company is shown none.
 */
export const askReasons = ["byRequest", "overLimit", "unpriced", "unseen"] as const;
export type AskReason = (typeof askReasons)[number];

/** In pence or cents; `limit` of a month if there is one, and what was spent of it. */
export type Allowance = { mode: OrderMode; limit: bigint | null; spent: bigint };

/**
 * Returns why an order has to be asked for; null if it may be placed. What commits no money never has to. Nobody commits
 * their own company (`seesOwn` is then not null) to a price that they are not shown, whatever else they may.
 */
export function whyAsk(
  allowance: Allowance | undefined,
  { commits, amount }: Spend,
  seesOwn: boolean | null,
): AskReason | null {
  if (!commits) return null;
  if (allowance?.mode === "byRequest") return "byRequest";
  if (allowance?.mode === "limited") {
    if (amount === null) return "unpriced";
    if (allowance.spent + amount.minor > allowance.limit!) return "overLimit";
  }
  return seesOwn === false || (seesOwn && amount === null) ? "unseen" : null;
}
