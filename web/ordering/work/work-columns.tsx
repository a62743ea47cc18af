import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useTake } from "./use-take.ts";
import { daysInWords, daysLate, isOpenWork, waitedSince, workLooks } from "./work-words.ts";
import type { WorkItem } from "./work.queries.ts";

/** The columns of the queue: what is to be done for whom, whose it is, when it is due and since when it waits. */
export const workColumns = (open: boolean, today: string): readonly Column<WorkItem>[] => [
  {
    id: "task",
    header: "Task",
    width: "minmax(220px, 3fr)",
    twoLines: true,
    cell: (row) => (
      <>
        <span className="block truncate" title={row.Title}>
          {row.Title}
        </span>
        <span className="block truncate text-sm font-normal text-muted">
          {row.ProductName} for {row.CustomerName}, by {row.ResellerName}
        </span>
      </>
    ),
  },
  {
    id: "number",
    header: "Order",
    width: "110px",
    from: "wide",
    quiet: true,
    cell: (row) => <span className="figures">{row.OrderNumber}</span>,
  },
  {
    id: "whose",
    header: "Whose",
    width: "minmax(110px, 1fr)",
    card: "line",
    cell: (row) => row.Assignee ?? <span className="text-muted">Nobody’s</span>,
  },
  ...(open
    ? [
        {
          id: "due",
          sortable: true,
          header: "Due",
          width: "130px",
          card: "line" as const,
          cell: (row: WorkItem) => <Due due={row.Due} today={today} />,
        },
        {
          id: "age",
          sortable: true,
          header: "Waiting",
          width: "100px",
          align: "end" as const,
          from: "large" as const,
          cell: (row: WorkItem) => <span title={formatDateTime(row.Created)}>{waitedSince(row.Created, today)}</span>,
        },
      ]
    : []),
  {
    id: "state",
    header: "State",
    width: "130px",
    card: "corner",
    cell: (row) => (isOpenWork(row) && row.AssigneeId === null ? <Take item={row} /> : State(row)),
  },
];

/** On a card, what nobody has can be taken where the state would cut its title. */
export const workCards = (open: boolean, today: string): readonly Column<WorkItem>[] => [
  ...workColumns(open, today).flatMap((column) =>
    column.id !== "state" ? [column] : open ? [] : [{ ...column, card: "line" as const }],
  ),
  {
    id: "take",
    header: "Take",
    card: "corner",
    cell: (row) => isOpenWork(row) && row.AssigneeId === null && <Take item={row} />,
  },
];

const State = ({ Status }: WorkItem) => (
  <StatusDot tone={workLooks[Status].tone} moving={workLooks[Status].moving}>
    {workLooks[Status].word}
  </StatusDot>
);

/** The day something is due, and how late it is. */
export function Due({ due, today }: { due: string; today: string }) {
  const late = daysLate(due, today);
  return late > 0 ? (
    <span className="inline-flex max-w-full items-center gap-1.5 text-danger" title={`Due ${formatDate(due)}`}>
      <Icon name="alert" className="shrink-0" />
      <span className="truncate">{daysInWords(late)} late</span>
    </span>
  ) : (
    <span className="figures">{late === 0 ? "Today" : formatDate(due)}</span>
  );
}

function Take({ item }: { item: WorkItem }) {
  const { take, busy } = useTake();
  return (
    <span className="relative z-1">
      <Button
        size="small"
        aria-label={`Take ${item.Title} for ${item.CustomerName}`}
        disabled={busy}
        onClick={() => take(item)}
      >
        Take
      </Button>
    </span>
  );
}
