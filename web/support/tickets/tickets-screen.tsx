import { support } from "@tradewind/contract/support/support.ts";
import type { TicketItem } from "@tradewind/contract/support/tickets.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import {
  sideOf,
  ticketStates,
  type Side,
  type TicketCategory,
  type TicketState,
} from "@tradewind/domain/support/tickets.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useAllowed, useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink } from "../../shared/link-render.tsx";
import { RouterButton } from "../../shared/router-button.tsx";
import { SearchedList } from "../../shared/searched-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { CustomerField } from "./customer-field.tsx";
import { ticketCountQuery, ticketListQuery, type TicketFilter } from "./tickets.queries.ts";
import { filterOf, searchOf } from "./ticket-filter.ts";
import { categoryChoices, categoryWords, Priority, ticketAddress, TicketStatus } from "./ticket-words.tsx";

export function TicketsScreen() {
  const filter = filterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const reader = sideOf(useSession().User.Kind);
  const mayOpen = useAllowed("submitAndRespondToAllTickets");
  const list = useInfiniteQuery(ticketListQuery(filter));
  const counts = useQuery(ticketCountQuery(filter)).data;
  const columns = useMemo(() => columnsFor(reader), [reader]);
  const show = (change: Partial<TicketFilter>) =>
    void navigate({ to: "/support/tickets", search: searchOf({ ...filter, ...change }), replace: true });

  const all = counts && ticketStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const total = filter.State ? counts?.[filter.State] : all;
  const filtered = Boolean(filter.Search || filter.State || filter.Category || filter.CustomerId);
  const add = mayOpen && <RouterButton to="/support/add-new-ticket">Add support ticket</RouterButton>;
  return (
    <>
      <PageHeader
        title="Tickets"
        about={
          <span className="figures" role="status">
            {total === undefined ? "Counting…" : `${total.toLocaleString("en-GB")} ${words(total, filtered)}`}
          </span>
        }
        actions={
          <>
            <DownloadButton endpoint={support.csv} sent={{}} fileName="tickets.csv">
              Export CSV
            </DownloadButton>
            {add}
          </>
        }
      />
      <div className="mb-4 grid grid-cols-3 gap-3 max-md:grid-cols-2 lg:max-w-3xl">
        <Select
          label="State"
          value={filter.State ?? ""}
          placeholder={`All states${amount(all)}`}
          choices={ticketStates.map((state) => ({ value: state, label: `${state}${amount(counts?.[state])}` }))}
          onChange={({ target }) => show({ State: (target.value || undefined) as TicketState | undefined })}
        />
        <Select
          label="Category"
          value={filter.Category ?? ""}
          placeholder="All categories"
          choices={categoryChoices}
          onChange={({ target }) => show({ Category: (target.value || undefined) as TicketCategory | undefined })}
        />
        {reader !== "customer" && (
          <CustomerField
            label="Customer"
            className="max-md:col-span-2"
            placeholder="All customers"
            customerId={filter.CustomerId ?? ""}
            onCustomer={(customerId) => show({ CustomerId: customerId || undefined })}
          />
        )}
      </div>
      <SearchedList
        label="Tickets"
        searchLabel="Search by subject or number"
        search={filter.Search}
        onSearch={(Search) => show({ Search })}
        list={list}
        columns={columns}
        rowKey={(row) => row.Id}
        href={(row) => ticketAddress(row.Id)}
        renderLink={rowLink}
        total={total}
        sort={filter.Sort ?? "-updated"}
        onSort={(sort) => show({ Sort: sort as TicketFilter["Sort"] })}
        empty={
          filtered ? (
            <EmptyState
              icon="search"
              title="No tickets match"
              action={
                <Button onClick={() => void navigate({ to: "/support/tickets", search: {}, replace: true })}>
                  Clear filters
                </Button>
              }
            >
              Nothing was found{filter.Search && ` for “${filter.Search}”`}. Check the spelling or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState icon="help" title="No tickets yet" action={add}>
              What you ask support, and every answer to it, is kept here.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const amount = (count: number | undefined) => (count === undefined ? "" : ` (${count.toLocaleString("en-GB")})`);
const words = (total: number, filtered: boolean) => (filtered ? "found" : total === 1 ? "ticket" : "tickets");

const columnsFor = (reader: Side): readonly Column<TicketItem>[] => [
  { id: "subject", header: "Subject", width: "minmax(200px, 3fr)", cell: (row) => row.Subject },
  {
    id: "number",
    header: "Number",
    width: "110px",
    card: "corner",
    quiet: true,
    cell: (row) => <span className="figures">{row.Number}</span>,
  },
  {
    id: "state",
    header: "State",
    width: "minmax(190px, 1fr)",
    card: "line",
    cell: (row) => <TicketStatus ticket={row} reader={reader} />,
  },
  ...(reader === "customer"
    ? []
    : [
        {
          id: "customer",
          header: "Customer",
          width: "minmax(130px, 1.5fr)",
          from: "large" as const,
          cell: (row: TicketItem) => row.CustomerName ?? <span className="text-muted">None</span>,
        },
      ]),
  {
    id: "category",
    header: "Category",
    width: "minmax(168px, 1fr)",
    from: "wide",
    quiet: true,
    cell: (row) => categoryWords[row.Category],
  },
  { id: "priority", header: "Priority", width: "90px", from: "large", cell: (row) => <Priority of={row.Priority} /> },
  {
    id: "created",
    header: "Opened",
    width: "110px",
    align: "end",
    sortable: true,
    from: "large",
    quiet: true,
    cell: (row) => formatDate(row.Created),
  },
  {
    id: "updated",
    header: "Updated",
    width: "110px",
    align: "end",
    sortable: true,
    card: "line",
    quiet: true,
    cell: (row) => formatDate(row.Updated),
  },
];
