import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { mayAnswer, sideOf, tenantSideOf, ticketNumber } from "@tradewind/domain/support/tickets.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { findCustomer, suggestCustomers } from "../../customers/customers/customers.store.ts";
import { listServicesOfCustomer } from "../../ordering/instances/instances.store.ts";
import { readFile, refuseUnscanned } from "../../platform/sent-files.ts";
import { dropFile, keepFile, keptFiles } from "./files.actions.ts";
import { moveTicket, openTicket, rateAnswer, writeMessage } from "./tickets.actions.ts";
import { findFile, listFiles, listLatest, listMessages, listNotes, listStates } from "./thread.store.ts";
import { streamTickets } from "./ticket-csv.store.ts";
import { byState, toItem, toTicket } from "./ticket-wire.reads.ts";
import { countTickets, findTicket, listTickets, listWaiting, pageSize } from "./tickets.store.ts";

const shown = 5;

/** Returns the ticket as this person sees it. */
async function shownTo(db: Db, actor: TenantActor, ticketId: string) {
  const row = orNotFound(await findTicket(db, actor, ticketId));
  const side = sideOf(actor.kind);
  const toCustomer = side === "customer";
  const [messages, notes, states, files] = await Promise.all([
    listMessages(db, row, toCustomer),
    toCustomer ? [] : listNotes(db, row, "ticket_notes"),
    listStates(db, row),
    listFiles(db, row),
  ]);
  const may = mayAnswer(actor, { openedBy: row.opened_by });
  return toTicket(row, { messages, notes, states, files }, { personId: actor.personId, side, mayAnswer: may });
}

export const supportRoutes = [
  answer(tickets.overview, async ({ actor, db }) => {
    const side = tenantSideOf(actor.kind);
    const [counts, waiting, latest] = await Promise.all([
      countTickets(db, actor, { search: "" }),
      listWaiting(db, actor, side, shown),
      listLatest(db, actor, shown),
    ]);
    return {
      Counts: byState(counts),
      WaitingCount: waiting.count,
      Waiting: waiting.items.map((row) => toItem(row, side)),
      Latest: latest.map((row) => ({
        TicketId: row.ticket_id,
        Number: ticketNumber(row.number),
        Subject: row.subject,
        Who: row.author_name,
        Text: row.text.slice(0, 300),
        At: row.created_at.toISOString(),
      })),
    };
  }),
  answer(tickets.list, async ({ actor, db }, { query }) => {
    if (query.CustomerId) orNotFound(await findCustomer(db, actor, query.CustomerId));
    const descending = query.Sort.startsWith("-");
    const column = query.Sort.endsWith("created") ? "created_at" : "updated_at";
    const filter = {
      search: query.Search,
      category: query.Category,
      customerId: query.CustomerId,
      state: query.State,
    };
    const after = readCursor(query.After, ["value", "id"]);
    const rows = await listTickets(db, actor, filter, { column, descending }, after);
    const { page, next } = pageOf(rows, pageSize, (last) => ({ value: last[column].toISOString(), id: last.id }));
    return { Items: page.map((row) => toItem(row, sideOf(actor.kind))), Next: next };
  }),
  answer(tickets.count, async ({ actor, db }, { query }) => {
    if (query.CustomerId) orNotFound(await findCustomer(db, actor, query.CustomerId));
    const filter = { search: query.Search, category: query.Category, customerId: query.CustomerId };
    return byState(await countTickets(db, actor, filter));
  }),
  answer(tickets.csv, ({ actor, platform }) => ({
    file: () => streamTickets(platform.exports, actor),
    name: "tickets.csv",
  })),
  answer(tickets.customers, async ({ actor, db }, { query }) => ({
    Items: (await suggestCustomers(db, actor, query.Search)).map(({ id, name }) => ({ Id: id, Name: name })),
  })),
  answer(tickets.services, async ({ actor, db }, { params }) => {
    const customer = orNotFound(await findCustomer(db, actor, params.customerId));
    const rows = await listServicesOfCustomer(db, actor, customer.id);
    return {
      CustomerName: customer.name,
      Items: rows.map((row) => ({
        Id: row.id,
        Name: row.product_name,
        UserName: row.membership_id === null ? null : `${row.first_name} ${row.last_name}`.trim(),
        Failed: row.status.endsWith("Failed"),
      })),
    };
  }),
  answer(tickets.byId, ({ actor, db }, { params }) => shownTo(db, actor, params.ticketId)),
  answer(tickets.create, async (doing, { body }) => shownTo(doing.tx, doing.actor, await openTicket(doing, body))),
  answer(tickets.reply, async (doing, { params, body }) => {
    await writeMessage(doing, params.ticketId, body);
    return shownTo(doing.tx, doing.actor, params.ticketId);
  }),
  answer(tickets.move, async (doing, { params, body }) => {
    await moveTicket(doing, params.ticketId, body.State);
    return shownTo(doing.tx, doing.actor, params.ticketId);
  }),
  answer(tickets.rate, async (doing, { params, body }) => {
    await rateAnswer(doing, params.ticketId, body.Helpful);
    return shownTo(doing.tx, doing.actor, params.ticketId);
  }),
  answerPrepared(
    ticketFiles.upload,
    async (_, { body }) => readFile(body),
    (doing, _, file) => keepFile(doing, doing.actor.resellerId, file),
  ),
  answer(ticketFiles.kept, ({ actor, db }) => keptFiles(db, actor.resellerId, actor.personId)),
  answer(ticketFiles.remove, ({ actor, tx }, { params }) =>
    dropFile(tx, actor.resellerId, actor.personId, params.waitingFileId),
  ),
  answer(ticketFiles.download, async ({ actor, db }, { params }) => {
    const ticket = orNotFound(await findTicket(db, actor, params.ticketId));
    const file = orNotFound(await findFile(db, ticket, params.fileId, sideOf(actor.kind) === "customer"));
    refuseUnscanned(file);
    return { file: file.bytes, name: file.name };
  }),
];
