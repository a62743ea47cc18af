import type { NextBillLine } from "@tradewind/contract/billing/account.ts";
import { formatDate, formatLastDay, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRows } from "../../shared/list/list-table.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { nextBillQuery } from "./account.queries.ts";

const columns: readonly Column<NextBillLine>[] = [
  { id: "customer", header: "Customer", width: "minmax(160px, 1.5fr)", cell: (row) => row.CustomerName },
  { id: "what", header: "Charge", width: "minmax(200px, 2fr)", card: "line", cell: (row) => row.Description },
  {
    id: "period",
    header: "Period",
    width: "230px",
    from: "large",
    quiet: true,
    cell: (row) =>
      row.PeriodUntil > row.PeriodFrom
        ? `${formatDate(row.PeriodFrom)} – ${formatLastDay(row.PeriodUntil)}`
        : formatDate(row.PeriodFrom),
  },
  {
    id: "quantity",
    header: "Quantity",
    width: "100px",
    align: "end",
    from: "wide",
    cell: (row) => row.Quantity.toLocaleString("en-GB"),
  },
  {
    id: "net",
    header: "Your cost",
    width: "130px",
    align: "end",
    card: "corner",
    cell: (row) => row.Net && <MoneyText value={row.Net} credit />,
  },
];
const keyOf = ({ Id }: NextBillLine) => Id;

/** What is charged so far for the next bill, line by line. */
export function NextBillCard() {
  const list = useInfiniteQuery(nextBillQuery);
  const { rows, loadMore } = useRows(list);
  const bill = list.data?.pages[0];
  return (
    <Card
      flush
      title="Next bill"
      about={
        bill
          ? `For ${formatMonth(bill.Month)}, issued on ${formatDate(bill.IssuedOn)}. Charged so far, before VAT.`
          : " "
      }
      actions={bill?.Net && <MoneyText className="text-lg font-semibold" value={bill.Net} credit />}
    >
      <div className="px-5 pb-5 max-md:px-4">
        <DataTable
          label="Lines of the next bill"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          loading={list.isPending || list.isFetchingNextPage}
          hasMore={list.hasNextPage}
          loadMore={loadMore}
          error={
            list.isError && rows.length === 0 ? (
              <QueryError error={list.error} onRetry={() => void list.refetch()} />
            ) : undefined
          }
          empty={
            <EmptyState tight icon="document" title="Nothing is charged yet">
              What is charged appears here before it is on an invoice.
            </EmptyState>
          }
        />
      </div>
    </Card>
  );
}
