import { account, type AccountEvent } from "@tradewind/contract/billing/account.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useRows } from "../../shared/list/list-table.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { DateRangeField } from "../../ui/date-range-field.tsx";
import { MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { invoiceAddress } from "../../shared/invoice-address.ts";
import { historyQuery } from "./account.queries.ts";

const words = {
  invoice: "Invoice",
  creditMemo: "Credit memo",
  payment: "Payment",
  credit: "Credit used",
  other: "Adjustment",
} as const;
/** Credit that is owed again went back with the money that it was. */
const wordsOf = ({ Kind, Amount }: AccountEvent): string =>
  Kind === "credit" && Amount !== null && !Amount.Minor.startsWith("-") ? "Credit taken back" : words[Kind];
const money = (value: MoneyValue | null) => value && <MoneyText value={value} credit />;
const keyOf = ({ Id }: AccountEvent) => Id;
const figure = { width: "minmax(110px, 1fr)", align: "end" } as const;

const columns: readonly Column<AccountEvent>[] = [
  {
    id: "what",
    header: "What",
    width: "minmax(180px, 2fr)",
    cell: (row) => `${wordsOf(row)}${row.Number ? ` ${row.Number}` : ""}`,
  },
  { id: "on", header: "Day", width: "130px", card: "line", quiet: true, cell: (row) => formatDate(row.On) },
  { ...figure, id: "amount", header: "Amount", card: "corner", cell: (row) => money(row.Amount) },
  {
    ...figure,
    id: "balance",
    header: "Owed then",
    quiet: true,
    card: "line",
    cell: (row) => (
      <>
        <span className="md:hidden">owed then </span>
        {money(row.Balance)}
      </>
    ),
  },
];

const addressOf = ({ InvoiceId, Kind }: AccountEvent): string =>
  InvoiceId === null
    ? screens.invoices.path
    : invoiceAddress({ Id: InvoiceId, Kind: Kind === "creditMemo" ? "creditMemo" : "invoice" });

/** The billing history of a period: each document and payment with what was owed afterwards, and a statement as a file. */
export function HistoryCard() {
  const { Today } = useSession();
  const [{ From = addMonths(Today, -12), Until = Today }, ask] = useAsked(screens.accountTotals);
  const period = { From, Until };
  const isReal = From !== "" && Until !== "" && From <= Until;
  const list = useInfiniteQuery({ ...historyQuery(period), enabled: isReal });
  const { rows, loadMore } = useRows(list);
  const bounds = list.data?.pages[0];
  return (
    <Card
      flush
      title="Billing history"
      actions={
        <div className="flex flex-wrap items-end gap-3">
          <DateRangeField
            label="Period"
            max={Today}
            today={Today}
            value={{ from: From, until: Until }}
            onValue={({ from, until }) => ask({ From: from, Until: until })}
          />
          <DownloadButton
            endpoint={account.statement}
            sent={{ query: period }}
            fileName={`statement-${From}-${Until}.csv`}
          >
            Download statement
          </DownloadButton>
        </div>
      }
    >
      {bounds?.Opening && bounds.Closing && (
        <dl className="flex flex-wrap gap-x-8 gap-y-1 px-5 pb-3 max-md:px-4">
          <Bound label={`Owed before ${formatDate(From)}`} value={bounds.Opening} />
          <Bound label={`Owed at the end of ${formatDate(Until)}`} value={bounds.Closing} />
        </dl>
      )}
      <div className="px-5 pb-5 max-md:px-4">
        <DataTable
          label="Billing history"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          href={addressOf}
          renderLink={appLink}
          loading={list.isPending || list.isFetchingNextPage}
          hasMore={list.hasNextPage}
          loadMore={loadMore}
          error={
            list.isError && rows.length === 0 ? (
              <QueryError error={list.error} onRetry={() => void list.refetch()} />
            ) : undefined
          }
          empty={
            <EmptyState tight icon="document" title="Nothing happened in this period">
              Invoices, credit memos and payments appear here.
            </EmptyState>
          }
        />
      </div>
    </Card>
  );
}

const Bound = ({ label, value }: { label: string; value: MoneyValue }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-medium">
      <MoneyText value={value} credit />
    </dd>
  </div>
);
