/** What is written into a PSA, a line at a time, and how each ended. */

/** The reports from which lines are written. */
export const psaReports = ["movement", "reconciliation", "azure"] as const;
export type PsaReport = (typeof psaReports)[number];

/** `Changed` says that the PSA had something else than was seen, and was left alone. */
export const writeStates = ["New", "Done", "Refused", "Changed"] as const;
export type WriteState = (typeof writeStates)[number];

export const selections = ["all", "selected", "notSelected"] as const;
export type Selection = (typeof selections)[number];

/** The rows of a report that a filter shows. */
export const ofSelection = <T extends { readonly selected: boolean }>(rows: readonly T[], shown: Selection): T[] =>
  rows.filter(({ selected }) => shown === "all" || selected === (shown === "selected"));
