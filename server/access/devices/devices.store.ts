import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Records that a person uses a browser. Returns true if it is new and not their first. */
export async function isStrangeDevice(tx: Tx, personId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ strange: boolean }>`
    with before as (select exists (select from known_devices where person_id = ${personId}) as any),
    met as (
      insert into known_devices (person_id, device_hash) values (${personId}, ${hash})
      on conflict (person_id, device_hash) do update set last_seen_at = clock_timestamp()
      returning xmax = 0 as new
    )
    select before.any and met.new as strange from before, met`.execute(tx);
  return rows[0]!.strange;
}

/** Tells whether a person, or anybody, has signed in with a browser. */
export async function isKnownDevice(db: Db, hash: Buffer, personId?: string): Promise<boolean> {
  const device = await db
    .selectFrom("known_devices")
    .where("device_hash", "=", hash)
    .$if(personId !== undefined, (query) => query.where("person_id", "=", personId!))
    .select("device_hash")
    .limit(1)
    .executeTakeFirst();
  return device !== undefined;
}
