import { sql, type Insertable } from "kysely";
import type { Actor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Announcements } from "../../platform/schema.gen.ts";

export type AnnouncementKind = "announcement" | "banner";
type Reader = Pick<Actor, "personId" | "kind" | "resellerId">;

/** Selects the announcements now shown to the reader, latest first. */
const shownTo = (db: Db, { kind, resellerId }: Reader, of: AnnouncementKind, now: Date) =>
  db
    .selectFrom("announcements as a")
    .where("a.kind", "=", of)
    .where("a.withdrawn_at", "is", null)
    .where("a.starts_at", "<=", now)
    .where((where) => where.or([where("a.ends_at", "is", null), where("a.ends_at", ">", now)]))
    .where(sql<boolean>`(a.user_kinds = '{}' or ${kind} = any(a.user_kinds))`)
    .where(sql<boolean>`(a.reseller_ids = '{}' or ${resellerId}::uuid = any(a.reseller_ids))`)
    .orderBy("a.starts_at", "desc")
    .orderBy("a.id", "desc");

/** Finds the latest announcement the reader has not put away. */
export const findDue = (db: Db, reader: Reader, now: Date) =>
  shownTo(db, reader, "announcement", now)
    .leftJoin("announcement_answers as h", (join) =>
      join.onRef("h.announcement_id", "=", "a.id").on("h.person_id", "=", reader.personId),
    )
    .where((where) => where.or([where("h.person_id", "is", null), where("h.hidden_until", "<=", now)]))
    .select("a.id")
    .limit(1)
    .executeTakeFirst();

export const findBanner = (db: Db, reader: Reader, now: Date) =>
  shownTo(db, reader, "banner", now).select(["a.id", "a.title", "a.body"]).limit(1).executeTakeFirst();

export const findForReader = (db: Db, reader: Reader, id: string, now: Date) =>
  shownTo(db, reader, "announcement", now)
    .where("a.id", "=", id)
    .select(["a.id", "a.title", "a.body", "a.starts_at"])
    .executeTakeFirst();

/** Puts an announcement away until the given time, or for good, which is final. */
export const putAway = (tx: Tx, personId: string, announcementId: string, until: Date | null) =>
  tx
    .insertInto("announcement_answers")
    .values({ person_id: personId, announcement_id: announcementId, hidden_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "announcement_id"])
        .doUpdateSet({ hidden_until: until })
        .where("announcement_answers.hidden_until", "is not", null),
    )
    .execute();

export const insertAnnouncement = (tx: Tx, announcement: Insertable<Announcements>) =>
  tx.insertInto("announcements").values(announcement).returning("id").executeTakeFirstOrThrow();

export type WrittenRow = {
  id: string;
  kind: AnnouncementKind;
  title: string;
  body: string;
  user_kinds: string[];
  resellers: { Id: string; Name: string }[];
  starts_at: Date;
  ends_at: Date | null;
  withdrawn_at: Date | null;
  created_by: string;
};

/** Lists the operator's announcements, latest first, or only the one with this id. */
export async function listWritten(db: Db, id?: string): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select a.id, a.kind, a.title, a.body, a.user_kinds, a.starts_at, a.ends_at, a.withdrawn_at, a.created_by,
      coalesce((select jsonb_agg(jsonb_build_object('Id', r.id, 'Name', r.name) order by r.name, r.id)
                from resellers r where r.id = any(a.reseller_ids)), '[]') as resellers
    from announcements a ${id === undefined ? sql`` : sql`where a.id = ${id}`} order by a.id desc limit 100`.execute(
    db,
  );
  return rows;
}

export const withdraw = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable("announcements")
    .set({ withdrawn_at: now })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .execute();

export async function countResellers(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("resellers")
    .where("id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .select((select) => select.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
