import type { CreditEvent } from "@tradewind/contract/billing/credit.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSeesPrices, useSession } from "../../platform/session.ts";
import { invoiceAddress } from "../../shared/invoice-address.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { useRows } from "../../shared/list/list-table.tsx";
import { PricesHidden } from "../../shared/prices-hidden.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import type { Column } from "../../ui/table-model.ts";
import { creditQuery, type CreditPage } from "./credit.queries.ts";
import { RedeemCard } from "./redeem-card.tsx";

const AddCreditDialog = lazy(async () => ({ default: (await import("./add-credit-dialog.tsx")).AddCreditDialog }));

const whatOf = ({ Kind, Hint, Reason, Number }: CreditEvent): string =>
  ({
    code: `Code ending ${Hint}: ${Reason}`,
    payment: Number === null ? "Added" : `Paid beyond invoice ${Number}`,
    spent: `Used on invoice ${Number}`,
    returned: "Taken back with a payment",
    reopened: `Taken back from invoice ${Number}`,
  })[Kind];

const figure = { width: "minmax(110px, 1fr)", align: "end" } as const;
const columns: readonly Column<CreditEvent>[] = [
  { id: "what", header: "What", width: "minmax(220px, 3fr)", twoLines: true, cell: (row) => <What row={row} /> },
  { id: "on", header: "Day", width: "120px", card: "line", quiet: true, cell: (row) => formatDate(row.On) },
  { ...figure, id: "amount", header: "Amount", card: "corner", cell: (row) => <MoneyText value={row.Amount} /> },
  {
    ...figure,
    id: "left",
    header: "Left of it",
    card: "line",
    quiet: true,
    cell: (row) =>
      row.Left && (
        <>
          <MoneyText value={row.Left} />
          <span className="md:hidden"> left</span>
        </>
      ),
  },
  {
    ...figure,
    id: "balance",
    header: "In credit then",
    from: "large",
    quiet: true,
    cell: (row) => <MoneyText value={row.Balance} />,
  },
];

function What({ row }: { row: CreditEvent }) {
  const what = whatOf(row);
  return row.InvoiceId === null ? (
    what
  ) : (
    <TextLink to={invoiceAddress({ Id: row.InvoiceId, Kind: "invoice" })}>{what}</TextLink>
  );
}

/** `/billing/credit`: what is in credit, and what was granted and spent; redeems codes and adds to it. */
export function CreditScreen() {
  return useSeesPrices() ? (
    <Credit />
  ) : (
    <>
      <PageHeader title="Credit" />
      <PricesHidden />
    </>
  );
}

function Credit() {
  const { Reseller } = useSession();
  const list = useInfiniteQuery(creditQuery);
  const { rows, loadMore } = useRows(list);
  const [adding, setAdding] = useState(false);
  const page = list.data?.pages[0];
  const transfer = page?.Transfer;
  return (
    <>
      <PageHeader
        title="Credit"
        about={Reseller?.Name}
        actions={transfer && <Button onClick={() => setAdding(true)}>Add credit</Button>}
      />
      {list.error && !page ? (
        <QueryError error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="grid gap-6">
          <div className="grid items-stretch gap-3 md:gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
            <Balance page={page} />
            <RedeemCard />
          </div>
          <Card flush title="History" about="The oldest credit is used first.">
            <div className="px-5 pb-5 max-md:px-4">
              <DataTable
                label="Credit history"
                columns={columns}
                rows={rows}
                rowKey={(row) => row.Id}
                loading={list.isPending || list.isFetchingNextPage}
                hasMore={list.hasNextPage}
                loadMore={loadMore}
                empty={
                  <EmptyState tight icon="pound" title="No credit yet">
                    Codes that you redeem, credit that you add and invoices that it pays appear here.
                  </EmptyState>
                }
              />
            </div>
          </Card>
        </div>
      )}
      {adding && transfer && (
        <Suspense fallback={null}>
          <AddCreditDialog transfer={transfer} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

const Balance = ({ page }: { page: CreditPage | undefined }) => (
  <StatTile
    loading={!page}
    icon="pound"
    label="In credit"
    value={page && <MoneyText value={page.Balance} />}
    note={
      page && page.OnItsWay.Minor !== "0"
        ? `${formatMoney(page.OnItsWay)} more is on its way`
        : "Used by itself on invoices that fall due, or sooner from an invoice’s page"
    }
  />
);
