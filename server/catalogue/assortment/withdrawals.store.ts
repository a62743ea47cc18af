import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** What is withdrawn: an offer, or all of a product. */
export type Withdrawn = { productId: string; offerId: string | null };

const of = ({ productId, offerId }: Withdrawn) =>
  sql<boolean>`product_id = ${productId} and offer_id is not distinct from ${offerId}`;

export const findWithdrawal = (db: Db, what: Withdrawn) =>
  db.selectFrom("withdrawals").where(of(what)).select(["from_date", "until_date"]).executeTakeFirst();

export async function putWithdrawal(tx: Tx, { productId, offerId }: Withdrawn, from: string, until: string | null) {
  await sql`
    insert into withdrawals (product_id, offer_id, from_date, until_date) values (${productId}, ${offerId}, ${from}, ${until})
    on conflict (product_id, offer_id) do update set from_date = excluded.from_date, until_date = excluded.until_date`.execute(
    tx,
  );
}

export const deleteWithdrawal = (tx: Tx, what: Withdrawn) => tx.deleteFrom("withdrawals").where(of(what)).execute();

/** Marks which withdrawals hold on a day, and returns the products of those that began or ended. */
export async function turnWithdrawals(tx: Tx, day: string): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    with turned as (
      update withdrawals set holds = not holds
      where holds <> (from_date <= ${day} and (until_date is null or until_date > ${day})) returning product_id)
    select distinct product_id from turned order by 1`.execute(tx);
  return rows.map((row) => row.product_id);
}
