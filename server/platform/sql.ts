import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Db } from "./db.ts";

/** Builds `= any($1)`: one prepared statement for lists of any length. */
export const anyOf = <T extends string>(values: readonly T[], type: "uuid" | "text"): RawBuilder<T> =>
  sql<T>`any(${[...values]}::${sql.raw(type)}[])`;

/** Escapes `%`, `_` and `\` in a search term. */
export const escapeLike = (term: string) => term.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** A text without the amounts in it, for whoever may see none. */
export const withoutAmounts = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`regexp_replace(${text}, '[£€]\\d[\\d,]*(\\.\\d+)?', 'an amount', 'g')`;

/**
 * Tests whether a name contains the text. Fewer than three letters have to begin one of its words: the index of words
 * finds nothing shorter in the middle of one, and would read all names.
 */
export function nameMatches(column: string, search: string): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  const text = escapeLike(search);
  return search.length < 3
    ? sql`(${name} ilike ${`${text}%`} or ${name} ilike ${`% ${text}%`})`
    : sql`${name} ilike ${`%${text}%`}`;
}

/**
 * Asks with plans made for the very values, where `worthwhile`: what a search or a rare product matches differs too much
 * for the one plan that serves other statements. Planning costs less than a millisecond each time, and holds for the
 * rest of the transaction.
 */
export async function planWithValues<T>(db: Db, worthwhile: boolean, ask: () => Promise<T>): Promise<T> {
  const planned = worthwhile ? sql`set local plan_cache_mode = force_custom_plan`.execute(db) : undefined;
  const [answer] = await Promise.all([ask(), planned]);
  return answer;
}
