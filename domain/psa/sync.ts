/** Which systems there are for professional services, what is read from them, and how that stands. */

/** The numbers by which the specification knows them. */
export const psaTypes = { autoTask: 1, connectWise: 6 } as const;
export type PsaType = (typeof psaTypes)[keyof typeof psaTypes];
export const psaNames: Readonly<Record<PsaType, string>> = { 1: "Autotask", 6: "ConnectWise" };

/** What can be read anew, each by a call of its own. */
export const refreshes = [
  "customers",
  "services",
  "azureReport",
  "productMovement",
  "reconciliation",
  "all",
  "contracts",
] as const;
export type Refresh = (typeof refreshes)[number];
export const triggers = ["Manual", "Scheduled", "PageLoad"] as const;
export type Trigger = (typeof triggers)[number];

export const parts = ["companies", "products", "agreements", "lines", "charges"] as const;
export type Part = (typeof parts)[number];
/** What each of them reads at the PSA, in this order. */
export const partsOf: Readonly<Record<Refresh, readonly Part[]>> = {
  customers: ["companies"],
  services: ["products"],
  azureReport: ["agreements", "charges"],
  productMovement: ["agreements", "lines"],
  reconciliation: ["agreements", "lines"],
  all: parts,
  contracts: ["agreements"],
};

/** Milliseconds after which something is read whole again: what was deleted is seen only then. */
export const wholeAfter = 24 * 3_600_000;
/** Milliseconds by which clocks of both sides may differ: what changed in them is read twice. */
export const clocksApart = 10 * 60_000;

/** From when on the last reading of a kind to its end began, and the last one that was whole. */
export type LastRead = { kind: Refresh; readFrom: number | null; wholeFrom: number | null };

/**
 * Since when changes of a part are enough; null if it has to be read whole: at least once a day, after the settings
 * changed, and whenever a person asks for it.
 */
export function changesSince(
  part: Part,
  reads: readonly LastRead[],
  { settingsAt, trigger, now }: { settingsAt: number; trigger: Trigger; now: number },
): number | null {
  const latest = (of: (read: LastRead) => number | null) =>
    Math.max(0, ...reads.filter(({ kind }) => partsOf[kind].includes(part)).map((read) => of(read) ?? 0));
  const whole = latest(({ wholeFrom }) => wholeFrom);
  if (trigger === "Manual" || whole <= settingsAt || now - whole >= wholeAfter) return null;
  return latest(({ readFrom }) => readFrom) - clocksApart;
}

export const psaSyncStatuses = ["New", "Completed", "Failed", "InProgress", "Unknown"] as const;
export type PsaSyncStatus = (typeof psaSyncStatuses)[number];
export const dataSyncStatuses = ["Running", "Failed", "Completed", "Canceled", "NotSynchronized", "Unknown"] as const;
export type DataSyncStatus = (typeof dataSyncStatuses)[number];
/** How a sync of ours stands. */
export const syncStates = ["New", "InProgress", "Completed", "Failed", "Canceled"] as const;
export type SyncState = (typeof syncStates)[number];

const isOneOf = <T extends string>(all: readonly T[], status: string): status is T =>
  (all as readonly string[]).includes(status);

/** An absent status, or one that we do not know, is unknown. */
export const psaSyncStatusOf = (status: string | null | undefined): PsaSyncStatus =>
  status != null && isOneOf(psaSyncStatuses, status) ? status : "Unknown";
export const dataSyncStatusOf = (status: string | null | undefined): DataSyncStatus =>
  status != null && isOneOf(dataSyncStatuses, status) ? status : "Unknown";

export const isUnderWay = (status: string | null | undefined): boolean => status === "New" || status === "InProgress";

/** What the status of data is while a sync stands so; undefined if there never was one. */
export function dataSyncOf(state: SyncState | undefined): DataSyncStatus {
  if (state === undefined) return "NotSynchronized";
  return state === "New" || state === "InProgress" ? "Running" : state;
}

/** How a PSA was synchronised, out of how its data are: what was never read, or not to its end, is not known. */
export function psaSyncOf(status: DataSyncStatus): PsaSyncStatus {
  if (status === "Running") return "InProgress";
  return status === "Completed" || status === "Failed" ? status : "Unknown";
}

/** Milliseconds for which what was read from a PSA is good. */
export const cacheLifetime = 4 * 3_600_000;
/** The share of that time after which it is read anew. */
export const expiryFactor = 0.75;
/** Milliseconds between two looks whether a sync has ended. */
export const syncCheck = 30_000;

/** Whether what was read at a moment, both in milliseconds, is about to be too old; never read counts as too old. */
export const isExpiring = (readAt: number | null, now: number): boolean =>
  readAt === null || now - readAt > expiryFactor * cacheLifetime;
