import type { ThreadEntry, Ticket, TicketItem } from "@tradewind/contract/support/ticket-parts.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import {
  closesAfterDays,
  mayMove,
  stateFor,
  ticketNumber,
  ticketStates,
  type Side,
  type TicketState,
} from "@tradewind/domain/support/tickets.ts";
import type { listNotes, listStates, FileRow, MessageRow } from "./thread.store.ts";
import type { ItemRow, TicketRow } from "./tickets.store.ts";

export const toItem = (row: ItemRow, reader: Side): TicketItem => ({
  Id: row.id,
  Number: ticketNumber(row.number),
  Subject: row.subject,
  Category: row.category,
  Priority: row.priority,
  State: stateFor(reader, { state: row.state, waitsFor: row.waits_for }),
  WaitsFor: row.waits_for,
  CustomerId: row.customer_id,
  CustomerName: row.customer_name,
  ServiceName: row.service_name,
  OpenedBy: row.opened_by_name,
  Assignee: row.assignee_name,
  Created: row.created_at.toISOString(),
  Updated: row.updated_at.toISOString(),
});

export type Thread = {
  messages: readonly MessageRow[];
  notes: Awaited<ReturnType<typeof listNotes>>;
  states: Awaited<ReturnType<typeof listStates>>;
  files: readonly FileRow[];
};
/** The reader's side, and whether they may answer. */
export type Reader = { personId: string; side: Side; mayAnswer: boolean };

/** Builds the full ticket for one reader. The thread must contain only what they may read. */
export function toTicket(row: TicketRow, thread: Thread, reader: Reader): Ticket {
  const closed = row.state === "Closed";
  return {
    ...toItem(row, reader.side),
    ServiceId: row.instance_id,
    Shared: row.shared,
    Own: row.opened_by === reader.personId,
    Helpful: row.helpful,
    Closes: row.state === "Solved" && row.solved_at ? closingDay(row.solved_at) : null,
    Thread: entriesOf(thread, reader),
    May: {
      Reply: reader.mayAnswer && !closed,
      Note: reader.mayAnswer && reader.side !== "customer",
      Move: reader.mayAnswer ? ticketStates.filter((to) => mayMove(row.state, to, reader.side)) : [],
      Rate: reader.mayAnswer && row.opened_side === reader.side && (row.state === "Solved" || closed),
    },
  };
}

/** Tickets close on the first business day that starts at least a full week later. */
const closingDay = (solvedAt: Date) => `${addDays(solvedAt.toISOString().slice(0, 10), closesAfterDays)}T00:00:00.000Z`;

function entriesOf({ messages, notes, states, files }: Thread, { personId, side }: Reader): ThreadEntry[] {
  const entries: ThreadEntry[] = [
    ...messages.map((row) => ({
      Id: row.id,
      Kind: "message" as const,
      Audience: row.audience,
      At: row.created_at.toISOString(),
      Who: row.author_name,
      Side: row.side,
      Mine: row.author_id === personId,
      Text: row.text,
      State: null,
      Files: files
        .filter((file) => file.message_id === row.id)
        .map((file) => ({ Id: file.id, Name: file.name, Size: file.size, Scan: file.scan })),
    })),
    ...notes.map((row) => ({
      Id: row.id,
      Kind: "note" as const,
      Audience: "team" as const,
      At: row.created_at.toISOString(),
      Who: row.author_name,
      Side: side,
      Mine: row.author_id === personId,
      Text: row.text,
      State: null,
      Files: [],
    })),
    ...states.map((row) => ({
      Id: row.id,
      Kind: "state" as const,
      Audience: "everyone" as const,
      At: row.at.toISOString(),
      Who: row.who,
      Side: null,
      Mine: false,
      Text: "",
      State: row.state,
      Files: [],
    })),
  ];
  // Ids grow with time; a message comes before the state change it caused.
  const order = { message: 0, note: 0, state: 1 };
  return entries.toSorted(
    (a, b) => a.At.localeCompare(b.At) || order[a.Kind] - order[b.Kind] || a.Id.localeCompare(b.Id),
  );
}

/** Counts by state, zero for empty ones. */
export const byState = (rows: readonly { state: TicketState; count: bigint }[]) =>
  Object.fromEntries(
    ticketStates.map((state) => [state, Number(rows.find((row) => row.state === state)?.count ?? 0)]),
  ) as Record<TicketState, number>;
