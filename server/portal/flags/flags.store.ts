import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";

export type FlagRow = {
  name: string;
  enabled: boolean;
  percentage: number;
  resellers: { Id: string; Name: string; Enabled: boolean }[];
  changes: { At: string; Who: string; What: string }[];
};

/** Lists every flag, or only the one named, with its reseller settings and its latest five changes. */
export async function listFlags(db: Db, name?: string): Promise<FlagRow[]> {
  const { rows } = await sql<FlagRow>`
    select f.name, f.enabled, f.percentage,
      coalesce((select jsonb_agg(jsonb_build_object('Id', r.id, 'Name', r.name, 'Enabled', o.enabled) order by r.name, r.id)
                from reseller_flags o join resellers r on r.id = o.reseller_id where o.flag = f.name), '[]') as resellers,
      coalesce((select jsonb_agg(jsonb_build_object('At', to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'Who', c.who, 'What', c.what) order by c.id desc)
                from (select * from flag_changes where flag = f.name order by id desc limit 5) c), '[]') as changes
    from feature_flags f ${name === undefined ? sql`` : sql`where f.name = ${name}`} order by lower(f.name)`.execute(
    db,
  );
  return rows;
}

export const updateFlag = (tx: Tx, name: string, change: { enabled: boolean; percentage: number }) =>
  tx.updateTable("feature_flags").set(change).where("name", "=", name).returning("name").executeTakeFirst();

export const findReseller = (db: Db, resellerId: string) =>
  db.selectFrom("resellers").where("id", "=", resellerId).select("name").executeTakeFirst();

export const findFlag = (db: Db, name: string) =>
  db.selectFrom("feature_flags").where("name", "=", name).select("name").executeTakeFirst();

/** Sets a flag for one reseller from now on; null removes the reseller's setting. */
export async function setForReseller(tx: Tx, flag: string, resellerId: string, enabled: boolean | null): Promise<void> {
  if (enabled === null)
    await tx.deleteFrom("reseller_flags").where("reseller_id", "=", resellerId).where("flag", "=", flag).execute();
  else
    await tx
      .insertInto("reseller_flags")
      .values({ reseller_id: resellerId, flag, enabled })
      .onConflict((conflict) => conflict.columns(["reseller_id", "flag"]).doUpdateSet({ enabled }))
      .execute();
}

export const insertChange = (tx: Tx, change: { flag: string; at: Date; who: string; what: string }) =>
  tx.insertInto("flag_changes").values(change).execute();

export const searchResellers = (db: Db, search: string) =>
  db
    .selectFrom("resellers")
    .$if(search !== "", (query) => query.where("name", "ilike", `%${escapeLike(search)}%`))
    .select(["id", "name"])
    .orderBy("name")
    .orderBy("id")
    .limit(20)
    .execute();
