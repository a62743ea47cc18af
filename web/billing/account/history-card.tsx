import { account, type AccountEvent } from "@tradewind/contract/billing/account.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { accountEventWords } from "@tradewind/domain/billing/account-events.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useRows } from "../../shared/list/list-table.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { Select } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DateRangeField } from "../../ui/date-range-field.tsx";
import { MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { invoiceAddress } from "../../shared/invoice-address.ts";
import { historyQuery } from "./account.queries.ts";

const wordsOf = ({ Kind, Amount, Credit }: AccountEvent): string =>
  accountEventWords(Kind, BigInt(Amount?.Minor ?? 0), BigInt(Credit?.Minor ?? 0));
const kindChoices = [
  { value: "invoice", label: "Invoices" },
  { value: "creditMemo", label: "Credit memos" },
  { value: "payment", label: "Payments" },
  { value: "refund", label: "Refunds" },
  { value: "chargeback", label: "Chargebacks" },
  { value: "credit", label: "Credit" },
  { value: "other", label: "Adjustments" },
] satisfies { value: AccountEvent["Kind"]; label: string }[];
const notNothing = (value: MoneyValue | null) => (value?.Minor === "0" ? null : value);
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
  { ...figure, id: "amount", header: "Amount", card: "corner", cell: (row) => money(notNothing(row.Amount)) },
  {
    ...figure,
    id: "credit",
    header: "Credit",
    card: "line",
    cell: (row) =>
      notNothing(row.Credit) && (
        <>
          <span className="md:hidden">credit </span>
          {money(row.Credit)}
        </>
      ),
  },
  {
    ...figure,
    id: "balance",
    header: "Balance",
    quiet: true,
    card: "line",
    cell: (row) => (
      <>
        <span className="md:hidden">balance </span>
        {money(row.Balance)}
      </>
    ),
  },
];

const addressOf = ({ InvoiceId, Kind }: AccountEvent): string =>
  InvoiceId === null
    ? screens.invoices.path
    : invoiceAddress({ Id: InvoiceId, Kind: Kind === "creditMemo" ? "creditMemo" : "invoice" });

/** The billing history of a period: each document, payment and credit with the balance after it, and a statement as a file. */
export function HistoryCard({ currencies }: { currencies: readonly Currency[] }) {
  const { Today } = useSession();
  const [{ From = addMonths(Today, -12), Until = Today, Kind, Currency }, ask] = useAsked(screens.accountTotals);
  const period = { From, Until, ...(Currency && { Currency }) };
  const isReal = From !== "" && Until !== "" && From <= Until;
  const list = useInfiniteQuery({ ...historyQuery({ ...period, ...(Kind && { Kind }) }), enabled: isReal });
  const { rows, loadMore } = useRows(list);
  const bounds = list.data?.pages[0];
  return (
    <Card
      flush
      title="Billing history"
      about="A refund is money given back to you. A chargeback is what your bank or card issuer took back of a payment: it is owed again."
      actions={
        <div className="flex flex-wrap items-end gap-3">
          <DateRangeField
            label="Period"
            max={Today}
            today={Today}
            value={{ from: From, until: Until }}
            onValue={({ from, until }) => ask({ From: from, Until: until })}
          />
          <Select
            label="Kind"
            className="w-44"
            placeholder="Everything"
            value={Kind ?? ""}
            choices={kindChoices}
            onChange={({ target }) => ask({ Kind: kindChoices.find(({ value }) => value === target.value)?.value })}
          />
          {currencies.length > 1 && (
            <Select
              label="Currency"
              className="w-28"
              value={Currency ?? currencies[0]!}
              choices={currencies.map((value) => ({ value, label: value }))}
              onChange={({ target }) => ask({ Currency: currencies.find((each) => each === target.value) })}
            />
          )}
          <DownloadButton
            endpoint={account.document}
            sent={{ query: { ...period, Kind: "activity" } }}
            fileName={`statement-${From}-${Until}.pdf`}
          >
            Statement PDF
          </DownloadButton>
          <DownloadButton
            endpoint={account.statement}
            sent={{ query: period }}
            fileName={`statement-${From}-${Until}.csv`}
          >
            Statement CSV
          </DownloadButton>
        </div>
      }
    >
      {bounds?.Opening && bounds.Closing && (
        <dl className="flex flex-wrap gap-x-8 gap-y-1 px-5 pb-3 max-md:px-4">
          <Bound label={`Balance before ${formatDate(From)}`} value={bounds.Opening} />
          <Bound label={`Balance at the end of ${formatDate(Until)}`} value={bounds.Closing} />
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
              Invoices, credit memos, payments and credit appear here.
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
