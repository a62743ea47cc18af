import { screens } from "@tradewind/contract/screens.ts";
import { acts } from "@tradewind/contract/acts.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import type { TicketItem } from "@tradewind/contract/support/ticket-parts.ts";
import { sideOf, ticketCategories, ticketStates, type Side } from "@tradewind/domain/support/tickets.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAllowed, useSession } from "../../platform/session.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { RouterButton } from "../../shared/router-button.tsx";
import { Select } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { CustomerField } from "./customer-field.tsx";
import { ticketCountQuery, ticketListQuery } from "./tickets.queries.ts";
import {
  categoryChoices,
  categoryWords,
  FriendlyTime,
  Priority,
  ticketAddress,
  TicketStatus,
} from "./ticket-words.tsx";

export function TicketsScreen() {
  const filter = useFilter(screens.tickets);
  const { asked, ask } = filter;
  const reader = sideOf(useSession().User.Kind);
  const mayOpen = useAllowed(acts.openTicket);
  const list = useInfiniteQuery(ticketListQuery(asked));
  const counts = useQuery(ticketCountQuery(asked)).data;
  const now = useBusinessNow();
  const columns = useMemo(() => columnsFor(reader, now), [reader, now]);
  const all = counts && ticketStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const add = mayOpen && <RouterButton to={screens.addTicket.path}>Add support ticket</RouterButton>;
  return (
    <ListScreen
      title="Tickets"
      words={["ticket", "tickets"]}
      filter={filter}
      headActions={
        <>
          <DownloadButton endpoint={tickets.csv} sent={{}} fileName="tickets.csv">
            Export CSV
          </DownloadButton>
          {add}
        </>
      }
      searchLabel="Search by subject or number"
      filters={
        <>
          <Select
            label="State"
            className="w-48 max-md:w-[calc(50%-0.375rem)]"
            value={asked.State ?? ""}
            placeholder={`All states${amount(all)}`}
            choices={ticketStates.map((value) => ({ value, label: `${value}${amount(counts?.[value])}` }))}
            onChange={({ target }) => ask({ State: ticketStates.find((state) => state === target.value) })}
          />
          <Select
            label="Category"
            className="w-48 max-md:w-[calc(50%-0.375rem)]"
            value={asked.Category ?? ""}
            placeholder="All categories"
            choices={categoryChoices}
            onChange={({ target }) => ask({ Category: ticketCategories.find((each) => each === target.value) })}
          />
          {reader !== "customer" && (
            <CustomerField
              label="Customer"
              className="w-60 max-md:w-full"
              placeholder="All customers"
              customerId={asked.CustomerId ?? ""}
              onCustomer={(CustomerId) => ask({ CustomerId })}
            />
          )}
        </>
      }
      settings="tickets"
      list={list}
      columns={columns}
      rowKey={(row) => row.Id}
      href={(row) => ticketAddress(row.Id)}
      renderLink={rowLink}
      total={asked.State ? counts?.[asked.State] : all}
      empty={
        <EmptyState icon="help" title="No tickets yet" action={add}>
          Your questions to support, and every answer, are kept here.
        </EmptyState>
      }
    />
  );
}

const amount = (count: number | undefined) => (count === undefined ? "" : ` (${count.toLocaleString("en-GB")})`);

const columnsFor = (reader: Side, now: number | undefined): readonly Column<TicketItem>[] => [
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
    cell: (row) => <FriendlyTime at={row.Created} now={now} />,
  },
  {
    id: "updated",
    header: "Updated",
    width: "110px",
    align: "end",
    sortable: true,
    card: "line",
    quiet: true,
    cell: (row) => <FriendlyTime at={row.Updated} now={now} />,
  },
];
