import type { Currency } from "@tradewind/domain/values/money.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { screens } from "@tradewind/contract/screens.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { overviewQuery, type Overview } from "./analytics.queries.ts";
import { monthsOf, reportOf, reportsFor } from "./chosen-months.ts";
import { MonthsField } from "./months-field.tsx";
import { ReportPanel } from "./report-panel.tsx";
import { changeWords, figureOf, reportNames } from "./report-words.ts";
import { useAsked } from "../../shared/screen-address.ts";

/** Shows cost, sales, margin, seats and churn. Everybody signed in may open it; amounts appear only to people who see prices. */
export function AnalyticsScreen() {
  const { Reseller } = useSession();
  return Reseller ? (
    <Reports currency={Reseller.Currency} />
  ) : (
    <>
      <PageHeader title="Analytics" />
      <EmptyState icon="chart" title="Analytics is about one reseller">
        Open somebody&rsquo;s portal from People to see their company&rsquo;s figures.
      </EmptyState>
    </>
  );
}

function Reports({ currency }: { currency: Currency }) {
  const { Today, SeesPrices } = useSession();
  const [search, ask] = useAsked(screens.analytics);
  const months = monthsOf(search, Today);
  const report = reportOf(search, SeesPrices);
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewQuery(months));
  return (
    <>
      <PageHeader
        title="Analytics"
        about={
          months.From === months.To
            ? formatMonth(months.From)
            : `${formatMonth(months.From)} to ${formatMonth(months.To)}`
        }
        actions={<MonthsField value={months} today={Today} onValue={({ From, To }) => ask({ From, To })} />}
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-6" aria-busy={isPlaceholderData || undefined}>
          <div className="grid gap-2">
            <Tiles overview={data} prices={SeesPrices} currency={currency} />
            {data && <Unpriced now={data.Now} />}
          </div>
          <Tabs
            label="Reports"
            tabs={reportsFor(SeesPrices).map((id) => ({ id, label: reportNames[id] }))}
            value={report}
            onValue={(next) => ask({ Report: next })}
          >
            {data ? (
              <ReportPanel key={report} {...{ report, months, overview: data, currency }} />
            ) : (
              <div className="grid gap-6">
                <Skeleton className="h-92 rounded-card" />
                <Skeleton className="h-92 rounded-card" />
              </div>
            )}
          </Tabs>
        </div>
      )}
    </>
  );
}

/** Says what stands in the cost alone, where sales less cost is not the margin. */
function Unpriced({ now: { Cost, Sales, Margin } }: { now: Overview["Now"] }) {
  if (!Cost || !Sales || !Margin) return null;
  const Minor = BigInt(Cost.Minor) - (BigInt(Sales.Minor) - BigInt(Margin.Minor));
  return Minor === 0n ? null : (
    <p className="text-sm text-muted">
      {formatMoney({ ...Cost, Minor: String(Minor) })} of the cost has no price of yours, and is in neither sales nor
      margin.
    </p>
  );
}

const icons = { cost: "pound", sales: "pound", margin: "chart", seats: "users", churn: "arrowDown" } as const;

function Tiles({
  overview,
  prices,
  currency,
}: {
  overview: Overview | undefined;
  prices: boolean;
  currency: Currency;
}) {
  return (
    <div
      className={`grid gap-3 md:gap-4 ${prices ? "sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-5" : "md:grid-cols-2"}`}
    >
      {reportsFor(prices).map((report) => (
        <StatTile
          key={report}
          icon={icons[report]}
          label={reportNames[report]}
          loading={!overview}
          value={overview && figureOf(report, overview.Now, currency)}
          note={overview ? changeWords(report, overview.Now, overview.Before) : " "}
        />
      ))}
    </div>
  );
}
