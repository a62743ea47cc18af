import type { DebtorNote } from "@tradewind/contract/billing/debtors.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { Card } from "../../ui/page.tsx";

const titleOf = ({ Kind, PromisedOn }: DebtorNote): string | null => {
  if (Kind === "note") return null;
  if (Kind === "limit") return "Credit limit changed";
  return PromisedOn === null ? "Promises no longer to pay" : `Promised to pay on ${formatDate(PromisedOn)}`;
};

/** What staff wrote about a debtor, newest first. */
export function DebtorNotes({ notes }: { notes: readonly DebtorNote[] }) {
  return (
    <Card title="Notes of staff" about="The reseller does not see them.">
      {notes.length === 0 ? (
        <p className="text-muted">Nothing was written yet.</p>
      ) : (
        <ul aria-label="Notes" className="grid gap-4">
          {notes.map((note) => (
            <li key={note.Id} className="grid gap-0.5 wrap-anywhere">
              {note.Kind !== "note" && <span className="font-medium">{titleOf(note)}</span>}
              <span className="whitespace-pre-wrap">{note.Text}</span>
              <span className="text-sm text-muted">
                {note.By}, {formatDateTime(note.At)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
