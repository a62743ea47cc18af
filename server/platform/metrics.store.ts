import { sql } from "kysely";
import type { Db } from "./db.ts";

/** Returns for each queue with jobs that should have begun by now the seconds that the oldest has been waiting. */
export async function listDueJobs(db: Db): Promise<{ queue: string; oldest: number }[]> {
  const { rows } = await sql<{ queue: string; oldest: number }>`
    select name as queue, extract(epoch from now() - min(start_after))::float8 as oldest
    from pgboss.job where state < 'active' and start_after <= now() group by name`.execute(db);
  return rows;
}

/** Returns the seconds that the oldest file has been waiting for the virus scanner; 0 if none does. */
export async function findOldestUnscanned(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as seconds
    from ticket_files where scan = 'waiting'`.execute(db);
  return rows[0]!.seconds;
}
