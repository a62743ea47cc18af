import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** Spends a request of the forum, by its number there. Returns false if it was answered before. */
export async function spendRequest(tx: Tx, nonce: string): Promise<boolean> {
  const { rows } = await sql`
    insert into used_tickets (id) values (encode(substring(sha256(convert_to(${`forum ${nonce}`}, 'UTF8')) for 16), 'hex')::uuid)
    on conflict do nothing returning id`.execute(tx);
  return rows.length === 1;
}
