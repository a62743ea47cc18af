import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

const most = 5;
const windowSeconds = 900;

/** Kinds of proof with separate counts: second-factor codes, passkeys, and the password confirmed within a session. */
export type Tried = "code" | "passkey" | "confirm";
const keyOf = (tried: Tried, personId: string) => `mfa-${tried}:${personId}`;

/**
 * Counts a person's try, from any address, before it is checked. Returns undefined if it may go on, otherwise the
 * seconds to wait.
 */
export async function countTry(tx: Tx, tried: Tried, personId: string): Promise<number | undefined> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into sign_in_attempts as a (key, count, until)
    values (${keyOf(tried, personId)}, 1, clock_timestamp() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when a.until > clock_timestamp() then a.count + 1 else 1 end,
      until = case when a.until > clock_timestamp() then a.until else excluded.until end
    returning count, greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as wait`.execute(tx);
  return rows[0]!.count > most ? rows[0]!.wait : undefined;
}

/** Takes back a successful try. */
export const refundTry = (tx: Tx, tried: Tried, personId: string) =>
  sql`update sign_in_attempts set count = greatest(count - 1, 0) where key = ${keyOf(tried, personId)}`.execute(tx);
