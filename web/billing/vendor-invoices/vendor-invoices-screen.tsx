import type { VendorInvoiceItem } from "@tradewind/contract/billing/vendor-invoices.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { DataTable } from "../../ui/data-table.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { marginsQuery, vendorInvoicesQuery, type Margins } from "./vendor-invoices.queries.ts";

const amount = { width: "minmax(110px, 1fr)", align: "end" } as const;

const columns: readonly Column<VendorInvoiceItem>[] = [
  {
    id: "number",
    header: "Invoice",
    width: "minmax(190px, 2fr)",
    cell: (row) => (
      <>
        {row.VendorName} <span className="figures">{row.Source === "report" ? "report of use" : row.Number}</span>
      </>
    ),
  },
  { id: "for", header: "For", width: "150px", card: "line", cell: (row) => formatMonth(row.PeriodFrom) },
  {
    id: "issued",
    header: "Issued",
    width: "120px",
    from: "large",
    quiet: true,
    cell: (row) => formatDate(row.IssuedOn),
  },
  {
    id: "lines",
    header: "Lines",
    width: "90px",
    align: "end",
    from: "large",
    quiet: true,
    cell: (row) => <span className="figures">{row.Lines.toLocaleString("en-GB")}</span>,
  },
  { ...amount, id: "theirs", header: "They ask", cell: (row) => <MoneyText value={row.Theirs} credit /> },
  { ...amount, id: "ours", header: "We owe", from: "large", cell: (row) => <MoneyText value={row.Ours} credit /> },
  {
    ...amount,
    id: "apart",
    header: "Difference",
    card: "corner",
    cell: (row) => <MoneyText value={row.Apart} credit />,
  },
  {
    id: "state",
    header: "State",
    width: "minmax(150px, 1fr)",
    card: "line",
    cell: (row) => <InvoiceState row={row} />,
  },
];

function InvoiceState({ row }: { row: VendorInvoiceItem }) {
  if (row.Trouble) return <StatusDot tone="fail">Not read, tried again daily</StatusDot>;
  if (row.ReadAt === null)
    return (
      <StatusDot tone="information" moving>
        Being read
      </StatusDot>
    );
  return row.Open > 0 ? (
    <StatusDot tone="warning">{row.Open.toLocaleString("en-GB")} to decide</StatusDot>
  ) : (
    <StatusDot tone="success">{row.Apart.Minor === "0" ? "Agrees" : "Explained"}</StatusDot>
  );
}

/** Lists what vendors bill the operator beside what it owes, and what is left of what resellers pay. */
export function VendorInvoicesScreen() {
  const list = useInfiniteQuery(vendorInvoicesQuery);
  const rows = list.data?.pages.flatMap((page) => page.Items) ?? [];
  return (
    <>
      <PageHeader
        title="Vendor invoices"
        about="What vendors bill us and report as used, compared line by line with what our charges owe them"
      />
      <div className="grid gap-6">
        <DataTable
          label="Vendor invoices"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.Id}
          href={(row) => linkTo(screens.vendorInvoice, { vendorInvoiceId: row.Id })}
          renderLink={rowLink}
          loading={list.isPending}
          hasMore={list.hasNextPage}
          loadMore={() => void list.fetchNextPage()}
          error={
            list.error && rows.length === 0 ? (
              <QueryError error={list.error} onRetry={() => void list.refetch()} />
            ) : undefined
          }
          empty={
            <EmptyState icon="document" title="No invoices yet">
              A vendor’s invoice appears here by itself on the day on which it is issued.
            </EmptyState>
          }
        />
        <MarginsCard />
      </div>
    </>
  );
}

function MarginsCard() {
  const { data, error, refetch } = useQuery(marginsQuery);
  return (
    <Card title="Margin" about="What resellers were invoiced, less what it costs, by the month of their documents">
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : data.Rows.length === 0 ? (
        <p className="text-muted">Nothing was invoiced in the last half year.</p>
      ) : (
        <MarginTable rows={data.Rows} />
      )}
    </Card>
  );
}

/** A phone has room for what is left of it only. */
const hidden = (at: number) => (at < 2 ? "max-md:hidden" : "");

const MarginTable = ({ rows }: { rows: Margins }) => (
  <table className="figures w-full text-sm">
    <thead>
      <tr className="border-b border-line text-left text-muted">
        <th scope="col" className="py-2 pr-4 font-normal">
          Issued in
        </th>
        <th scope="col" className="py-2 pr-4 font-normal">
          Vendor
        </th>
        {["Invoiced", "Cost", "Margin", "Share"].map((name, at) => (
          <th key={name} scope="col" className={`py-2 pl-4 text-right font-normal ${hidden(at)}`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ Month, VendorName, Revenue, Cost, Margin }) => (
        <tr key={`${Month} ${VendorName} ${Revenue.Currency}`} className="border-b border-line last:border-0">
          <th scope="row" className="py-2 pr-4 text-left font-normal">
            {formatMonth(Month)}
          </th>
          <td className="py-2 pr-4">{VendorName}</td>
          {[Revenue, Cost, Margin].map((value, at) => (
            <td key={at} className={`py-2 pl-4 text-right ${hidden(at)}`}>
              <MoneyText value={value} credit />
            </td>
          ))}
          <td className="py-2 pl-4 text-right">{shareOf(Margin.Minor, Revenue.Minor)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const shareOf = (part: string, whole: string): string =>
  Number(whole) === 0 ? "–" : `${((Number(part) / Number(whole)) * 100).toFixed(1)}%`;
