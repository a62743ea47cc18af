import type { MonthItem } from "@tradewind/contract/billing/month-close.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { rowLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { PageHeader } from "../../ui/page.tsx";
import type { Column } from "../../ui/table-model.ts";
import { monthsQuery } from "./month-close.queries.ts";
import { MonthStanding } from "./month-words.tsx";

const columns: readonly Column<MonthItem>[] = [
  { id: "month", header: "Month", width: "minmax(140px, 1fr)", cell: (row) => formatMonth(row.Month) },
  {
    id: "state",
    header: "State",
    width: "minmax(120px, 1fr)",
    card: "corner",
    cell: (row) => <MonthStanding state={row.State} />,
  },
  {
    id: "by",
    header: "Closed or opened by",
    width: "minmax(220px, 2fr)",
    quiet: true,
    card: "line",
    cell: (row) => (row.By !== null && row.At !== null ? `${row.By}, ${formatDateTime(row.At)}` : "–"),
  },
];
const none: readonly MonthItem[] = [];

/** Lists the months of the books: the oldest open one is closed next. */
export function MonthsScreen() {
  const { data, error, refetch } = useQuery(monthsQuery);
  return (
    <>
      <PageHeader
        title="Month close"
        about="Nothing is posted into a closed month. Months are closed in their order."
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label="Months"
          rows={data?.Items ?? none}
          loading={!data}
          columns={columns}
          rowKey={(row) => row.Month}
          rowName={(row) => formatMonth(row.Month)}
          href={(row) => linkTo(screens.month, { month: row.Month })}
          renderLink={rowLink}
          empty={null}
        />
      )}
    </>
  );
}
