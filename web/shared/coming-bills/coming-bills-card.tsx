import { formatDate, formatMonth, formatShortMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { SeriesChart } from "../../ui/series-chart.tsx";
import { QueryError } from "../query-error.tsx";
import { ComingBillsTable } from "./coming-bills-table.tsx";
import { comingBillsQuery, type ComingBills } from "./coming-bills.queries.ts";

/** The next three bills as they will be if nothing is ordered or changed, each with what it is made of. */
export function ComingBillsCard() {
  const { data, error, refetch } = useQuery(comingBillsQuery);
  return (
    <Card
      title="Coming bills"
      about="What is charged already, and what renews, changes or ends as scheduled, at the prices of those days. New orders and changes come on top."
    >
      {error && !data ? (
        <QueryError tight error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-64" />
      ) : data.Bills.every(({ Rows }) => Rows.length === 0) ? (
        <EmptyState tight icon="chart" title="Nothing is coming">
          What you order is on the bill of its month, and renewals are on those of theirs.
        </EmptyState>
      ) : (
        <Bills {...data} />
      )}
    </Card>
  );
}

function Bills({ Bills: bills, Unpriced, SpendKnownUntil }: ComingBills) {
  const currency = bills[0]!.Net.Currency;
  const estimated = bills.map(({ Estimated }) => Number(Estimated.Minor));
  const certain = bills.map(({ Net }, at) => Number(Net.Minor) - estimated[at]!);
  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <SeriesChart
        title="Coming bills, before VAT"
        kind="stacked"
        head="Month"
        height={200}
        labels={bills.map(({ Month }) => formatShortMonth(Month))}
        series={[
          { name: "As scheduled", values: certain },
          ...(estimated.some((minor) => minor !== 0) ? [{ name: "Usage, estimated", values: estimated }] : []),
        ]}
        format={(value) => formatMoney({ Minor: String(Math.round(value)), Currency: currency })}
      />
      <div className="grid gap-3">
        <ComingBillsTable bills={bills} />
        {Unpriced > 0 && (
          <p className="text-sm text-warning">
            {Unpriced === 1 ? "1 subscription has" : `${Unpriced.toLocaleString("en-GB")} subscriptions have`} no price
            for a coming period and {Unpriced === 1 ? "is" : "are"} left out from then on.
          </p>
        )}
        {SpendKnownUntil && (
          <p className="text-sm text-muted">
            Use that is told day by day is known up to {formatDate(SpendKnownUntil)} and estimated from there by the
            same days of the week before. It is charged when its vendor’s file of the month comes.
          </p>
        )}
        {bills.some(({ Rows }) => Rows.some(({ Kind }) => Kind === "usage")) && (
          <p className="text-sm text-muted">
            Usage is estimated to be that of the last month which its vendor reported. Everything else in the bill of{" "}
            {formatMonth(bills[0]!.Month)} and later is worked out as it will be charged.
          </p>
        )}
      </div>
    </div>
  );
}
