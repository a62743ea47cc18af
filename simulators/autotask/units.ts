/** Units of a line of a contract: rows by time, which adjustments and posting split. New rows have no number yet: 0. */
import type { Row } from "./filters.ts";

const startOf = (day: string) => `${day.slice(0, 10)}T00:00:00`;

function withUnits(row: Row, units: number): Row {
  const each = (amount: unknown) => (row["units"] > 0 ? Number(amount ?? 0) / row["units"] : 0);
  return { ...row, units, price: each(row["price"]) * units, cost: each(row["cost"]) * units };
}

/** The rows after units were added or taken away from a day on, or why that cannot be. */
export function adjusted(rows: readonly Row[], change: number, effectiveDate: string): Row[] | string {
  const day = effectiveDate.slice(0, 10);
  const sorted = rows.toSorted((a, b) => (a["startDate"] < b["startDate"] ? -1 : 1));
  // A row may end on the day on which the next begins, which then holds.
  const at = sorted.findLastIndex(({ startDate }) => startDate.slice(0, 10) <= day);
  const held = sorted[at];
  if (!held || held["endDate"].slice(0, 10) < day) return "The effectiveDate must lie within the contract.";
  const from = sorted.slice(at);
  if (from.some(({ approveAndPostDate }) => approveAndPostDate))
    return "Unable to make changes as it would result in the deletion/modification of an already approved and posted contract period";
  if (from.some(({ units }) => units + change < 0)) return "The number of units cannot be less than zero.";
  const changed = from.map((row) => withUnits(row, row["units"] + change));
  if (held["startDate"].slice(0, 10) === day) return [...sorted.slice(0, at), ...changed];
  const [first, ...later] = changed;
  return [
    ...sorted.slice(0, at),
    { ...held, endDate: startOf(day) },
    { ...first!, id: 0, startDate: startOf(day) },
    ...later,
  ];
}

/** The rows after one costs another price in every period that is not posted. */
export const repriced = (rows: readonly Row[], price: number): Row[] =>
  rows.map((row) => (row["approveAndPostDate"] ? row : { ...row, price: row["units"] * price }));

/** The rows after everything up to a day, inclusive, was approved and posted. */
export function postedUntil(rows: readonly Row[], until: string, at: string): Row[] {
  return rows.flatMap((row) => {
    if (row["startDate"].slice(0, 10) > until) return [row];
    if (row["endDate"].slice(0, 10) <= until) return [{ ...row, approveAndPostDate: at }];
    const next = new Date(`${until}T00:00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    return [
      { ...row, endDate: startOf(until), approveAndPostDate: at },
      { ...row, id: 0, startDate: startOf(next.toISOString()) },
    ];
  });
}
