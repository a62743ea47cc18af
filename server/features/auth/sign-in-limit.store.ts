import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

export type AttemptKeys = { account: string; address: string };
export type AttemptLimits = { account: number; address: number; windowSeconds: number };

/** A statement that counts one attempt of a key in its window: the counts of parallel attempts differ. */
const counted = (key: string, seconds: number, condition = sql``) => sql`
  insert into sign_in_attempts as a (key, count, until)
  select ${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}) ${condition}
  on conflict (key) do update set
    count = case when a.until > clock_timestamp() then a.count + 1 else 1 end,
    until = case when a.until > clock_timestamp() then a.until else excluded.until end
  returning count, until`;

/**
 * Counts one attempt, before it is looked at. Undefined when it may go on, else the seconds to wait. An address that
 * tried too often is not counted against the account, so that it cannot lock others out.
 */
export async function countAttempt(tx: Tx, keys: AttemptKeys, limits: AttemptLimits): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number }>`
    with address as (${counted(keys.address, limits.windowSeconds)}),
    account as (${counted(keys.account, limits.windowSeconds, sql`from address where address.count <= ${limits.address}`)})
    select ceil(extract(epoch from until - clock_timestamp()))::int as wait from address where count > ${limits.address}
    union all
    select ceil(extract(epoch from until - clock_timestamp()))::int from account where count > ${limits.account}`.execute(
    tx,
  );
  return rows[0] && Math.max(1, rows[0].wait);
}

/** Takes an attempt back that turned out to be right. */
export const refundAttempt = (tx: Tx, keys: AttemptKeys) =>
  sql`
    with mine as (select key from sign_in_attempts where key in (${keys.account}, ${keys.address})
                  order by key = ${keys.address} desc for update)
    update sign_in_attempts a set count = greatest(a.count - 1, 0) from mine where a.key = mine.key`.execute(tx);
