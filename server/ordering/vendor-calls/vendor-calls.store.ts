import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** What is asked of: all of a vendor (`""`) or one tenant, what it grants a minute, and how many taken before are unused. */
export type Scope = { scope: string; aMinute: number; unused: number };

type Taking = { vendor: string; scopes: readonly Scope[]; calls: number; spared: number; at: Date };

/** Takes calls from what a vendor grants, in all scopes or in none; then returns in how many milliseconds to ask again. */
export async function takeVendorCalls(tx: Tx, { vendor, scopes, calls, spared, at }: Taking): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select take_vendor_calls(${vendor}, ${scopes.map(({ scope }) => scope)}::text[], ${scopes.map(({ aMinute }) => aMinute)}::int[],
      ${scopes.map(({ unused }) => unused)}::numeric[], ${calls}, ${spared}, ${at})::float8 as wait`.execute(tx);
  return rows[0]!.wait;
}

/** Lets nobody take calls of a scope before a time. */
export const holdVendorCalls = (tx: Tx, vendor: string, scope: string, until: Date) =>
  sql`
    update vendor_calls set left_over = least(left_over, 0), at = greatest(at, ${until}) where fulfiller = ${vendor} and scope = ${scope}`.execute(
    tx,
  );
