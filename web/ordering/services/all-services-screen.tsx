import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { serviceAddress } from "../../shared/customer-context.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink } from "../../shared/link-render.tsx";
import { productChoices } from "../../shared/product-choices.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { ServiceStatus } from "../../shared/service-status.tsx";
import { RouterButton } from "../../shared/router-button.tsx";
import { useAllowed } from "../../platform/session.ts";
import { useTypedSearch } from "../../shared/use-typed-search.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { filterOf, searchOf } from "./service-filter.ts";
import { serviceCountQuery, serviceListQuery, type ServiceFilter } from "./services.queries.ts";

const columns: readonly Column<ServiceItem>[] = [
  { id: "customer", header: "Customer", width: "minmax(180px, 3fr)", sortable: true, cell: (row) => row.CustomerName },
  {
    id: "product",
    header: "Product",
    width: "minmax(200px, 2fr)",
    card: "line",
    cell: (row) => (
      <span className="truncate">
        {row.ProductName}
        {row.UserName && <span className="text-muted"> · {row.UserName}</span>}
      </span>
    ),
  },
  { id: "state", header: "State", width: "170px", card: "corner", cell: (row) => <ServiceStatus service={row} /> },
  {
    id: "quantity",
    header: "Units",
    width: "100px",
    align: "end",
    from: "large",
    cell: (row) => row.Quantity.toLocaleString("en-GB"),
  },
  {
    id: "since",
    header: "Since",
    width: "130px",
    align: "end",
    sortable: true,
    quiet: true,
    cell: (row) => formatDate(row.Since),
  },
];

/** The services of all customers: what each has, how it stands, and where something failed. */
export function AllServicesScreen() {
  const filter = filterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const mayOrder = useAllowed("marketplaceOrder");
  const list = useInfiniteQuery(serviceListQuery(filter));
  // The rows come first; the figures about them follow.
  const { data: counts } = useQuery({ ...serviceCountQuery(filter), enabled: !list.isPending });
  const rows = list.data?.pages.flatMap((page) => page.Items) ?? [];
  const show = (change: Partial<ServiceFilter>) =>
    void navigate({ to: "/services", search: searchOf({ ...filter, ...change }), replace: true });
  const [text, setText] = useTypedSearch(filter.Search, (Search) => show({ Search }));
  const total = counts && {
    all: counts.Total,
    active: counts.Active,
    changing: counts.Changing,
    failed: counts.Failed,
  };
  const found = total?.[filter.State ?? "all"];
  const amount = (count: number | undefined) => (count === undefined ? "" : ` ${count.toLocaleString("en-GB")}`);
  const searching = filter.Search !== "" || filter.State !== undefined || filter.ProductId !== undefined;
  const { Sort: _sort, ...asked } = filter;
  return (
    <>
      <PageHeader
        title="Services"
        about={
          <span className="figures" role="status">
            {found === undefined
              ? "Counting…"
              : `${found.toLocaleString("en-GB")} ${searching ? "found" : found === 1 ? "service" : "services"}`}
          </span>
        }
        actions={
          rows.length > 0 && (
            <DownloadButton endpoint={serviceLists.csv} sent={{ query: asked }} fileName="services.csv">
              Export
            </DownloadButton>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-3 max-md:w-full max-md:flex-wrap">
          <SearchBox
            label="Search customers"
            className="md:w-72 max-md:w-full"
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.target.value)}
          />
          <Select
            label="Product"
            quietLabel
            className="w-60 max-md:w-full"
            value={filter.ProductId ?? ""}
            onChange={({ target }) => show({ ProductId: target.value || undefined })}
            placeholder="All products"
            choices={productChoices(counts?.Products ?? [], filter.ProductId)}
          />
        </div>
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label="State"
            quietLabel
            value={filter.State ?? "all"}
            onValue={(value) => show({ State: value === "all" ? undefined : value })}
            choices={[
              { value: "all", label: `All${amount(total?.all)}` },
              { value: "active", label: `Active${amount(total?.active)}` },
              { value: "changing", label: `Changing${amount(total?.changing)}` },
              { value: "failed", label: `Failed${amount(total?.failed)}` },
            ]}
          />
        </div>
      </div>
      <DataTable
        label="Services"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.Id}
        href={(row) => serviceAddress(row.CustomerId, row.Id)}
        renderLink={rowLink}
        total={found}
        loading={list.isPending || list.isFetchingNextPage}
        hasMore={list.hasNextPage}
        loadMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        sort={filter.Sort}
        onSort={(sort) => show({ Sort: sort as ServiceFilter["Sort"] })}
        error={
          list.isError && rows.length === 0 ? (
            <QueryError error={list.error} onRetry={() => void list.refetch()} />
          ) : undefined
        }
        empty={
          searching ? (
            <EmptyState
              icon="search"
              title="No services match"
              action={
                <Button onClick={() => (setText(""), show({ Search: "", State: undefined, ProductId: undefined }))}>
                  Clear filters
                </Button>
              }
            >
              No customer of that name has such a service. Check the spelling or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState
              icon="cloud"
              title="No services yet"
              action={mayOrder && <RouterButton to="/marketplace">Add product</RouterButton>}
            >
              What is ordered for your customers appears here, with its state at the vendor.
            </EmptyState>
          )
        }
      />
    </>
  );
}
