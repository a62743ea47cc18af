import type { tickets } from "@tradewind/contract/support/tickets.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import {
  mayAnswer,
  mayMove,
  sideOf,
  tenantSideOf,
  stateAfterReply,
  type Side,
  type TicketState,
} from "@tradewind/domain/support/tickets.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { newId } from "../../platform/random.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findService } from "../../ordering/instances/instances.store.ts";
import { takeFiles } from "./files.actions.ts";
import { insertMessage, insertNote } from "./thread.store.ts";
import { mailAnswer, nameOfTicket, tellOfTicket } from "./ticket-news.actions.ts";
import {
  findTicket,
  insertState,
  insertTicket,
  lockTicket,
  updateTicket,
  type NewTicket,
  type TicketRow,
} from "./tickets.store.ts";

type Opened = InputOf<typeof tickets.create>["body"];
type Sent = InputOf<typeof tickets.reply>["body"];

/** Returns the author shown on a message: visiting staff write in their own name, for the person. */
export const writerName = ({ behind, displayName }: Pick<TenantActor, "behind" | "displayName">) =>
  behind === null ? displayName : `${behind} for ${displayName}`;

/** Actions hidden from the customer's people must not appear in the customer's log. */
const logged = ({ shared, customer_id }: Pick<TicketRow, "shared" | "customer_id">) => (shared ? customer_id : null);

export async function openTicket(doing: Doing, sent: Opened): Promise<string> {
  const { tx, actor, doer, now } = doing;
  const side = tenantSideOf(actor.kind);
  const about = await subjectOf(doing, sent);
  const fileIds = await takeFiles(tx, actor.resellerId, actor.personId, sent.Files);
  const name = writerName(actor);
  const ticket: NewTicket = {
    id: newId(),
    subject: sent.Subject,
    category: sent.Category,
    priority: sent.Priority,
    ...about,
    shared: side === "customer" || (sent.Shared && about.customerId !== null),
    side,
  };
  await insertTicket(tx, actor, ticket, name, now);
  const held = { reseller_id: actor.resellerId, id: ticket.id };
  await insertMessage(
    tx,
    held,
    {
      id: newId(),
      audience: "everyone",
      text: sent.Description,
      writer: { personId: actor.personId, name, side },
      fileIds,
    },
    now,
  );
  insertState(tx, held, "New", name, now);
  const row = orNotFound(await findTicket(tx, actor, ticket.id));
  await recordActivity(tx, doer, {
    action: "support.open",
    what: `Opened the ticket ${nameOfTicket(row)}`,
    customerId: logged(row),
    object: ["ticket", row.id],
  });
  await tellOfTicket(doing, row, {
    by: { personId: actor.personId, side },
    toCustomer: true,
    content: `${name} opened the ticket ${nameOfTicket(row)}.`,
  });
  await announce(tx, actor.resellerId, ["support"], row.customer_id);
  return row.id;
}

/** Finds the customer and service a ticket is about; unreachable ones are not found. */
async function subjectOf({ tx, actor }: Doing, { CustomerId, ServiceId }: Opened) {
  if (CustomerId) orNotFound(await findCustomer(tx, actor, CustomerId));
  if (!ServiceId)
    return { customerId: CustomerId ?? actor.customerId, instanceId: null, productId: null, serviceName: null };
  const service = orNotFound(await findService(tx, actor, ServiceId));
  if (CustomerId && service.customer_id !== CustomerId) throw new AppError("notFound");
  return {
    customerId: service.customer_id,
    instanceId: service.id,
    productId: service.product_id,
    serviceName: service.product_name,
  };
}

async function holdAnswerable({ tx, actor }: Doing, ticketId: string): Promise<TicketRow> {
  const ticket = orNotFound(await lockTicket(tx, actor, ticketId));
  if (!mayAnswer(actor, { openedBy: ticket.opened_by })) throw new AppError("PermissionNotFound");
  return ticket;
}

export async function writeMessage(doing: Doing, ticketId: string, sent: Sent): Promise<void> {
  const { tx, actor, now } = doing;
  const side = tenantSideOf(actor.kind);
  if (side === "customer" && sent.Audience !== "everyone")
    throw new AppError("invalidRequest", { fields: { Audience: "Your messages go to everybody concerned" } });
  const ticket = await holdAnswerable(doing, ticketId);
  const writer = { personId: actor.personId, name: writerName(actor), side };
  await announce(tx, actor.resellerId, ["support"], ticket.customer_id);
  if (sent.Audience === "team") {
    refuseFilesOfNote(sent.Files);
    await insertNote(tx, ticket, "ticket_notes", { text: sent.Text, writer }, now);
    return;
  }
  const audience = ticket.shared ? sent.Audience : "everyone";
  await say(doing, ticket, { ...sent, audience, writer, solves: false });
}

export function refuseFilesOfNote(files: readonly string[]): void {
  if (files.length > 0)
    throw new AppError("invalidRequest", { fields: { Files: "A note has no files. Send them with a message" } });
}

type Said = {
  Text: string;
  Files: readonly string[];
  audience: "everyone" | "partner";
  writer: { personId: string; name: string; side: Side };
  solves: boolean;
};

/** Writes a message on a locked ticket, updates the ticket's state and notifies its readers. */
export async function say(
  doing: Pick<Doing, "tx" | "platform" | "now" | "doer">,
  ticket: TicketRow,
  { Text, Files, audience, writer, solves }: Said,
): Promise<void> {
  const { tx, now, doer } = doing;
  const openedSide = ticket.opened_side;
  const next = stateAfterReply({ state: ticket.state, openedSide }, writer.side, solves);
  if (next === undefined) throw new AppError("ticketClosed");
  // A message the opener cannot read shows that the ticket was looked at, and no more.
  const unread = ticket.state === "New" ? "Open" : ticket.state;
  const state = audience === "everyone" || openedSide === "reseller" ? next : unread;
  const fileIds = await takeFiles(tx, ticket.reseller_id, writer.personId, Files);
  await insertMessage(tx, ticket, { id: newId(), audience, text: Text, writer, fileIds }, now);
  await updateTicket(tx, ticket, {
    state,
    asked: askedAfter(ticket, writer.side, audience),
    updated_at: now,
    ...(state === "Solved" ? { solved_at: now } : {}),
  });
  if (state !== ticket.state) insertState(tx, ticket, state, writer.name, now);
  await recordActivity(tx, doer, {
    action: "tickets.reply",
    what: `${state === "Solved" ? "Solved" : "Wrote in"} the ticket ${nameOfTicket(ticket)}`,
    customerId: audience === "everyone" ? logged(ticket) : null,
    object: ["ticket", ticket.id],
  });
  await tellOfTicket(doing, ticket, {
    by: writer,
    toCustomer: audience === "everyone",
    content: `${writer.name} ${state === "Solved" ? "solved" : "answered"} ${nameOfTicket(ticket)}.`,
  });
  if (audience === "everyone" || openedSide === "reseller")
    await mailAnswer(doing, ticket, { side: writer.side, writer: writer.name, text: Text, solves: state === "Solved" });
}

/** Whether the reseller waits for the operator about its customer's ticket; any operator message answers that. */
function askedAfter({ asked, opened_side }: TicketRow, side: Side, audience: "everyone" | "partner"): boolean {
  if (side === "operator" || opened_side === "reseller") return false;
  return asked || (side === "reseller" && audience === "partner");
}

export async function moveTicket(doing: Doing, ticketId: string, to: TicketState): Promise<void> {
  const { actor } = doing;
  const ticket = await holdAnswerable(doing, ticketId);
  await putInto(doing, ticket, to, { personId: actor.personId, name: writerName(actor), side: sideOf(actor.kind) });
}

const moved: Record<TicketState, string> = {
  New: "put back",
  Open: "opened again",
  "Waiting for you": "waits for you about",
  Solved: "marked as solved",
  Closed: "closed",
};

/** Sets a locked ticket's state and notifies the others. */
export async function putInto(
  doing: Pick<Doing, "tx" | "platform" | "now" | "doer">,
  ticket: TicketRow,
  to: TicketState,
  by: { personId: string; name: string; side: Side },
): Promise<void> {
  const { tx, now, doer } = doing;
  if (!mayMove(ticket.state, to, by.side)) throw new AppError("ticketStateNotAllowed");
  await updateTicket(tx, ticket, {
    state: to,
    updated_at: now,
    ...(by.side === "operator" ? { asked: false } : {}),
    ...(to === "Solved" ? { solved_at: now } : {}),
  });
  insertState(tx, ticket, to, by.name, now);
  await recordActivity(tx, doer, {
    action: "tickets.move",
    what: `Set the ticket ${nameOfTicket(ticket)} to ${to}`,
    customerId: logged(ticket),
    object: ["ticket", ticket.id],
  });
  await tellOfTicket(doing, ticket, {
    by,
    toCustomer: true,
    content: `${by.name} ${moved[to]} ${nameOfTicket(ticket)}.`,
  });
  await announce(tx, ticket.reseller_id, ["support"], ticket.customer_id);
}

export async function rateAnswer(doing: Doing, ticketId: string, helpful: boolean): Promise<void> {
  const { tx, actor, doer } = doing;
  const ticket = await holdAnswerable(doing, ticketId);
  if (ticket.opened_side !== sideOf(actor.kind)) throw new AppError("PermissionNotFound");
  if (ticket.state !== "Solved" && ticket.state !== "Closed") throw new AppError("ticketNotSolved");
  await updateTicket(tx, ticket, { helpful });
  await recordActivity(tx, doer, {
    action: "tickets.rate",
    what: `Said that the answer to ${nameOfTicket(ticket)} ${helpful ? "helped" : "did not help"}`,
    customerId: logged(ticket),
    object: ["ticket", ticket.id],
  });
  await announce(tx, actor.resellerId, ["support"], ticket.customer_id);
}
