import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { renewals } from "@tradewind/contract/ordering/renewals.ts";
import { formatMonth, formatShortMonth } from "@tradewind/domain/values/date-formats.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { cx } from "../../ui/class-names.ts";

type Month = ResultOf<typeof renewals.months>["Months"][number];
type Props = { months: readonly Month[] | undefined; chosen?: string; onChoose: (month: string | undefined) => void };

/** The calendar of the coming year: what comes up for renewal in each month; pressing one lists it, pressing it again all. */
export function RenewalMonths({ months, chosen, onChoose }: Props) {
  const most = Math.max(1, ...(months ?? []).map(({ Count }) => Count));
  return (
    <ol
      aria-label="Renewals by month"
      className="mb-5 grid auto-cols-[minmax(6.25rem,1fr)] grid-flow-col gap-2 overflow-x-auto pb-1"
    >
      {months
        ? months.map(({ Month, Count, Missing, Committed }) => (
            <li key={Month} className="relative">
              <button
                type="button"
                aria-pressed={chosen === Month}
                disabled={Count === 0}
                onClick={() => onChoose(chosen === Month ? undefined : Month)}
                title={Missing > 0 ? `${Missing.toLocaleString("en-GB")} without a choice` : undefined}
                className={cx(
                  "grid h-full w-full content-start gap-0.5 rounded-card border p-2.5 text-left outline-offset-0",
                  chosen === Month
                    ? "border-accent bg-accent-soft"
                    : Count > 0
                      ? "border-line bg-surface hover:bg-sunken"
                      : "border-line bg-surface text-muted",
                )}
              >
                <span className="sr-only">{formatMonth(Month)}: </span>
                <span aria-hidden="true" className="text-sm text-muted">
                  {formatShortMonth(Month)}
                </span>
                <span className="figures text-md font-medium">{Count.toLocaleString("en-GB")}</span>
                <span aria-hidden="true" className="h-1 rounded-full bg-sunken">
                  <span
                    className="block h-1 rounded-full bg-accent"
                    style={{ width: `${Math.round((Count / most) * 100)}%` }}
                  />
                </span>
                <span className="figures truncate text-sm text-muted">
                  {Committed && Count > 0 ? formatMoney(Committed) : " "}
                </span>
              </button>
            </li>
          ))
        : Array.from({ length: 12 }, (_, at) => (
            <li key={at} aria-hidden="true">
              <Skeleton className="h-24 rounded-card!" />
            </li>
          ))}
    </ol>
  );
}
