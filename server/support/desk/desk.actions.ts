import type { desk } from "@tradewind/contract/support/desk.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { TicketState } from "@tradewind/domain/support/tickets.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { lockDeskTicket, type DeskRow } from "./desk.store.ts";
import type { ReadFile } from "../../platform/sent-files.ts";
import { keepFile } from "../tickets/files.actions.ts";
import { putInto, refuseFilesOfNote, say } from "../tickets/tickets.actions.ts";
import { insertNote } from "../tickets/thread.store.ts";
import { nameOfTicket } from "../tickets/ticket-news.actions.ts";
import { insertState, updateTicket } from "../tickets/tickets.store.ts";

type Sent = InputOf<typeof desk.reply>["body"];

const writerOf = ({ actor }: Doing<OperatorActor>) => ({
  personId: actor.personId,
  name: actor.displayName,
  side: "operator" as const,
});
/** Staff actions are logged with the reseller that owns the ticket. */
const inResellersLog = (doing: Doing<OperatorActor>, ticket: DeskRow) => ({
  ...doing,
  doer: { ...doing.doer, resellerId: ticket.reseller_id },
});

export async function answerTicket(doing: Doing<OperatorActor>, ticketId: string, sent: Sent): Promise<void> {
  const { tx, now } = doing;
  const ticket = orNotFound(await lockDeskTicket(tx, ticketId));
  const writer = writerOf(doing);
  if (sent.Audience === "team") {
    refuseFilesOfNote(sent.Files);
    await insertNote(tx, ticket, "desk_notes", { text: sent.Text, writer }, now);
    return;
  }
  const audience = ticket.shared ? sent.Audience : "everyone";
  await say(inResellersLog(doing, ticket), ticket, { ...sent, audience, writer, solves: sent.Solves });
  // The first to answer takes the ticket.
  if (ticket.assignee_id === null)
    await updateTicket(tx, ticket, { assignee_id: writer.personId, assignee_name: writer.name });
  await announce(tx, ticket.reseller_id, ["support"], ticket.customer_id);
}

/** Assigns a ticket or returns it to the queue. A new ticket then counts as seen. */
export async function assignTicket(doing: Doing<OperatorActor>, ticketId: string, toMe: boolean): Promise<void> {
  const { tx, now } = doing;
  const ticket = orNotFound(await lockDeskTicket(tx, ticketId));
  if (ticket.state === "Closed") throw new AppError("ticketClosed");
  const { personId, name } = writerOf(doing);
  const opened = toMe && ticket.state === "New";
  await updateTicket(tx, ticket, {
    assignee_id: toMe ? personId : null,
    assignee_name: toMe ? name : null,
    ...(opened ? { state: "Open" } : {}),
  });
  if (opened) insertState(tx, ticket, "Open", name, now);
  await recordActivity(tx, inResellersLog(doing, ticket).doer, {
    action: "support.assign",
    what: `${toMe ? "Took on" : "Gave back"} the ticket ${nameOfTicket(ticket)}`,
    object: ["ticket", ticket.id],
  });
  await announce(tx, ticket.reseller_id, ["support"], ticket.customer_id);
}

export async function moveDeskTicket(doing: Doing<OperatorActor>, ticketId: string, to: TicketState): Promise<void> {
  const ticket = orNotFound(await lockDeskTicket(doing.tx, ticketId));
  await putInto(inResellersLog(doing, ticket), ticket, to, writerOf(doing));
}

export async function keepDeskFile(doing: Doing<OperatorActor>, ticketId: string, file: ReadFile) {
  const ticket = orNotFound(await lockDeskTicket(doing.tx, ticketId));
  return keepFile(doing, ticket.reseller_id, file);
}
