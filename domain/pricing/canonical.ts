import type { Proposal } from "./pricing-types.ts";

/**
 * Returns a proposal's promise as canonical text for the server to hash: keys sorted, amounts as digits. Leaves out
 * instants, which move with the clock while the promise stays the same, findings, since fixing one must not void it, except
 * for how much is there, and attributes, which come with the order itself. Everything that a day or a price changes is
 * included.
 */
export const canonical = (proposal: Proposal): string => canonicalText(promiseOf(proposal));

function promiseOf(proposal: Proposal): unknown {
  const { chargeRows, chargeNow, upcoming, margins, marginTotal, subscriptions, findings } = proposal;
  return {
    chargeRows,
    chargeNow,
    upcoming,
    margins,
    marginTotal,
    inStock: findings.flatMap((each) => (each.code === "backordered" ? [[each.key, each.inStock]] : [])),
    subscriptions: subscriptions.map(({ lots, dispatchedAt: _dispatchedAt, attributes: _attributes, ...rest }) => ({
      ...rest,
      lots: lots.map((lot) => lot.quantity),
    })),
  };
}

/** Writes a value as text, the same for the same value: keys sorted, whole numbers of any size as digits. */
export function canonicalText(value: unknown): string {
  if (typeof value === "bigint") return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalText(each)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
