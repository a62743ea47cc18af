import {
  dataSyncStatusOf,
  psaSyncStatusOf,
  type DataSyncStatus,
  type PsaSyncStatus,
  type Refresh,
} from "@tradewind/domain/psa/sync.ts";
import { StatusDot, type Tone } from "../../ui/status.tsx";

export const refreshWords: Readonly<Record<Refresh, string>> = {
  customers: "Customers",
  services: "Services",
  azureReport: "Azure report",
  productMovement: "Product movement",
  reconciliation: "Reconciliation",
  all: "Everything",
  contracts: "Contracts",
};

type Look = { label: string; tone: Tone };
const psaStatuses: Readonly<Record<PsaSyncStatus, Look>> = {
  New: { label: "New", tone: "information" },
  InProgress: { label: "In progress", tone: "information" },
  Completed: { label: "Completed", tone: "success" },
  Failed: { label: "Failed", tone: "fail" },
  Unknown: { label: "Unknown", tone: "disabled" },
};
const dataStatuses: Readonly<Record<DataSyncStatus, Look>> = {
  Running: { label: "Running", tone: "information" },
  Completed: { label: "Completed", tone: "success" },
  Failed: { label: "Failed", tone: "fail" },
  Canceled: { label: "Canceled", tone: "warning" },
  NotSynchronized: { label: "Not synchronised", tone: "disabled" },
  Unknown: { label: "Unknown", tone: "disabled" },
};

const Shown = ({ look: { label, tone } }: { look: Look }) => (
  <StatusDot tone={tone} moving={tone === "information"}>
    {label}
  </StatusDot>
);

/** Shows how a reading of the PSA stands; an absent status is unknown. */
export const PsaSyncState = ({ status }: { status: string | null | undefined }) => (
  <Shown look={psaStatuses[psaSyncStatusOf(status)]} />
);

/** Shows how what is kept of the PSA stands; an absent status is unknown. */
export const DataSyncState = ({ status }: { status: string | null | undefined }) => (
  <Shown look={dataStatuses[dataSyncStatusOf(status)]} />
);

const minute = 60_000;
/** An age in words, in whole minutes or hours. */
export function ageWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 1) return "less than a minute old";
  if (minutes < 60) return `${minutes} ${minutes === 1 ? "minute" : "minutes"} old`;
  const hours = Math.floor(minutes / 60);
  return `${hours} ${hours === 1 ? "hour" : "hours"} old`;
}
