import { readSearch } from "@tradewind/contract/address.ts";
import { acts } from "@tradewind/contract/acts.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { CustomerListed } from "@tradewind/contract/customers/customers.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { QueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useAllowed, useMayAddCustomers, useMaySuspendCustomers, useSession } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { saveRows } from "../../shared/list/list-table.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { useSelection } from "../../shared/list/use-selection.ts";
import { CustomerStatus } from "./customer-status.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { customerListQuery } from "./customers.queries.ts";
import type { CustomerAction } from "./customer-dialogs.tsx";
import { useCustomerList } from "./use-customer-list.ts";

const CustomerBulk = lazy(async () => ({ default: (await import("./customer-selection.tsx")).CustomerBulk }));
const CustomerMarkChips = lazy(async () => ({ default: (await import("./customer-marks.tsx")).CustomerMarkChips }));
const ProductFilter = lazy(async () => ({ default: (await import("./customer-marks.tsx")).ProductFilter }));
const CustomerDialogs = lazy(async () => ({ default: (await import("./customer-dialogs.tsx")).CustomerDialogs }));

/** Most figures need no thousands separator, and its formatter is slow to create. */
const figure = (count: number) => (count < 1000 ? String(count) : count.toLocaleString("en-GB"));

/** A cell that shows what a download holds. */
const words = (of: (row: CustomerListed) => string) => ({ cell: of, text: of });
const columns: readonly Column<CustomerListed>[] = [
  {
    id: "name",
    header: "Name",
    width: "minmax(220px, 3fr)",
    sortable: true,
    ...words((row) => row.Name),
  },
  {
    id: "status",
    header: "Status",
    width: "minmax(120px, 1fr)",
    card: "line",
    cell: (row) =>
      row.Troubles && row.Status === "Active" ? (
        <StatusDot tone="fail" detail={`${row.Status}. Services failed or differ from what their vendor has.`}>
          {`${figure(row.Troubles)} in trouble`}
        </StatusDot>
      ) : (
        <CustomerStatus status={row.Status} />
      ),
    text: (row) => row.Status,
  },
  {
    id: "type",
    header: "Organisation type",
    width: "minmax(150px, 1fr)",
    from: "large",
    quiet: true,
    ...words((row) => row.OrganisationType),
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
    id: "monthly",
    header: "Monthly cost",
    width: "130px",
    align: "end",
    card: "line",
    sortable: true,
    ...words((row) => (row.Monthly ? formatMoney(row.Monthly) : "")),
  },
  {
    id: "renewal",
    header: "Next renewal",
    width: "130px",
    align: "end",
    from: "large",
    sortable: true,
    ...words((row) => (row.NextRenewal ? formatDate(row.NextRenewal) : "")),
  },
  {
    id: "created",
    header: "Created",
    width: "130px",
    align: "end",
    from: "large",
    sortable: true,
    quiet: true,
    ...words((row) => formatDate(row.Created)),
  },
];
/** How customers stand is of all their products, and what they cost for who sees prices. */
function useColumns(): (of: readonly Column<CustomerListed>[]) => readonly Column<CustomerListed>[] {
  const { SeesPrices, Restricted, User } = useSession();
  const knows = !Restricted.Products && User.Kind !== "endUserAdmin";
  return (of) => of.filter(({ id }) => (id === "monthly" ? knows && SeesPrices : id === "renewal" ? knows : true));
}
/** On a card the figure says what it counts. */
const cardColumns = columns.map((column) =>
  column.id === "services"
    ? { ...column, cell: (row: CustomerListed) => <span className="text-sm text-muted">{services(row.Services)}</span> }
    : column,
);
const services = (count: number) => `${figure(count)} service${count === 1 ? "" : "s"}`;

/** Fetches the first page of the requested list unless it is cached. */
export async function prepareList(queries: QueryClient, search: Readonly<Record<string, string>>): Promise<void> {
  const query = customerListQuery(readSearch(screens.customers, search));
  if (!queries.getQueryData(query.queryKey)) await queries.prefetchInfiniteQuery(query);
}

const file = "customers.csv";
const keyOf = (row: CustomerListed) => row.Id;

export function CustomersScreen() {
  const filter = useFilter(screens.customers);
  const mayEdit = useAllowed(acts.editCustomer);
  const mayAdd = useMayAddCustomers();
  const maySuspend = useMaySuspendCustomers();
  const mayOrder = useAllowed(acts.order);
  const known = useColumns();
  const { list, rows, counts } = useCustomerList(filter.asked);
  const [action, setAction] = useState<CustomerAction>();
  const { selected, chosen, select } = useSelection(rows, keyOf, filter.name);

  const actions = (row: CustomerListed): MenuItem[] => [
    ...(mayOrder && row.Status === "Active"
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
  return (
    <>
      <ListScreen
        title="Customers"
        words={["customer", "customers"]}
        filter={filter}
        headActions={add}
        searchLabel="Search customers"
        filters={
          <Suspense fallback={<div className="min-h-9 w-60 max-md:min-h-11 max-md:w-auto max-md:flex-1" />}>
            <ProductFilter counts={counts} marks={filter.asked} onMarks={filter.ask} />
          </Suspense>
        }
        chips={
          <Suspense fallback={<div className="min-h-8 max-md:min-h-11" />}>
            <CustomerMarkChips counts={counts} marks={filter.asked} onMarks={filter.ask} />
          </Suspense>
        }
        settings="customers"
        csvFile={file}
        list={list}
        columns={known(columns)}
        cardColumns={known(cardColumns)}
        rowKey={keyOf}
        href={(row) => customerAddress(row.Id)}
        renderLink={rowLink}
        actions={mayEdit || mayOrder ? actions : undefined}
        total={counts?.Total}
        selected={selected}
        onSelect={select}
        rowName={({ Name }) => Name}
        bulk={
          <CustomerBulk
            chosen={chosen}
            mayEdit={mayEdit}
            onSeveral={(what) => setAction({ kind: "several", what, chosen })}
            onCsv={() => void saveRows(known(columns), chosen, file)}
          />
        }
        empty={
          <EmptyState icon="building" title="No customers yet" action={add}>
            Customers are the organisations you look after. Add the first one to order products for it.
          </EmptyState>
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
