/** What becomes of a support ticket: its states, who answers whom, and what a file sent with it may be. */
import type { Right, UserKind } from "../values/permissions.ts";

export const ticketStates = ["New", "Open", "Waiting for you", "Solved", "Closed"] as const;
export type TicketState = (typeof ticketStates)[number];
export const ticketCategories = ["Technical", "Orders", "Billing", "Access", "Other"] as const;
export type TicketCategory = (typeof ticketCategories)[number];
/** The most urgent first. */
export const ticketPriorities = ["Urgent", "High", "Normal", "Low"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** Who writes: the customer's people, the reseller's, the operator's. Each answers those before it. */
export const sides = ["customer", "reseller", "operator"] as const;
export type Side = (typeof sides)[number];

export const sideOf = (kind: UserKind): Side =>
  kind === "admin" ? "operator" : kind === "reseller" || kind === "engineer" ? "reseller" : "customer";

/** Days of business time after which a solved ticket closes by itself. */
export const closesAfterDays = 7;
export const mostFiles = 5;
/** In bytes. */
export const largestFile = 5_000_000;

export const ticketNumber = (number: number | bigint): string => `T-${String(number).padStart(6, "0")}`;

/** The number somebody searches for, however they write it: `T-000123`, `#123`, `123`. */
export function numberIn(search: string): string | undefined {
  const found = /^(?:t-?|#)?\s*0*([1-9]\d{0,14})$/i.exec(search.trim());
  return found?.[1];
}

type Ticket = { state: TicketState; openedSide: "customer" | "reseller" };

/** Whether what this side writes is an answer to whoever opened the ticket. */
export const answers = ({ openedSide }: Pick<Ticket, "openedSide">, by: Side): boolean =>
  sides.indexOf(by) > sides.indexOf(openedSide);

/**
 * The state after a message that the opener reads: an answer waits for them, what they say themselves waits for an answer.
 * A closed ticket takes no message.
 */
export function stateAfterReply(ticket: Ticket, by: Side, solves = false): TicketState | undefined {
  if (ticket.state === "Closed") return undefined;
  if (solves) return "Solved";
  if (answers(ticket, by)) return "Waiting for you";
  return ticket.state === "New" ? "New" : "Open";
}

const movesOfAll: Partial<Record<TicketState, readonly TicketState[]>> = {
  Solved: ["New", "Open", "Waiting for you"],
  Closed: ["New", "Open", "Waiting for you", "Solved"],
  Open: ["Solved"],
};
const movesOfOperator: typeof movesOfAll = {
  ...movesOfAll,
  Open: ["New", "Waiting for you", "Solved"],
  "Waiting for you": ["New", "Open"],
};

export const mayMove = (from: TicketState, to: TicketState, by: Side): boolean =>
  (by === "operator" ? movesOfOperator : movesOfAll)[to]?.includes(from) ?? false;

/** Without the permission people answer only what they opened themselves (SUP-06). */
export const mayAnswer = (
  actor: { personId: string; rights: ReadonlySet<Right> },
  ticket: { openedBy: string },
): boolean => actor.rights.has("submitAndRespondToAllTickets") || ticket.openedBy === actor.personId;
