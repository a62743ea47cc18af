import { desk } from "@tradewind/contract/support/desk.ts";
import type { Actor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { readFile, refuseUnscanned } from "../../platform/sent-files.ts";
import { dropFile, keptFiles } from "../tickets/files.actions.ts";
import { answerTicket, assignTicket, keepDeskFile, moveDeskTicket } from "./desk.actions.ts";
import { countDesk, deskPageSize, findDeskTicket, listDesk, type DeskKey } from "./desk.store.ts";
import { findFile, listFiles, listMessages, listNotes, listStates } from "../tickets/thread.store.ts";
import { toItem, toTicket, byState } from "../tickets/ticket-wire.reads.ts";

const sound = (key: DeskKey | undefined) => (key && /^[0-3]$/.test(key.urgency) ? key : undefined);

async function shownTo(db: Db, actor: Actor, ticketId: string) {
  const row = orNotFound(await findDeskTicket(db, ticketId));
  const [messages, notes, states, files] = await Promise.all([
    listMessages(db, row, false),
    listNotes(db, row, "desk_notes"),
    listStates(db, row),
    listFiles(db, row),
  ]);
  const reader = { personId: actor.personId, side: "operator", mayAnswer: true } as const;
  return {
    ...toTicket(row, { messages, notes, states, files }, reader),
    ResellerName: row.reseller_name,
    AssignedToMe: row.assignee_id === actor.personId,
  };
}

export const deskRoutes = [
  answer(desk.list, async ({ actor, db }, { query }) => {
    const filter = {
      search: query.Search,
      priority: query.Priority,
      assigned: query.Assigned,
      personId: actor.personId,
    };
    const after = sound(readCursor(query.After, ["urgency", "updated", "id"]));
    const rows = await listDesk(db, filter, query.State, after);
    const { page, next } = pageOf(rows, deskPageSize, (last) => ({
      urgency: String(last.urgency),
      updated: last.updated_at.toISOString(),
      id: last.id,
    }));
    return { Items: page.map((row) => ({ ...toItem(row, "operator"), ResellerName: row.reseller_name })), Next: next };
  }),
  answer(desk.count, async ({ actor, db }, { query }) =>
    byState(
      await countDesk(db, {
        search: query.Search,
        priority: query.Priority,
        assigned: query.Assigned,
        personId: actor.personId,
      }),
    ),
  ),
  answer(desk.byId, ({ actor, db }, { params }) => shownTo(db, actor, params.ticketId)),
  answer(desk.reply, async (doing, { params, body }) => {
    await answerTicket(doing, params.ticketId, body);
    return shownTo(doing.tx, doing.actor, params.ticketId);
  }),
  answer(desk.assign, async (doing, { params, body }) => {
    await assignTicket(doing, params.ticketId, body.ToMe);
    return shownTo(doing.tx, doing.actor, params.ticketId);
  }),
  answer(desk.move, async (doing, { params, body }) => {
    await moveDeskTicket(doing, params.ticketId, body.State);
    return shownTo(doing.tx, doing.actor, params.ticketId);
  }),
  answerPrepared(
    desk.upload,
    async (_, { body }) => readFile(body),
    (doing, { params }, file) => keepDeskFile(doing, params.ticketId, file),
  ),
  answer(desk.kept, async ({ actor, db }, { params }) => {
    const ticket = orNotFound(await findDeskTicket(db, params.ticketId));
    return keptFiles(db, ticket.reseller_id, actor.personId);
  }),
  answer(desk.removeFile, async ({ actor, tx }, { params }) => {
    const ticket = orNotFound(await findDeskTicket(tx, params.ticketId));
    return dropFile(tx, ticket.reseller_id, actor.personId, params.waitingFileId);
  }),
  answer(desk.download, async ({ db }, { params }) => {
    const ticket = orNotFound(await findDeskTicket(db, params.ticketId));
    const file = orNotFound(await findFile(db, ticket, params.fileId, false));
    refuseUnscanned(file);
    return { file: file.bytes, name: file.name };
  }),
];
