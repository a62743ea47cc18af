import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Timeline, type TimelineEntry } from "../../ui/timeline.tsx";

/** What is compared, in words; null where there was or is nothing. */
export type ThenAndNowRow = { key: string; label: string; before: string | null; after: string | null };

/** Puts what was said then beside what is said now, by label. */
export function rowsOf(before: readonly [string, string][], after: readonly [string, string][]): ThenAndNowRow[] {
  const [then, now] = [new Map(before), new Map(after)];
  return [...new Set([...then.keys(), ...now.keys()])].map((label) => ({
    key: label,
    label,
    before: then.get(label) ?? null,
    after: now.get(label) ?? null,
  }));
}

type Props = { caption: string; on: string; rows: readonly ThenAndNowRow[] };

/** Compares how something was on a day with how it is now; what changed stands out. */
export function ThenAndNow({ caption, on, rows }: Props) {
  return (
    <table className="w-full table-fixed">
      <caption className="pb-2 text-left text-base font-medium wrap-anywhere">{caption}</caption>
      <thead className="border-b border-line text-sm text-muted">
        <tr>
          <th scope="col" className="w-3/10 py-1">
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className="py-1 pr-3 text-left font-medium">
            {formatDate(on)}
          </th>
          <th scope="col" className="py-1 text-left font-medium">
            Now
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, before, after }) => (
          <tr key={key} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 pr-3 text-left text-sm font-normal wrap-anywhere text-muted">
              {label}
            </th>
            <td className="figures py-1.5 pr-3 wrap-anywhere">{before ?? "–"}</td>
            <td className={`figures py-1.5 wrap-anywhere ${before === after ? "text-muted" : "font-medium"}`}>
              {after ?? "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists what took effect or was recorded since, the latest first. */
export function ChangesSince({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-base">What changed since</h3>
      {entries.length === 0 ? (
        <p className="text-muted">Nothing took effect or was recorded since.</p>
      ) : (
        <Timeline entries={entries} />
      )}
    </section>
  );
}
