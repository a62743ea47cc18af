import { sql, type Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PsaConnections } from "../../platform/schema.gen.ts";

export const findConnection = (db: Db, resellerId: string) =>
  db.selectFrom("psa_connections").where("reseller_id", "=", resellerId).selectAll().executeTakeFirst();
export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

export const lockConnection = (tx: Tx, resellerId: string) =>
  tx.selectFrom("psa_connections").where("reseller_id", "=", resellerId).selectAll().forUpdate().executeTakeFirst();

export const saveConnection = (tx: Tx, row: Insertable<PsaConnections> & { id: string }) => {
  const { reseller_id: _, id: __, ...changes } = row;
  return tx
    .insertInto("psa_connections")
    .values(row)
    .onConflict((conflict) => conflict.column("reseller_id").doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Forgets what was read of a PSA; what was matched in it stays, for when the company comes back to it. */
export const forgetRead = (tx: Tx, resellerId: string) =>
  sql`
    with syncs as (delete from psa_syncs where reseller_id = ${resellerId}),
    staged as (delete from psa_staged where reseller_id = ${resellerId}),
    companies as (delete from psa_companies where reseller_id = ${resellerId}),
    products as (delete from psa_products where reseller_id = ${resellerId}),
    agreements as (delete from psa_agreements where reseller_id = ${resellerId}),
    lines as (delete from psa_lines where reseller_id = ${resellerId}),
    versions as (delete from psa_line_versions where reseller_id = ${resellerId})
    delete from psa_charges where reseller_id = ${resellerId}`.execute(tx);
