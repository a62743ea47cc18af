import type { ThreadEntry } from "@tradewind/contract/support/ticket-parts.ts";
import type { Side } from "@tradewind/domain/support/tickets.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useState } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Badge } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { sizeWords } from "../../shared/sent-file.ts";
import { sideWords } from "./ticket-words.tsx";

type Download = (fileId: string, name: string) => Promise<void>;

/** Shows the thread, oldest first. Messages that arrive are announced. */
export function TicketThread({
  entries,
  reader,
  download,
}: {
  entries: readonly ThreadEntry[];
  reader: Side;
  download: Download;
}) {
  return (
    <div role="log" aria-label="Messages">
      <ol className="grid gap-4">
        {entries
          .filter(tells)
          .map((entry) =>
            entry.Kind === "state" ? (
              <StateLine key={entry.Id} entry={entry} />
            ) : (
              <Message key={entry.Id} entry={entry} reader={reader} download={download} />
            ),
          )}
      </ol>
    </div>
  );
}

/** Leaves out state changes that a message implies (opened, answered, reopened); solving and closing get a line. */
const tells = (entry: ThreadEntry, at: number, all: readonly ThreadEntry[]): boolean =>
  entry.State === null ||
  entry.State === "Solved" ||
  entry.State === "Closed" ||
  !all.some((other) => other.Kind === "message" && other.At === entry.At && other.Who === entry.Who);

const stateIcons: Partial<Record<string, IconName>> = { Solved: "checkCircle", Closed: "none" };
const stateLines: Partial<Record<string, string>> = {
  New: "opened the ticket",
  Open: "set it to Open",
  "Waiting for you": "asked for an answer",
  Solved: "marked it as solved",
  Closed: "closed it",
};

const StateLine = ({ entry }: { entry: ThreadEntry }) => (
  <li className="flex items-center gap-2 pl-2.5 text-sm text-muted max-md:pl-1">
    <Icon name={stateIcons[entry.State ?? ""] ?? "clock"} size={14} />
    <span className="min-w-0 wrap-anywhere">
      {entry.Who} {stateLines[entry.State ?? ""]} · <time dateTime={entry.At}>{formatDateTime(entry.At)}</time>
    </span>
  </li>
);

const initialsOf = (name: string) =>
  name
    .split(" ")
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

function Message({ entry, reader, download }: { entry: ThreadEntry; reader: Side; download: Download }) {
  const note = entry.Kind === "note";
  const other = entry.Side !== reader && entry.Side !== null && entry.Side !== "customer";
  return (
    <li className="flex gap-3 max-md:gap-2">
      <span
        aria-hidden="true"
        className={cx(
          "mt-1 grid size-9 shrink-0 place-items-center rounded-full text-sm font-semibold max-md:size-7 max-md:text-xs",
          other ? "bg-accent text-on-accent" : "bg-sunken text-muted",
        )}
      >
        {initialsOf(entry.Who)}
      </span>
      <article
        className={cx(
          "grid min-w-0 flex-1 gap-2 rounded-card border px-4 py-3",
          note ? "border-warning/30 bg-warning-soft" : "border-line bg-surface",
        )}
      >
        <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{entry.Mine ? `${entry.Who} (you)` : entry.Who}</span>
          {entry.Side && (
            <Badge tone={entry.Side === "operator" ? "accent" : "disabled"}>{sideWords[entry.Side]}</Badge>
          )}
          {note && <span className="text-sm font-medium">Internal note</span>}
          {entry.Audience === "partner" && <Badge tone="information">Not shown to the customer</Badge>}
          <time dateTime={entry.At} className={cx("text-sm", note ? "text-ink" : "text-muted")}>
            {formatDateTime(entry.At)}
          </time>
        </header>
        <p className="wrap-anywhere whitespace-pre-wrap">{entry.Text}</p>
        {entry.Files.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="Files">
            {entry.Files.map((file) => (
              <li key={file.Id} className="max-w-full">
                <FileButton file={file} download={download} />
              </li>
            ))}
          </ul>
        )}
      </article>
    </li>
  );
}

function FileButton({ file, download }: { file: ThreadEntry["Files"][number]; download: Download }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await download(file.Id, file.Name).catch((fault: unknown) => {
      const { message, reference } = asApiError(fault);
      toast(message, { kind: "problem", reference });
    });
    setBusy(false);
  };
  if (file.Scan === "waiting" || file.Scan === "infected")
    return (
      <span className="flex min-h-8 max-w-full flex-wrap items-center gap-x-2 rounded-control border border-line bg-sunken px-2.5 text-sm text-muted max-md:min-h-10">
        <Icon name={file.Scan === "waiting" ? "clock" : "alert"} size={14} />
        <span className="truncate">{file.Name}</span>
        <span>{file.Scan === "waiting" ? "Being checked for viruses" : "Removed: a virus was found"}</span>
      </span>
    );
  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => void press()}
      className="flex min-h-8 max-w-full items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-sm hover:bg-sunken max-md:min-h-10"
    >
      <Icon name="download" size={14} className="text-muted" />
      <span className="truncate">{file.Name}</span>
      <span className="figures shrink-0 text-muted">{sizeWords(file.Size)}</span>
    </button>
  );
}
