import { screens } from "@tradewind/contract/screens.ts";
import type { DeskItem } from "@tradewind/contract/support/desk.ts";
import { ticketPriorities, ticketStates } from "@tradewind/domain/support/tickets.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useBusinessNow } from "../../shared/business-now.ts";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { useSearchOf } from "../../shared/screen-address.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { DeskTicketScreen } from "./desk-ticket-screen.tsx";
import { deskListQuery } from "./tickets.queries.ts";
import { deskAddress, FriendlyTime, Priority, TicketStatus } from "./ticket-words.tsx";

/** `/operator/tickets`: shows the queue of all resellers, or one of its tickets with `id`. */
export function DeskScreen() {
  const { Id } = useSearchOf(screens.desk);
  return Id ? <DeskTicketScreen ticketId={Id} /> : <DeskQueue />;
}

const states = ["todo", "all", ...ticketStates] as const;
const stateWords: Partial<Record<(typeof states)[number], string>> = {
  todo: "To do",
  all: "All",
  "Waiting for you": "Waiting for them",
};

function DeskQueue() {
  const filter = useFilter(screens.desk);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(deskListQuery(asked));
  const now = useBusinessNow();
  const columns = useMemo(() => columnsFor(now), [now]);
  return (
    <ListScreen
      title="Tickets"
      words={["ticket", "tickets"]}
      filter={filter}
      about="The most urgent first, then those waiting longest."
      searchLabel="Search by subject, number or reseller"
      filters={
        <>
          <Select
            label="State"
            className="w-44 max-md:w-[calc(50%-0.375rem)]"
            value={asked.State}
            choices={states.map((value) => ({ value, label: stateWords[value] ?? value }))}
            onChange={({ target }) => ask({ State: states.find((state) => state === target.value) })}
          />
          <Select
            label="Priority"
            className="w-44 max-md:w-[calc(50%-0.375rem)]"
            placeholder="All priorities"
            value={asked.Priority ?? ""}
            choices={ticketPriorities.map((value) => ({ value, label: value }))}
            onChange={({ target }) => ask({ Priority: ticketPriorities.find((each) => each === target.value) })}
          />
          <Segmented
            label="Assigned to"
            value={asked.Assigned ?? "anybody"}
            onValue={(value) => ask({ Assigned: value === "anybody" ? undefined : value })}
            choices={[
              { value: "anybody", label: "Anybody" },
              { value: "me", label: "Me" },
              { value: "nobody", label: "Nobody" },
            ]}
          />
        </>
      }
      settings="desk"
      list={list}
      columns={columns}
      rowKey={(row) => row.Id}
      href={(row) => deskAddress(row.Id)}
      renderLink={rowLink}
      empty={
        <EmptyState icon="checkCircle" title="Nothing is waiting for us">
          Tickets from resellers appear here automatically.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (now: number | undefined): readonly Column<DeskItem>[] => [
  { id: "subject", header: "Subject", width: "minmax(200px, 3fr)", cell: (row) => row.Subject },
  {
    id: "number",
    header: "Number",
    width: "110px",
    from: "large",
    card: "corner",
    quiet: true,
    cell: (row) => <span className="figures">{row.Number}</span>,
  },
  {
    id: "priority",
    header: "Priority",
    width: "100px",
    card: "corner",
    cell: (row) => <Priority of={row.Priority} />,
  },
  {
    id: "state",
    header: "State",
    width: "minmax(190px, 1fr)",
    card: "line",
    cell: (row) => <TicketStatus ticket={row} reader="operator" />,
  },
  {
    id: "reseller",
    header: "Reseller",
    width: "minmax(130px, 1.5fr)",
    card: "line",
    cell: (row) => row.ResellerName,
  },
  {
    id: "assignee",
    header: "Assigned to",
    width: "minmax(120px, 1fr)",
    from: "large",
    cell: (row) => row.Assignee ?? <span className="text-muted">Nobody</span>,
  },
  {
    id: "updated",
    header: "Waiting since",
    width: "130px",
    align: "end",
    from: "large",
    quiet: true,
    cell: (row) => <FriendlyTime at={row.Updated} now={now} />,
  },
];
