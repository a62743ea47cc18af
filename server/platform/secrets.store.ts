import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

/**
 * Every column with sealed personal secrets, each secret in a row with its own id. Add a line for each new column, so
 * that its keys are rotated.
 */
export const secretColumns = [
  { table: "factors", column: "secret", owner: "person_id" },
  { table: "factor_setups", column: "secret", owner: "person_id" },
  { table: "company_providers", column: "client_secret", owner: "reseller_id" },
  { table: "psa_connections", column: "keys", owner: "reseller_id" },
] as const;
export type SecretColumn = (typeof secretColumns)[number];

/** Lists a page of secrets by row id. */
export async function listSecrets(db: Db, { table, column, owner }: SecretColumn, after: string, most: number) {
  const { rows } = await sql<{ id: string; owner: string; sealed: string }>`
    select id, ${sql.ref(owner)} as owner, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where id > ${after} order by id limit ${most}`.execute(db);
  return rows;
}

/** Replaces a secret unless it changed in the meantime. */
export const replaceSecret = (
  tx: Tx,
  { table, column }: SecretColumn,
  row: { id: string; before: string; after: string },
) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${row.after}
      where id = ${row.id} and ${sql.ref(column)} = ${row.before}`.execute(tx);
