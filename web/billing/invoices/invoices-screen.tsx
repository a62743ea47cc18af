import { invoices, invoiceStatuses } from "@tradewind/contract/billing/invoices.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { screens, useMedia } from "../../ui/use-media.ts";
import { useSeesPrices } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useTypedSearch } from "../../shared/use-typed-search.ts";
import { invoiceAddress } from "./invoice-words.tsx";
import { invoiceListQuery, invoiceTotalsQuery, type InvoiceFilter } from "./invoices.queries.ts";
import { invoiceColumns } from "./invoices-table.tsx";

/** What the address asks for; anything it may not ask for counts as not asked. */
function filterOf(search: Readonly<Record<string, string | undefined>>): InvoiceFilter {
  const status = invoiceStatuses.find((each) => each === search["status"]);
  return { Search: (search["search"] ?? "").slice(0, 40), ...(status ? { Status: status } : {}) };
}

export function InvoicesScreen() {
  const filter = filterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const prices = useSeesPrices();
  const phone = useMedia(screens.phone);
  const list = useInfiniteQuery(invoiceListQuery(filter));
  const totals = useQuery(invoiceTotalsQuery).data;
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.Items) ?? [], [list.data]);
  const columns = useMemo(() => invoiceColumns(prices, phone), [prices, phone]);
  const show = (change: Partial<InvoiceFilter>) => {
    const { Search, Status } = { ...filter, ...change };
    void navigate({
      to: "/billing/invoices",
      search: { ...(Search ? { search: Search } : {}), ...(Status ? { status: Status } : {}) },
      replace: true,
    });
  };
  const [text, setText] = useTypedSearch(filter.Search, (Search) => show({ Search }));
  const filtered = filter.Search !== "" || filter.Status !== undefined;

  return (
    <>
      <PageHeader
        title="Invoices"
        about={
          totals && (
            <span className="figures" role="status">
              {totals.Count.toLocaleString("en-GB")} {totals.Count === 1 ? "document" : "documents"}
              {totals.Owed && (
                <>
                  , <MoneyText value={totals.Owed} credit /> to pay
                </>
              )}
            </span>
          )
        }
        actions={
          prices && (
            <DownloadButton endpoint={invoices.csv} sent={{}} fileName="invoices.csv">
              Export CSV
            </DownloadButton>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchBox
          label="Search by number"
          className="max-md:w-full"
          value={text}
          maxLength={40}
          onChange={(event) => setText(event.target.value)}
        />
        <Segmented
          label="Status"
          quietLabel
          value={filter.Status ?? "all"}
          onValue={(value) => show({ Status: value === "all" ? undefined : value })}
          choices={[
            { value: "all", label: "All" },
            { value: "open", label: "Open" },
            { value: "overdue", label: totals?.OverdueCount ? `Overdue ${totals.OverdueCount}` : "Overdue" },
            { value: "paid", label: "Paid" },
          ]}
        />
      </div>
      <DataTable
        label="Invoices"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.Id}
        href={invoiceAddress}
        renderLink={rowLink}
        total={filtered ? undefined : totals?.Count}
        loading={list.isPending || list.isFetchingNextPage}
        hasMore={list.hasNextPage}
        loadMore={() => {
          if (!list.isFetchingNextPage) void list.fetchNextPage();
        }}
        error={
          list.isError && rows.length === 0 ? (
            <QueryError error={list.error} onRetry={() => void list.refetch()} />
          ) : undefined
        }
        empty={
          filtered ? (
            <EmptyState
              icon="search"
              title="No invoices match"
              action={
                <Button onClick={() => (setText(""), show({ Search: "", Status: undefined }))}>Clear filters</Button>
              }
            >
              Nothing was found{filter.Search && ` for “${filter.Search}”`}
              {filter.Status && ` among ${filter.Status} invoices`}.
            </EmptyState>
          ) : (
            <EmptyState icon="document" title="No invoices yet">
              Each month is invoiced on the first day of the next. What is charged until then is on the billing page.
            </EmptyState>
          )
        }
      />
    </>
  );
}
