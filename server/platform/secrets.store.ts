import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

/** Every column that holds sealed secrets of people, each in a row of its own id. A new one adds its line, so that keys can be turned over. */
export const secretColumns = [
  { table: "factors", column: "secret", owner: "person_id" },
  { table: "factor_setups", column: "secret", owner: "person_id" },
] as const;
export type SecretColumn = (typeof secretColumns)[number];

/** A page of secrets in the order of their rows' ids. */
export async function listSecrets(db: Db, { table, column, owner }: SecretColumn, after: string, most: number) {
  const { rows } = await sql<{ id: string; owner: string; sealed: string }>`
    select id, ${sql.ref(owner)} as owner, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where id > ${after} order by id limit ${most}`.execute(db);
  return rows;
}

/** Replaces a secret unless it was changed meanwhile. */
export const replaceSecret = (
  tx: Tx,
  { table, column }: SecretColumn,
  row: { id: string; before: string; after: string },
) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${row.after}
      where id = ${row.id} and ${sql.ref(column)} = ${row.before}`.execute(tx);
