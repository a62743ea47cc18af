import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

export type AttemptKeys = { account: string; address: string };
export type AttemptLimits = { account: number; address: number; windowSeconds: number };

/** Builds the statement that counts one attempt under a key in its window; parallel attempts get different counts. */
const counted = (key: string, seconds: number, condition = sql``) => sql`
  insert into sign_in_attempts as a (key, count, until)
  select ${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}) ${condition}
  on conflict (key) do update set
    count = case when a.until > clock_timestamp() then a.count + 1 else 1 end,
    failed = case when a.until > clock_timestamp() then a.failed else 0 end,
    until = case when a.until > clock_timestamp() then a.until else excluded.until end
  returning count, failed, until`;

/** Recent failures, not counting this attempt. */
export type Failures = { account: number; address: number };

/**
 * Counts an attempt before its details are checked. Returns the failures so far if it may go on, otherwise the seconds
 * to wait. Once an address has tried too often, its attempts no longer count against the account, so it cannot lock
 * others out.
 */
export async function countAttempt(
  tx: Tx,
  keys: AttemptKeys,
  limits: AttemptLimits,
): Promise<{ wait: number } | Failures> {
  const { rows } = await sql<{ wait: number | null; address: number; account: number }>`
    with address as (${counted(keys.address, limits.windowSeconds)}),
    account as (${counted(keys.account, limits.windowSeconds, sql`from address where address.count <= ${limits.address}`)})
    select ceil(extract(epoch from case when address.count > ${limits.address} then address.until
                                        when account.count > ${limits.account} then account.until end - clock_timestamp()))::int as wait,
           address.failed as address, coalesce(account.failed, 0) as account
    from address left join account on true`.execute(tx);
  const { wait, ...failures } = rows[0]!;
  return wait === null ? failures : { wait: Math.max(1, wait) };
}

/**
 * Counts one call under a key, exactly even in parallel. Returns undefined if it may go on, otherwise the seconds to
 * wait.
 */
export async function countCall(tx: Tx, key: string, most: number, seconds: number): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number }>`
    with call as (${counted(key, seconds)})
    select ceil(extract(epoch from until - clock_timestamp()))::int as wait from call where count > ${most}`.execute(
    tx,
  );
  return rows[0] && Math.max(1, rows[0].wait);
}

/** Records a counted attempt as failed. */
export const failAttempt = (tx: Tx, keys: AttemptKeys) =>
  sql`
    with mine as (select key from sign_in_attempts where key in (${keys.account}, ${keys.address})
                  order by key = ${keys.address} desc for update)
    update sign_in_attempts a set failed = a.failed + 1 from mine where a.key = mine.key`.execute(tx);

/** Takes back a successful attempt and clears the account's failures. */
export const refundAttempt = (tx: Tx, keys: AttemptKeys) =>
  sql`
    with mine as (select key from sign_in_attempts where key in (${keys.account}, ${keys.address})
                  order by key = ${keys.address} desc for update)
    update sign_in_attempts a set count = greatest(a.count - 1, 0), failed = case a.key when ${keys.account} then 0 else a.failed end
    from mine where a.key = mine.key`.execute(tx);
