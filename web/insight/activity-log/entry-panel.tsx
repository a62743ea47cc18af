import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { SidePanel } from "../../ui/dialog.tsx";
import type { LogEntry } from "./activity-log.queries.ts";
import { Outcome } from "./activity-words.tsx";

/** Shows all that one entry says. */
export function EntryPanel({ entry, onClose }: { entry: LogEntry; onClose: () => void }) {
  const facts = [
    { label: "What", value: entry.What },
    { label: "Outcome", value: <Outcome of={entry} /> },
    { label: "Who", value: entry.Who },
    { label: "On behalf of", value: entry.OnBehalfOf },
    { label: "When", value: formatDateTime(entry.At) },
    { label: "Log", value: entry.Company ?? "Operator" },
    { label: "Customer", value: entry.Customer },
    { label: "Address", value: entry.Address },
    { label: "Device", value: entry.Device },
    { label: "Action", value: entry.Action },
    { label: "Number", value: entry.Number?.toLocaleString("en-GB") ?? null },
    { label: "Reference", value: entry.Reference },
  ].filter(({ value }) => value !== null);
  return (
    <SidePanel title="Entry" onClose={onClose}>
      <dl className="grid gap-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="grid min-w-0 content-start">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </SidePanel>
  );
}
