import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { formatMoney, type MoneyValue } from "../../ui/money-text.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import type { SpendSummary } from "./azure-spend.queries.ts";

/** The sums above the chart: of its days and those before, of the month, and what is left to the reseller. */
export function AzureFigures({ summary, days }: { summary: SpendSummary; days: number }) {
  const { Total, Before, Month, Margin, KnownUntil } = summary;
  return (
    <section aria-label="The whole subscription" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <h2 className="col-span-full text-md">The whole subscription</h2>
      {Total && <StatTile label={`${days} days`} value={formatMoney(Total)} note={changeOf(Total, Before, days)} />}
      {Month && (
        <StatTile
          label={`${formatMonth(Month.From)} so far`}
          value={formatMoney(Month.SoFar)}
          note={KnownUntil && `Up to ${formatDate(KnownUntil)}`}
        />
      )}
      {Month?.Forecast && (
        <StatTile
          label={`${formatMonth(Month.From)} in all, forecast`}
          value={formatMoney(Month.Forecast.Amount)}
          note={rangeOf(Month.Forecast.Low, Month.Forecast.High)}
        />
      )}
      {Margin && (
        <StatTile label="Your margin" value={formatMoney(Margin.Amount)} note={`${formatMoney(Margin.Cost)} cost`} />
      )}
    </section>
  );
}

function changeOf(now: MoneyValue, before: MoneyValue | null, days: number): string {
  if (!before || Number(before.Minor) === 0) return `The ${days} days before are not known`;
  const percent = Math.round((Number(now.Minor) / Number(before.Minor) - 1) * 100);
  const than = `than the ${days} days before`;
  return percent === 0
    ? `As much as the ${days} days before`
    : `${Math.abs(percent)}% ${percent > 0 ? "more" : "less"} ${than}`;
}

const rangeOf = (low: MoneyValue, high: MoneyValue): string =>
  low.Minor === high.Minor ? "All of it is known" : `Between ${formatMoney(low)} and ${formatMoney(high)}`;
