/** Rules for support tickets: their states, who answers whom, and the limits of attached files. */
import type { Right, UserKind } from "../values/permissions.ts";

export const ticketStates = ["New", "Open", "Waiting for you", "Solved", "Closed"] as const;
export type TicketState = (typeof ticketStates)[number];
export const ticketCategories = ["Technical", "Orders", "Billing", "Access", "Other"] as const;
export type TicketCategory = (typeof ticketCategories)[number];
/** Most urgent first. */
export const ticketPriorities = ["Urgent", "High", "Normal", "Low"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** Sides of a conversation: the customer's people, the reseller's, the operator's. A message answers the sides listed before its own. */
export const sides = ["customer", "reseller", "operator"] as const;
export type Side = (typeof sides)[number];

/** The side of a reseller's or a customer's people. */
export const tenantSideOf = (kind: Exclude<UserKind, "admin">): Exclude<Side, "operator"> =>
  kind === "reseller" || kind === "engineer" ? "reseller" : "customer";
export const sideOf = (kind: UserKind): Side => (kind === "admin" ? "operator" : tenantSideOf(kind));

/** Days of business time after which a solved ticket closes automatically. */
export const closesAfterDays = 7;
export const mostFiles = 5;

export const ticketNumber = (number: number | bigint): string => `T-${String(number).padStart(6, "0")}`;

/** Extracts the ticket number from a search, however it is written: `T-000123`, `#123`, `123`. */
export function numberIn(search: string): string | undefined {
  const found = /^(?:t-?|#)?\s*0*([1-9]\d{0,14})$/i.exec(search.trim());
  return found?.[1];
}

type Ticket = { state: TicketState; openedSide: "customer" | "reseller" };

/** Whether a message from this side answers the person who opened the ticket. */
export const answers = ({ openedSide }: Pick<Ticket, "openedSide">, by: Side): boolean =>
  sides.indexOf(by) > sides.indexOf(openedSide);

/**
 * Returns the state after a message that the opener can read: an answer waits for the opener, the opener's own message
 * waits for an answer. Closed tickets accept no messages.
 */
export function stateAfterReply(ticket: Ticket, by: Side, solves = false): TicketState | undefined {
  if (ticket.state === "Closed") return undefined;
  if (solves) return "Solved";
  if (answers(ticket, by)) return "Waiting for you";
  return ticket.state === "New" ? "New" : "Open";
}

/**
 * Returns the state as a side reads it: whatever awaits its own answer waits for it, whatever awaits somebody else's does
 * not. The operator's desk sees the state as it is.
 */
export function stateFor(
  reader: Side,
  { state, waitsFor }: { state: TicketState; waitsFor: Side | null },
): TicketState {
  if (reader === "operator") return state;
  if (waitsFor === reader) return "Waiting for you";
  return state === "Waiting for you" ? "Open" : state;
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

/** Without the permission, people can only answer tickets they opened (SUP-06). */
export const mayAnswer = (
  actor: { personId: string; rights: ReadonlySet<Right> },
  ticket: { openedBy: string },
): boolean => actor.rights.has("submitAndRespondToAllTickets") || ticket.openedBy === actor.personId;
