import type { Currency } from "@tradewind/domain/values/money.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { analytics, type divisions, type Report } from "@tradewind/contract/insight/analytics.ts";
import { formatShortMonth } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { buttonClass } from "../../ui/button.tsx";
import { largestAndRest } from "../../ui/largest-and-rest.ts";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { RankedBars } from "../../ui/ranked-bars.tsx";
import { SeriesChart } from "../../ui/series-chart.tsx";
import { useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import {
  analyticsCustomersQuery,
  type Compared,
  type Figures,
  type Months,
  type Overview,
} from "./analytics.queries.ts";
import { lengthOf } from "./chosen-months.ts";
import { definitions, formatOf, reportNames, valueOf } from "./report-words.ts";

type PanelProps = { report: Report; months: Months; overview: Overview; currency: Currency };

/** Shows one report: over time, by product, by customer. */
export function ReportPanel(props: PanelProps) {
  const { User } = useSession();
  const staff = User.Kind === "reseller" || User.Kind === "engineer";
  return (
    <div className="grid gap-6">
      <OverTime {...props} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ByProduct {...props} />
        {staff && <ByCustomer {...props} />}
      </div>
    </div>
  );
}

function CsvButton({ report, by, months }: { report: Report; by: (typeof divisions)[number]; months: Months }) {
  return (
    <DownloadButton
      endpoint={analytics.csv}
      sent={{ query: { ...months, Report: report, By: by } }}
      fileName={`${report} by ${by} ${months.From} to ${months.To}.csv`}
      size="small"
      variant="light"
    >
      CSV
    </DownloadButton>
  );
}

const titles: Record<Report, string> = {
  cost: "Cost by month",
  sales: "Sales by month",
  margin: "Margin by month",
  seats: "Seats at the end of each month",
  churn: "Churn by month",
};

function OverTime({ report, months, overview, currency }: PanelProps) {
  const length = lengthOf(months);
  const values = (lines: Overview["Months"]) => lines.map((line) => valueOf(report, line));
  const earlier = values(overview.MonthsBefore);
  if (![...overview.Months, ...overview.MonthsBefore].some((line) => hasSomething(report, line)))
    return (
      <Card title={titles[report]} about={definitions[report]}>
        <Nothing />
      </Card>
    );
  return (
    <Card title={titles[report]} about={definitions[report]}>
      <SeriesChart
        title={titles[report]}
        kind="lines"
        labels={overview.Months.map(({ Month }) => formatShortMonth(Month))}
        series={[
          { name: "These months", values: values(overview.Months) },
          ...(earlier.some((value) => value > 0)
            ? [{ name: length === 1 ? "The month before" : `The ${length} months before`, values: earlier }]
            : []),
        ]}
        format={formatOf(report, currency)}
        head="Month"
        actions={<CsvButton report={report} by="month" months={months} />}
      />
    </Card>
  );
}

const hasSomething = (report: Report, figures: Figures) =>
  report === "churn" ? figures.Active > 0 || figures.Ended > 0 : valueOf(report, figures) !== 0;
const worthDrawing = (report: Report, { Now, Before }: Compared) =>
  hasSomething(report, Now) || (report !== "churn" && hasSomething(report, Before));

function ByProduct({ report, months, overview, currency }: PanelProps) {
  const format = formatOf(report, currency);
  const products = overview.Products.filter((product) => worthDrawing(report, product)).toSorted(
    (a, b) => valueOf(report, b.Now) - valueOf(report, a.Now),
  );
  const actions = <CsvButton report={report} by="product" months={months} />;
  return (
    <Card title={`${reportNames[report]} by product`} actions={report === "churn" && actions}>
      {products.length === 0 ? (
        <Nothing />
      ) : report === "churn" ? (
        <RankedBars
          title="Churn by product"
          heads={["Product", "Churn"]}
          format={format}
          bars={products.slice(0, 10).map(({ Id, Name, Now }) => ({
            id: Id,
            name: Name,
            value: valueOf(report, Now),
            note: `${Now.Ended} of ${Now.Active}`,
          }))}
        />
      ) : (
        <SeriesChart
          title={`${reportNames[report]} by product`}
          kind="stacked"
          labels={overview.Months.map(({ Month }) => formatShortMonth(Month))}
          series={largestAndRest(
            products.map((product) => ({
              name: product.Name,
              values: product[seriesOf[report]],
            })),
          )}
          format={format}
          head="Month"
          actions={actions}
        />
      )}
    </Card>
  );
}

const seriesOf = {
  cost: "CostByMonth",
  sales: "SalesByMonth",
  margin: "MarginByMonth",
  seats: "SeatsByMonth",
} as const;

const shown = 10;

function ByCustomer({ report, months, overview, currency }: PanelProps) {
  const { data, error, refetch } = useInfiniteQuery(analyticsCustomersQuery(months, report));
  const format = formatOf(report, currency);
  const lines = (data?.pages[0]?.Items ?? []).filter((line) => worthDrawing(report, line));
  const ranked = lines.slice(0, shown);
  const value = (line: Compared) => (report === "churn" ? line.Now.Ended : valueOf(report, line.Now));
  const whole = report === "churn" ? overview.Now.Ended : valueOf(report, overview.Now);
  const rest = whole - ranked.reduce((sum, line) => sum + value(line), 0);
  const asText = report === "churn" ? (count: number) => `${count} ended` : format;
  return (
    <Card
      title={`${reportNames[report]} by customer`}
      actions={
        <span className="flex gap-1">
          <CsvButton report={report} by="customer" months={months} />
          {appLink({
            href: linkTo(screens.analyticsCustomers, {}, { Report: report, ...months }),
            className: buttonClass("light", "small"),
            onClick: () => {},
            children: "All customers",
          })}
        </span>
      }
    >
      {error && !data ? (
        <QueryError tight error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-80" />
      ) : ranked.length === 0 ? (
        <Nothing />
      ) : (
        <RankedBars
          title={`${reportNames[report]} by customer`}
          heads={["Customer", report === "churn" ? "Subscriptions ended" : reportNames[report]]}
          format={asText}
          bars={ranked.map((line) => ({
            id: line.Id,
            name: line.Name,
            value: value(line),
            ...(report === "churn" ? { note: `of ${line.Now.Active}` } : {}),
          }))}
          {...(rest > 0 && lines.length > shown ? { rest: { name: "All others", value: rest } } : {})}
        />
      )}
    </Card>
  );
}

function Nothing() {
  return (
    <EmptyState tight icon="chart" title="Nothing in these months">
      Choose other months to see more.
    </EmptyState>
  );
}
