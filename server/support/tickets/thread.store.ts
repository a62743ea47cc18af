import type { Side } from "@tradewind/domain/support/tickets.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import { visibleTickets, type Viewer } from "./tickets.store.ts";

type Of = { reseller_id: string; id: string };
export type Writer = { personId: string; name: string; side: Side };

const messagesOf = (db: Db, { reseller_id, id }: Of) =>
  db.selectFrom("ticket_messages").where("reseller_id", "=", reseller_id).where("ticket_id", "=", id);

/** Customers' people read only messages meant for everyone. */
export const listMessages = (db: Db, of: Of, toCustomer: boolean) =>
  messagesOf(db, of)
    .$if(toCustomer, (query) => query.where("audience", "=", "everyone"))
    .select(["id", "audience", "author_id", "author_name", "side", "text", "created_at"])
    .orderBy("id")
    .execute();
export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

/** Lists the notes of the reseller's people, or of the operator's: each role reads only its own table. */
export const listNotes = (db: Db, { reseller_id, id }: Of, table: "ticket_notes" | "desk_notes") =>
  db
    .selectFrom(table)
    .where("reseller_id", "=", reseller_id)
    .where("ticket_id", "=", id)
    .select(["id", "author_id", "author_name", "text", "created_at"])
    .orderBy("id")
    .execute();

export const listStates = (db: Db, { reseller_id, id }: Of) =>
  db
    .selectFrom("ticket_states")
    .where("reseller_id", "=", reseller_id)
    .where("ticket_id", "=", id)
    .select(["id", "state", "who", "at"])
    .orderBy("id")
    .execute();

export async function insertMessage(
  tx: Tx,
  of: Of,
  message: { id: string; audience: "everyone" | "partner"; text: string; writer: Writer; fileIds: readonly string[] },
  now: Date,
): Promise<void> {
  const { writer } = message;
  await tx
    .insertInto("ticket_messages")
    .values({
      reseller_id: of.reseller_id,
      id: message.id,
      ticket_id: of.id,
      audience: message.audience,
      author_id: writer.personId,
      author_name: writer.name,
      side: writer.side,
      text: message.text,
      created_at: now,
    })
    .execute();
  if (message.fileIds.length === 0) return;
  await sql`
    insert into ticket_attachments (reseller_id, file_id, message_id, ticket_id)
    select ${of.reseller_id}::uuid, file_id, ${message.id}::uuid, ${of.id}::uuid
    from unnest(${[...message.fileIds]}::uuid[]) file_id`.execute(tx);
}

export async function insertNote(
  tx: Tx,
  of: Of,
  table: "ticket_notes" | "desk_notes",
  note: { text: string; writer: Writer },
  now: Date,
): Promise<void> {
  await tx
    .insertInto(table)
    .values({
      reseller_id: of.reseller_id,
      ticket_id: of.id,
      author_id: note.writer.personId,
      author_name: note.writer.name,
      text: note.text,
      created_at: now,
    })
    .execute();
}

/** Lists the latest message by others that the viewer may read, one per ticket. */
export async function listLatest(db: Db, viewer: Viewer, most: number) {
  const { rows } = await sql<{
    ticket_id: string;
    number: bigint;
    subject: string;
    author_name: string;
    text: string;
    created_at: Date;
  }>`
    select t.id as ticket_id, t.number, t.subject, m.author_name, m.text, m.created_at
    from (select id, number, subject, reseller_id from tickets t
          where ${visibleTickets(viewer)}
          order by updated_at desc, id desc limit 20) t
    cross join lateral (
      select author_name, text, created_at, author_id from ticket_messages
      where reseller_id = t.reseller_id and ticket_id = t.id and (${viewer.customerId}::uuid is null or audience = 'everyone')
      order by id desc limit 1) m
    where m.author_id <> ${viewer.personId}
    order by m.created_at desc limit ${most}`.execute(db);
  return rows;
}

export const listFiles = (db: Db, { reseller_id, id }: Of) =>
  db
    .selectFrom("ticket_attachments as a")
    .innerJoin("ticket_files as f", (join) =>
      join.onRef("f.reseller_id", "=", "a.reseller_id").onRef("f.id", "=", "a.file_id"),
    )
    .where("a.reseller_id", "=", reseller_id)
    .where("a.ticket_id", "=", id)
    .select(["a.message_id", "f.id", "f.name", "f.scan", sql<number>`length(f.bytes)`.as("size")])
    .orderBy("f.id")
    .execute();
export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

/** Finds a file attached to a message the viewer may read. */
export const findFile = (db: Db, { reseller_id, id }: Of, fileId: string, toCustomer: boolean) =>
  db
    .selectFrom("ticket_attachments as a")
    .innerJoin("ticket_files as f", (join) =>
      join.onRef("f.reseller_id", "=", "a.reseller_id").onRef("f.id", "=", "a.file_id"),
    )
    .innerJoin("ticket_messages as m", (join) =>
      join.onRef("m.reseller_id", "=", "a.reseller_id").onRef("m.id", "=", "a.message_id"),
    )
    .where("a.reseller_id", "=", reseller_id)
    .where("a.ticket_id", "=", id)
    .where("a.file_id", "=", fileId)
    .$if(toCustomer, (query) => query.where("m.audience", "=", "everyone"))
    .select(["f.name", "f.bytes", "f.scan"])
    .executeTakeFirst();

/** Tells of a file `f` whether a message or a port of numbers has taken it. */
const isTaken = sql<boolean>`(
  exists (select from ticket_attachments a where a.reseller_id = f.reseller_id and a.file_id = f.id)
  or exists (select from number_port_letters l where l.reseller_id = f.reseller_id and l.file_id = f.id))`;

/** Counts the sender's files not attached to a message: all, or only these. */
export async function countWaitingFiles(tx: Tx, resellerId: string, sentBy: string, ids?: readonly string[]) {
  const { count } = await tx
    .selectFrom("ticket_files as f")
    .where("f.reseller_id", "=", resellerId)
    .where("f.sent_by", "=", sentBy)
    .where(isTaken, "=", false)
    .where("f.scan", "<>", "infected")
    .$if(ids !== undefined, (query) => query.where("f.id", "=", anyOf(ids!, "uuid")))
    .select((select) => select.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes a sender's file that no message has taken. Returns undefined if there is none. */
export const deleteWaitingFile = (tx: Tx, resellerId: string, sentBy: string, id: string) =>
  tx
    .deleteFrom("ticket_files as f")
    .where("f.reseller_id", "=", resellerId)
    .where("f.sent_by", "=", sentBy)
    .where("f.id", "=", id)
    .where(isTaken, "=", false)
    .returning("f.id")
    .executeTakeFirst();

/** Lists a sender's files not attached to a message, those in which a virus was found too. */
export const listKept = (db: Db, resellerId: string, sentBy: string) =>
  db
    .selectFrom("ticket_files as f")
    .where("f.reseller_id", "=", resellerId)
    .where("f.sent_by", "=", sentBy)
    .where(isTaken, "=", false)
    .select(["f.id", "f.name", "f.scan", sql<number>`length(f.bytes)`.as("size")])
    .orderBy("f.id")
    .execute();
