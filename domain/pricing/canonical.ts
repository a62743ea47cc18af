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

export type Difference = { path: string; before: string | null; after: string | null };

/** Where two promises differ, for telling a person what moved meanwhile: `chargeNow.net.minor`, `"1000"`, `"1100"`. */
export function differences(before: Proposal, after: Proposal): Difference[] {
  return compare("", promiseOf(before), promiseOf(after));
}

function compare(path: string, before: unknown, after: unknown): Difference[] {
  if (isBranch(before) && isBranch(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => compare(path ? `${path}.${key}` : key, before[key], after[key]));
  }
  const [old, present] = [textOf(before), textOf(after)];
  return old === present ? [] : [{ path, before: old, after: present }];
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : typeof value === "string" || typeof value === "bigint"
      ? String(value)
      : stringify(value);
