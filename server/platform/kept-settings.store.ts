import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

export type KeptSetting = { setting: string; version: string; value: string };

/** Writes those settings that nobody has written yet, and returns all that are written. */
export async function keepSettings(tx: Tx, settings: readonly KeptSetting[]): Promise<KeptSetting[]> {
  await tx
    .insertInto("kept_settings")
    .values([...settings])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom("kept_settings").select(["setting", "version", "value"]).orderBy("version").execute();
}

/** Forgets the versions of a setting other than one. */
export const forgetOlder = (tx: Tx, setting: string, version: string) =>
  tx.deleteFrom("kept_settings").where("setting", "=", setting).where("version", "!=", version).execute();

/** Lists the migrations that ran. */
export async function listMigrations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("schema_migrations").select("name").execute();
  return rows.map(({ name }) => name);
}

/** Tells whether the connected user is above all rights. */
export async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ superuser: boolean }>`
    select rolsuper or rolbypassrls as superuser from pg_roles where rolname = session_user`.execute(db);
  return rows[0]!.superuser;
}

/** Returns the database's time in milliseconds. */
export async function readServerTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now.getTime();
}
