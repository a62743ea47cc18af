import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { TicketItem } from "@tradewind/contract/support/ticket-parts.ts";
import { formatDateTime, formatFriendlyDate } from "@tradewind/domain/values/date-formats.ts";
import type { Side, TicketCategory, TicketPriority, TicketState } from "@tradewind/domain/support/tickets.ts";
import { Badge, StatusDot, type Tone } from "../../ui/status.tsx";

export const ticketAddress = (ticketId: string) => linkTo(screens.ticket, {}, { Id: ticketId });
export const deskAddress = (ticketId: string) => linkTo(screens.desk, {}, { Id: ticketId });

export const categoryWords: Record<TicketCategory, string> = {
  Technical: "Technical problem",
  Orders: "Orders",
  Billing: "Billing",
  Access: "Access and sign-in",
  Other: "Something else",
};
export const categoryChoices = Object.entries(categoryWords).map(([value, label]) => ({ value, label }));

export const priorityHints: Record<TicketPriority, string> = {
  Urgent: "Urgent: nobody can work",
  High: "High: many people are affected",
  Normal: "Normal",
  Low: "Low: when there is time",
};
export const priorityChoices = Object.entries(priorityHints).map(([value, label]) => ({ value, label }));

export const sideWords: Record<Side, string> = { customer: "Customer", reseller: "Reseller", operator: "Tradewind" };

/** Names the state. Only the operator's desk sees tickets that wait for others. */
function stateWord({ State, WaitsFor }: Pick<TicketItem, "State" | "WaitsFor">, reader: Side): string {
  return reader === "operator" && State === "Waiting for you" && WaitsFor ? waitingFor(WaitsFor) : State;
}

const waitingFor = (side: Side) => `Waiting for ${side === "operator" ? "Tradewind" : `the ${side}`}`;

const tones: Record<TicketState, Tone> = {
  New: "information",
  Open: "information",
  "Waiting for you": "information",
  Solved: "success",
  Closed: "disabled",
};

export function TicketStatus({ ticket, reader }: { ticket: TicketItem; reader: Side }) {
  const mine = ticket.WaitsFor === reader;
  return (
    <StatusDot
      tone={mine ? "warning" : tones[ticket.State]}
      detail={mine ? "Waiting for your answer" : ticket.WaitsFor ? waitingFor(ticket.WaitsFor) : undefined}
    >
      {stateWord(ticket, reader)}
    </StatusDot>
  );
}

export const Priority = ({ of }: { of: TicketPriority }) =>
  of === "Urgent" || of === "High" ? (
    <Badge tone={of === "Urgent" ? "fail" : "warning"}>{of}</Badge>
  ) : (
    <span className="text-muted">{of}</span>
  );

/** Shows a time as short as mail does (LIM-08), and in full on hover. Stays empty until business time is known. */
export const FriendlyTime = ({ at, now }: { at: string; now: number | undefined }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {now !== undefined && formatFriendlyDate(at, new Date(now).toISOString())}
  </time>
);
