import { activityKindNames, activityOutcomes, type ActivityKind } from "@tradewind/domain/insight/activity-log.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { Icon } from "../../ui/icon.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import type { LogEntry, LogState } from "./activity-log.queries.ts";

const kindWords: Record<ActivityKind, string> = {
  signIn: "Signing in and sessions",
  credentials: "Passwords and factors",
  people: "People and rights",
  customers: "Customers",
  orders: "Orders and services",
  billing: "Billing and agreements",
  settings: "Settings",
  support: "Support",
  exports: "Downloads and exports",
};
export const kindChoices = activityKindNames.map((value) => ({ value, label: kindWords[value] }));

const outcomeWords: Record<LogEntry["Outcome"], { label: string; tone: Tone }> = {
  done: { label: "Done", tone: "success" },
  refused: { label: "Refused", tone: "warning" },
  failed: { label: "Failed", tone: "fail" },
};
export const outcomeChoices = activityOutcomes.map((value) => ({ value, label: outcomeWords[value].label }));

export const Outcome = ({ of: { Outcome: outcome } }: { of: LogEntry }) => (
  <StatusDot tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</StatusDot>
);

const count = (number: number) => number.toLocaleString("en-GB");

/** How far a log is sealed and signed, in a sentence. */
export function SealState({ state: { Sealed, Waiting, Root, Late } }: { state: LogState }) {
  const waiting = Waiting > 0 ? `, ${count(Waiting)} waiting` : "";
  const sealed = `${count(Sealed)} ${Sealed === 1 ? "entry" : "entries"} sealed${waiting}`;
  return (
    <span className="figures inline-flex flex-wrap items-center gap-x-2" role="status">
      {!Root ? (
        `${sealed}. Not signed yet: that happens once a day.`
      ) : Late ? (
        <>
          <StatusDot tone="warning">Not signed since {formatDate(Root.Day)}</StatusDot>
          <span>Entries after {count(Root.Number)} are not verified. Please tell the operator.</span>
        </>
      ) : (
        <>
          <StatusDot tone="success">
            Verified through entry {count(Root.Number)}, {formatDate(Root.Day)}
          </StatusDot>
          <span className="max-md:hidden" aria-hidden>
            ·
          </span>
          <span>{sealed}</span>
        </>
      )}
    </span>
  );
}

/** The columns of a log; the operator's names the company. */
export const logColumns = (everybodys: boolean): readonly Column<LogEntry>[] => [
  {
    id: "what",
    header: "What",
    twoLines: true,
    width: "minmax(240px, 4fr)",
    cell: (row) => row.What,
  },
  {
    id: "who",
    header: "Who",
    width: "minmax(150px, 1.5fr)",
    card: "line",
    cell: (row) => (
      <span className="truncate">
        {row.Who}
        {row.OnBehalfOf && <span className="text-muted"> for {row.OnBehalfOf}</span>}
        {row.Device?.startsWith("API token ") && <span className="text-muted"> by {row.Device}</span>}
      </span>
    ),
  },
  ...(everybodys
    ? [
        {
          id: "company",
          header: "Company",
          width: "minmax(120px, 1fr)",
          card: "line" as const,
          cell: (row: LogEntry) => row.Company ?? <span className="text-muted max-md:sr-only">Operator</span>,
        },
      ]
    : []),
  {
    id: "customer",
    header: "Customer",
    width: "minmax(110px, 1fr)",
    from: "wide",
    quiet: true,
    cell: (row) => row.Customer ?? "",
  },
  {
    id: "outcome",
    header: "Outcome",
    width: "110px",
    card: "line",
    // What was done needs no room on a phone's card.
    cell: (row) => (
      <span className={row.Outcome === "done" ? "flex max-md:sr-only" : "flex"}>
        <Outcome of={row} />
      </span>
    ),
  },
  { id: "address", header: "Address", width: "130px", from: "wide", quiet: true, cell: (row) => row.Address ?? "" },
  {
    id: "at",
    header: "When",
    width: "185px",
    align: "end",
    card: "line",
    quiet: true,
    cell: (row) => (
      <span className="figures inline-flex items-center gap-2 whitespace-nowrap">
        {formatDateTime(row.At)}
        <Icon name="chevronRight" size={14} />
      </span>
    ),
  },
];
