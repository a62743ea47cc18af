import type { Currency } from "@tradewind/domain/values/money.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { analytics, type Report } from "@tradewind/contract/insight/analytics.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Segmented } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useSession } from "../../platform/session.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { analyticsCustomersQuery, type CustomerLine } from "./analytics.queries.ts";
import { monthsOf, reportOf, reportsFor } from "./chosen-months.ts";
import { MonthsField } from "./months-field.tsx";
import { churnOf, formatOf, reportNames, valueOf } from "./report-words.ts";
import { useAsked } from "../../shared/screen-address.ts";

/** Formats a figure; on a card, which has no column header, `word` names it. */
const figure = (
  header: string,
  cell: Column<CustomerLine>["cell"],
  rest: Partial<Column<CustomerLine>> = {},
  word?: string,
) => ({
  id: header,
  header,
  width: "minmax(110px, 1fr)",
  align: "end" as const,
  cell: (row: CustomerLine) => (
    <span className="figures">
      {cell(row)}
      {word && <span className="md:hidden"> {word}</span>}
    </span>
  ),
  ...rest,
});

function columnsOf(report: Report, currency: Currency): readonly Column<CustomerLine>[] {
  const format = formatOf(report, currency);
  return [
    { id: "name", header: "Customer", width: "minmax(220px, 3fr)", cell: ({ Name }) => Name },
    ...(report === "churn"
      ? [
          figure("Ended", ({ Now }) => Now.Ended, { card: "corner" }),
          figure("Active at start", ({ Now }) => Now.Active, { from: "large" }),
          figure("Churn", ({ Now }) => (Now.Active === 0 ? "–" : format(churnOf(Now))), { card: "line" }, "churn"),
          figure("Ended before", ({ Before }) => Before.Ended, { from: "large" }),
        ]
      : [
          figure(reportNames[report], ({ Now }) => format(valueOf(report, Now)), { card: "corner" }),
          figure("Months before", ({ Before }) => format(valueOf(report, Before)), { card: "line" }, "before"),
        ]),
  ];
}

/** Lists every customer of one report, the largest first. */
export function AnalyticsCustomersScreen() {
  const { Today, SeesPrices, Reseller } = useSession();
  const [search, ask] = useAsked(screens.analyticsCustomers);
  const months = monthsOf(search, Today);
  const report = reportOf(search, SeesPrices);
  const list = useInfiniteQuery(analyticsCustomersQuery(months, report));
  return (
    <>
      <PageHeader
        title={`${reportNames[report]} by customer`}
        about={`${formatMonth(months.From)} to ${formatMonth(months.To)}, beside the months before`}
        actions={
          <DownloadButton
            endpoint={analytics.csv}
            sent={{ query: { ...months, Report: report, By: "customer" } }}
            fileName={`${report} by customer ${months.From} to ${months.To}.csv`}
          >
            Download CSV
          </DownloadButton>
        }
      />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <Segmented
          label="Report"
          quietLabel
          choices={reportsFor(SeesPrices).map((value) => ({ value, label: reportNames[value] }))}
          value={report}
          onValue={(next) => ask({ Report: next })}
        />
        <MonthsField value={months} today={Today} onValue={({ From, To }) => ask({ From, To })} />
      </div>
      <ListTable
        label={`${reportNames[report]} by customer`}
        list={list}
        columns={columnsOf(report, Reseller?.Currency ?? "GBP")}
        rowKey={({ Id }) => Id}
        href={({ Id }) => customerAddress(Id)}
        renderLink={rowLink}
        empty={
          <EmptyState icon="chart" title="Nothing in these months">
            Customers appear here once they have services.
          </EmptyState>
        }
      />
    </>
  );
}
