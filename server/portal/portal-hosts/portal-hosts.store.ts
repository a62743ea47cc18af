import { sql, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";

export const pageSize = 50;

/** Lists a page after `after`, by host, plus one more row to detect a next page. */
export const listPortalHosts = (db: Db, search: string, after: string | undefined) =>
  db
    .selectFrom("portal_hosts as h")
    .innerJoin("resellers as r", "r.id", "h.reseller_id")
    .leftJoin("white_labels as w", "w.reseller_id", "h.reseller_id")
    .$if(search !== "", (query) => {
      const pattern = `%${escapeLike(search)}%`;
      return query.where((where) => where.or([where("h.host", "ilike", pattern), where("r.name", "ilike", pattern)]));
    })
    .$if(after !== undefined, (query) => query.where("h.host", ">", after!))
    .select(["h.host", "h.reseller_id", "r.name", sql<SqlBool>`w.reseller_id is not null`.as("has_label")])
    .orderBy("h.host")
    .limit(pageSize + 1)
    .execute();

/** Violates `portal_hosts_once` or the primary key if the host is already taken. */
export const insertPortalHost = (tx: Tx, host: string, resellerId: string) =>
  tx.insertInto("portal_hosts").values({ host, reseller_id: resellerId }).execute();

export const deletePortalHost = (tx: Tx, host: string) =>
  tx.deleteFrom("portal_hosts").where("host", "=", host).returning("reseller_id").executeTakeFirst();

export const insertHostChange = (tx: Tx, change: { at: Date; who: string; what: string }) =>
  tx.insertInto("portal_host_changes").values(change).execute();

export const listHostChanges = (db: Db) =>
  db.selectFrom("portal_host_changes").select(["at", "who", "what"]).orderBy("id", "desc").limit(20).execute();
