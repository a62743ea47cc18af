import type { Proposal } from "./pricing-types.ts";

/**
 * The promise of a proposal as text that is the same for the same promise: keys sorted, amounts as digits. The server
 * hashes it. Instants are left out because they move with the clock while the promise stays, and findings because
 * curing one must not void it. What a day or a price changes is in it.
 */
export const canonical = (proposal: Proposal): string => stringify(promiseOf(proposal));

function promiseOf({ chargeRows, chargeNow, upcoming, margins, marginTotal, subscriptions }: Proposal): unknown {
  return {
    chargeRows,
    chargeNow,
    upcoming,
    margins,
    marginTotal,
    subscriptions: subscriptions.map(({ lots, dispatchedAt: _dispatchedAt, ...rest }) => ({
      ...rest,
      lots: lots.map((lot) => lot.quantity),
    })),
  };
}

function stringify(value: unknown): string {
  if (typeof value === "bigint") return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${stringify(each)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
