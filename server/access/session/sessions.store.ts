import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Lists a person's live sessions and the staff visits of the last thirty days, newest first. */
export const listSessions = (db: Db, personId: string) =>
  db
    .selectFrom("sessions as s")
    .leftJoin("operators as o", "o.person_id", "s.act_person_id")
    .where("s.person_id", "=", personId)
    .where((where) =>
      where.or([
        where.and([
          where("s.revoked_at", "is", null),
          where("s.expires_at", ">", sql<Date>`clock_timestamp()`),
          where("s.last_seen_at", ">", sql<Date>`clock_timestamp() - interval '60 minutes'`),
        ]),
        where.and([
          where("s.act_person_id", "is not", null),
          where("s.created_at", ">", sql<Date>`clock_timestamp() - interval '30 days'`),
        ]),
      ]),
    )
    .select([
      "s.id",
      "s.user_agent",
      "s.ip",
      "s.created_at",
      "s.last_seen_at",
      "o.display_name as opened_by",
      sql<Date | null>`case when coalesce(s.revoked_at, s.expires_at) <= clock_timestamp() then coalesce(s.revoked_at, s.expires_at) end`.as(
        "ended_at",
      ),
    ])
    .orderBy("s.id", "desc")
    .limit(200)
    .execute();

export const findSessionOf = (db: Db, personId: string, sessionId: string) =>
  db
    .selectFrom("sessions")
    .where("person_id", "=", personId)
    .where("id", "=", sessionId)
    .select("id")
    .executeTakeFirst();

/** Ends all live sessions of a person but one and notifies every process. Returns the ended ones. */
export async function revokeOthers(tx: Tx, personId: string, kept: string, why: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update sessions set revoked_at = clock_timestamp(), revoked_why = ${why}
      where person_id = ${personId} and id <> ${kept} and revoked_at is null and expires_at > clock_timestamp()
      returning id
    )
    select id, pg_notify('sessions', id::text) from ended`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends the oldest of a person's live sessions in a company beyond so many, which its rules allow. */
export const endBeyond = (tx: Tx, personId: string, resellerId: string, most: number) =>
  sql`
    with ended as (
      update sessions set revoked_at = clock_timestamp(), revoked_why = 'more sessions than the company allows'
      where id in (
        select id from sessions
        where person_id = ${personId} and reseller_id = ${resellerId} and act_person_id is null
          and revoked_at is null and expires_at > clock_timestamp()
        order by last_seen_at desc, id desc offset ${most}
      )
      returning id
    )
    select pg_notify('sessions', id::text) from ended`.execute(tx);
