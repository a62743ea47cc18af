import type { CustomerItem } from "@tradewind/contract/customers/customers.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { screens, useMedia } from "../../ui/use-media.ts";
import { useAllowed, useMayAddCustomers, useMaySuspendCustomers } from "../../platform/session.ts";
import { useColumnChoice } from "../../shared/column-choice.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { productChoices } from "../../shared/product-choices.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { TableMenu } from "../../shared/table-menu.tsx";
import { useTypedSearch } from "../../shared/use-typed-search.ts";
import { filterOf, noMarks, sameCustomers, searchOf } from "./customer-filter.ts";
import { CustomerMarkChips } from "./customer-marks.tsx";
import { CustomerBulk, useSelection } from "./customer-selection.tsx";
import { CustomerStatus } from "./customer-status.tsx";
import { customerListQuery, type CustomerFilter } from "./customers.queries.ts";
import type { CustomerAction } from "./customer-dialogs.tsx";
import { useCustomerList } from "./use-customer-list.ts";

const CustomerDialogs = lazy(async () => ({ default: (await import("./customer-dialogs.tsx")).CustomerDialogs }));

/** Most figures need no thousands, whose formatter takes long to make. */
const figure = (count: number) => (count < 1000 ? String(count) : count.toLocaleString("en-GB"));

const columns: readonly Column<CustomerItem>[] = [
  {
    id: "name",
    header: "Name",
    width: "minmax(220px, 3fr)",
    sortable: true,
    cell: (row) => row.Name,
    text: (row) => row.Name,
  },
  {
    id: "status",
    header: "Status",
    width: "minmax(120px, 1fr)",
    card: "line",
    cell: (row) => <CustomerStatus status={row.Status} />,
    text: (row) => row.Status,
  },
  {
    id: "type",
    header: "Organisation type",
    width: "minmax(150px, 1fr)",
    from: "large",
    quiet: true,
    cell: (row) => row.OrganisationType,
    text: (row) => row.OrganisationType,
  },
  {
    id: "services",
    header: "Services",
    width: "110px",
    align: "end",
    card: "corner",
    cell: (row) => figure(row.Services),
    text: (row) => String(row.Services),
  },
  {
    id: "users",
    header: "Users",
    width: "100px",
    align: "end",
    from: "large",
    cell: (row) => figure(row.Users),
    text: (row) => String(row.Users),
  },
  {
    id: "created",
    header: "Created",
    width: "130px",
    align: "end",
    sortable: true,
    quiet: true,
    cell: (row) => formatDate(row.Created),
    text: (row) => formatDate(row.Created),
  },
];
/** On a card the figure says what it counts. */
const cardColumns = columns.map((column) =>
  column.id === "services"
    ? { ...column, cell: (row: CustomerItem) => <span className="text-sm text-muted">{services(row.Services)}</span> }
    : column.id === "created"
      ? { ...column, card: "line" as const }
      : column,
);
const services = (count: number) => `${figure(count)} service${count === 1 ? "" : "s"}`;

/** The first page of the list that the address asks for, where it is not there yet. */
export async function prepareList(queries: QueryClient, search: Readonly<Record<string, string>>): Promise<void> {
  const query = customerListQuery(filterOf(search));
  if (!queries.getQueryData(query.queryKey)) await queries.prefetchInfiniteQuery(query);
}

/** The rows that are there, as a file. */
async function saveRows(shown: typeof columns, rows: readonly CustomerItem[]): Promise<void> {
  const { csvOf, saveText } = await import("../../ui/csv.ts");
  saveText(csvOf(shown, rows), "customers.csv");
}

export function CustomersScreen() {
  const filter = filterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const mayEdit = useAllowed("addOrEditCustomers");
  const mayAdd = useMayAddCustomers();
  const maySuspend = useMaySuspendCustomers();
  const mayAddProducts = useAllowed("addProducts");
  const { list, rows, counts, total, loadMore } = useCustomerList(filter);
  const [action, setAction] = useState<CustomerAction>();
  const phone = useMedia(screens.phone);
  const { shown, choice } = useColumnChoice("customers", columns);

  const { selected, chosen, select, clear } = useSelection(rows);

  const show = (change: Partial<CustomerFilter>) => {
    const next = { ...filter, ...change };
    // What is ticked must be what is seen.
    if (!sameCustomers(filter, next)) clear();
    void navigate({ to: "/customers", search: searchOf(next), replace: true });
  };
  const [text, setText] = useTypedSearch(filter.Search, (Search) => show({ Search }));

  const actions = (row: CustomerItem): MenuItem[] => [
    ...(mayAddProducts && row.Status === "Active"
      ? [
          {
            label: "Add product",
            icon: "add" as const,
            onSelect: () => openAddProduct({ customerId: row.Id, customerName: row.Name }),
          },
        ]
      : []),
    ...(mayEdit
      ? [{ label: "Rename", icon: "edit" as const, onSelect: () => setAction({ kind: "rename", customer: row }) }]
      : []),
    ...(maySuspend
      ? [
          row.Status === "Active"
            ? {
                label: "Suspend",
                icon: "pause" as const,
                danger: true,
                onSelect: () => setAction({ kind: "suspend", customer: row }),
              }
            : {
                label: "Reactivate",
                icon: "refresh" as const,
                onSelect: () => setAction({ kind: "reactivate", customer: row }),
              },
        ]
      : []),
  ];

  const add = mayAdd && (
    <Button variant="primary" icon="add" onClick={() => setAction({ kind: "add" })}>
      Add customer
    </Button>
  );
  const searching = !sameCustomers(filter, { Search: "", Sort: "name" });

  return (
    <>
      <PageHeader
        title="Customers"
        about={
          <span className="figures" role="status">
            {total === undefined
              ? "Counting…"
              : `${total.toLocaleString("en-GB")} ${searching ? "found" : total === 1 ? "customer" : "customers"}`}
          </span>
        }
        actions={add}
      />
      <div className="mb-4 grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox
            label="Search customers"
            className="max-md:w-full"
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.target.value)}
          />
          <Select
            label="Product"
            quietLabel
            className="w-60 max-md:w-auto max-md:flex-1"
            value={filter.ProductId ?? ""}
            onChange={({ target }) => show({ ProductId: target.value || undefined })}
            placeholder="All products"
            choices={productChoices(counts?.Products ?? [], filter.ProductId)}
          />
          <span className="ml-auto inline-flex">
            <TableMenu choice={choice} onCsv={() => void saveRows(shown, rows)} />
          </span>
        </div>
        <CustomerMarkChips counts={counts} marks={filter} onMarks={show} />
      </div>
      <DataTable
        label="Customers"
        columns={phone ? cardColumns : shown}
        rows={rows}
        rowKey={(row) => row.Id}
        href={(row) => customerAddress(row.Id)}
        renderLink={rowLink}
        actions={mayEdit || mayAddProducts ? actions : undefined}
        total={total}
        loading={list.isPending || list.isFetchingNextPage}
        hasMore={list.hasNextPage}
        loadMore={loadMore}
        sort={filter.Sort}
        onSort={(sort) => show({ Sort: sort as CustomerFilter["Sort"] })}
        selected={selected}
        onSelect={select}
        bulk={
          <CustomerBulk
            chosen={chosen}
            mayEdit={mayEdit}
            onSeveral={(what) => setAction({ kind: "several", what, chosen })}
            onCsv={() => void saveRows(columns, chosen)}
          />
        }
        error={
          list.isError && rows.length === 0 ? (
            <QueryError error={list.error} onRetry={() => void list.refetch()} />
          ) : undefined
        }
        empty={
          searching ? (
            <EmptyState
              icon="search"
              title="No customers match"
              action={<Button onClick={() => (setText(""), show({ Search: "", ...noMarks }))}>Clear filters</Button>}
            >
              Nothing was found{filter.Search && ` for “${filter.Search}”`} that fits every filter. Check the spelling
              or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState icon="building" title="No customers yet" action={add}>
              Customers are the organisations you look after. Add the first one to order products for it.
            </EmptyState>
          )
        }
      />
      {action && (
        <Suspense fallback={null}>
          <CustomerDialogs action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  );
}
