import type { DeskItem } from "@tradewind/contract/support/desk.ts";
import { ticketPriorities, ticketStates, type TicketPriority } from "@tradewind/domain/support/tickets.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { longInstant } from "../../shared/dates.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { SearchedList } from "../../shared/searched-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { DeskTicketScreen } from "./desk-ticket-screen.tsx";
import { deskListQuery, type DeskFilter } from "./tickets.queries.ts";
import { deskAddress, Priority, TicketStatus } from "./ticket-words.tsx";

type Search = Readonly<Record<string, string | undefined>>;
const states = ["todo", "all", ...ticketStates] as const;

const filterOf = (search: Search): DeskFilter => {
  const Priority = ticketPriorities.find((each) => each === search["priority"]);
  const Assigned = (["me", "nobody"] as const).find((each) => each === search["assigned"]);
  return {
    Search: (search["search"] ?? "").slice(0, 100),
    State: states.find((each) => each === search["state"]) ?? "todo",
    ...(Priority ? { Priority } : {}),
    ...(Assigned ? { Assigned } : {}),
  };
};

/** `/operator/tickets`: the queue over all resellers, or with `id` one ticket of it. */
export function DeskScreen() {
  const search = useSearch({ strict: false }) as Search;
  return search["id"] ? <DeskTicketScreen ticketId={search["id"]} /> : <DeskQueue filter={filterOf(search)} />;
}

const stateChoices = [
  { value: "todo", label: "To do" },
  { value: "all", label: "All" },
  ...ticketStates.map((state) => ({ value: state, label: state === "Waiting for you" ? "Waiting for them" : state })),
];

function DeskQueue({ filter }: { filter: DeskFilter }) {
  const navigate = useNavigate();
  const list = useInfiniteQuery(deskListQuery(filter));
  const show = (change: Partial<DeskFilter>) => {
    const { Search, State, Priority: priority, Assigned } = { ...filter, ...change };
    void navigate({
      to: "/operator/tickets",
      search: {
        ...(Search ? { search: Search } : {}),
        ...(State === "todo" ? {} : { state: State }),
        ...(priority ? { priority } : {}),
        ...(Assigned ? { assigned: Assigned } : {}),
      },
      replace: true,
    });
  };
  const filtered = Boolean(filter.Search || filter.Priority || filter.Assigned);
  return (
    <>
      <PageHeader title="Tickets" about="The most urgent first, then what waits longest." />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Select
          label="State"
          className="w-48 max-md:w-full"
          value={filter.State}
          choices={stateChoices}
          onChange={({ target }) => show({ State: target.value as DeskFilter["State"] })}
        />
        <Select
          label="Priority"
          className="w-48 max-md:w-full"
          placeholder="All priorities"
          value={filter.Priority ?? ""}
          choices={ticketPriorities.map((value) => ({ value, label: value }))}
          onChange={({ target }) => show({ Priority: (target.value || undefined) as TicketPriority | undefined })}
        />
        <Segmented
          label="Looked after by"
          value={filter.Assigned ?? "anybody"}
          onValue={(value) => show({ Assigned: value === "anybody" ? undefined : value })}
          choices={[
            { value: "anybody", label: "Anybody" },
            { value: "me", label: "Me" },
            { value: "nobody", label: "Nobody" },
          ]}
        />
      </div>
      <SearchedList
        label="Tickets"
        searchLabel="Search by subject, number or reseller"
        search={filter.Search}
        onSearch={(Search) => show({ Search })}
        list={list}
        columns={columns}
        rowKey={(row) => row.Id}
        href={(row) => deskAddress(row.Id)}
        renderLink={rowLink}
        empty={
          filtered ? (
            <EmptyState
              icon="search"
              title="No tickets match"
              action={
                <Button onClick={() => void navigate({ to: "/operator/tickets", search: {}, replace: true })}>
                  Clear filters
                </Button>
              }
            >
              Nothing in the queue fits these filters.
            </EmptyState>
          ) : (
            <EmptyState icon="checkCircle" title={filter.State === "todo" ? "Nothing waits for us" : "No tickets here"}>
              What resellers ask appears here by itself.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const columns: readonly Column<DeskItem>[] = [
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
    header: "Looked after by",
    width: "minmax(120px, 1fr)",
    from: "large",
    cell: (row) => row.Assignee ?? <span className="text-muted">Nobody</span>,
  },
  {
    id: "updated",
    header: "Waiting since",
    width: "180px",
    align: "end",
    from: "large",
    quiet: true,
    cell: (row) => longInstant(row.Updated),
  },
];
