import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/**
 * Where a try comes from: the keys of the account, of the account in this browser, and of the network, and the browser
 * by which its person may be known.
 */
export type Origin = { userName: string; device: Buffer; account: string; accountHere: string; network: string };
/**
 * The keys under which a try counts. A browser that the person has signed in with counts by itself, so that nobody else
 * spends its tries; all other browsers count together, and with their network.
 */
export type Counts = { account: string; network: string | null };

/** Seconds for which the wrong passwords of an account count, and those of a network. */
const accountWindow = 24 * 3600;
const networkWindow = 900;
/** Most wrong passwords of an account within its window, each with a solved robot check. */
const mostOfAccount = 100;
/** Tries of a network under way at the same moment that need no check. */
const mostAtOnce = 100;

/**
 * The work a try must bring after so many wrong ones, as a multiple of the usual robot check: none for the first, then
 * doubled with each step.
 */
const weightAfter = (wrong: string, { free, step }: { free: number; step: number }) =>
  `case when ${wrong} < ${free} then 0 else 1 << least(5, (${wrong} - ${free}) / ${step}) end`;
const weights = {
  account: sql.raw<number>(weightAfter("a.count", { free: 3, step: 10 })),
  network: sql.raw<number>(
    `greatest(${weightAfter("a.failed", { free: 10, step: 50 })}, case when a.count < ${mostAtOnce} then 0 else 1 end)`,
  ),
};

const live = sql<boolean>`a.until > clock_timestamp()`;
/** Counts a try under each key selected, unless it brings less work than `weight` asks or there were `most`. */
const counted = (keys: typeof live, seconds: number, weight: typeof weights.account, work: number, most: number) => sql`
  insert into sign_in_attempts as a (key, count, until)
  select key, 1, clock_timestamp() + make_interval(secs => ${seconds}) from ${keys}
  on conflict (key) do update set
    count = case when ${live} then a.count + 1 else 1 end,
    failed = case when ${live} then a.failed else 0 end,
    until = case when ${live} then a.until else excluded.until end
  where not ${live} or (a.count < ${most} and ${weight} <= ${work}::int)
  returning a.key`;

const accountKey = ({ userName, device, account, accountHere }: Origin) => sql`
  case when exists (select from known_devices d join people p on p.id = d.person_id
                    where lower(p.user_name) = ${userName} and d.device_hash = ${device})
       then ${accountHere} else ${account} end`;

/**
 * Counts a try before its password is looked at, exactly even in parallel, if it brings the work that is due: otherwise
 * it counts for nothing and is refused, with the seconds to wait if no work would do.
 */
export async function countGuess(tx: Tx, origin: Origin, work: number): Promise<Counts | { wait: number | null }> {
  const endless = 2 ** 31 - 1;
  const { rows } = await sql<{ key: string; may: boolean }>`
    with account as (select ${accountKey(origin)} as key),
    network as (${counted(
      sql`(select ${origin.network} as key from account where key = ${origin.account}) as k`,
      networkWindow,
      weights.network,
      work,
      endless,
    )})
    select key, key <> ${origin.account} or exists (select from network) as may from account`.execute(tx);
  const { key, may } = rows[0]!;
  if (!may) return { wait: null };
  const counts: Counts = { account: key, network: key === origin.account ? origin.network : null };
  const account = await counted(
    sql`(values (${key})) as k (key)`,
    accountWindow,
    weights.account,
    work,
    mostOfAccount,
  ).execute(tx);
  if (account.rows.length > 0) return counts;
  await sql`update sign_in_attempts set count = count - 1 where key = ${counts.network}`.execute(tx);
  const spent = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as wait
    from sign_in_attempts where key = ${key} and count >= ${mostOfAccount}`.execute(tx);
  return { wait: spent.rows[0]?.wait ?? null };
}

/** Reads the work that the next try must bring. */
export async function findWeight(db: Db, origin: Origin): Promise<number> {
  const { rows } = await sql<{ weight: number }>`
    with account as (select ${accountKey(origin)} as key)
    select greatest(
      (select ${weights.account} from sign_in_attempts a join account using (key) where ${live}),
      (select ${weights.network} from sign_in_attempts a, account
       where ${live} and a.key = ${origin.network} and account.key = ${origin.account}), 1) as weight`.execute(db);
  return rows[0]!.weight;
}

/** Settles a counted try. A right one clears the account's count, a wrong one is held against the network too. */
export const settleGuess = (tx: Tx, { account, network }: Counts, right: boolean) =>
  sql`
    with mine as (select key from sign_in_attempts where key in (${account}, ${network})
                  order by key = ${network} desc for update)
    update sign_in_attempts a
    set count = case when a.key = ${network} then greatest(a.count - 1, 0) when ${right} then 0 else a.count end,
        failed = a.failed + case when a.key = ${network} and not ${right} then 1 else 0 end
    from mine where a.key = mine.key`.execute(tx);

/**
 * Counts one call under a key, exactly even in parallel. Returns undefined if it may go on, otherwise the seconds to
 * wait.
 */
export async function countCall(tx: Tx, key: string, most: number, seconds: number): Promise<number | undefined> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into sign_in_attempts as a (key, count, until)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when ${live} then a.count + 1 else 1 end,
      until = case when ${live} then a.until else excluded.until end
    returning count, greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as wait`.execute(tx);
  const { count, wait } = rows[0]!;
  return count > most ? wait : undefined;
}

export const takeBackCall = (tx: Tx, key: string) =>
  sql`update sign_in_attempts set count = greatest(count - 1, 0) where key = ${key}`.execute(tx);
