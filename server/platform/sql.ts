import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Db } from "./db.ts";

/** Builds `= any($1)`: one prepared statement for lists of any length. */
export const anyOf = <T extends string>(values: readonly T[], type: "uuid" | "text"): RawBuilder<T> =>
  sql<T>`any(${[...values]}::${sql.raw(type)}[])`;

/** Escapes `%`, `_` and `\` in a search term. */
export const escapeLike = (term: string) => term.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * Has what follows in the transaction join whole sets: of rows that were written just now nothing is known yet, and each would
 * be held against every other.
 */
export const compareSets = (db: Db) =>
  sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true)`.execute(db);

/** A text without the amounts in it, for whoever may see none. */
export const withoutAmounts = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`regexp_replace(${text}, '[£€]\\d[\\d,]*(\\.\\d+)?', 'an amount', 'g')`;

/**
 * Tests whether a text has every word of the search, in any order, whatever their case and accents. Fewer than three
 * letters have to begin one of its words: the index of words finds nothing shorter in the middle of one, and would read
 * all rows.
 */
const has = (text: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> => {
  const words = search.split(/\s+/);
  // A telephone number is found by its digits, however it is typed. What looks like one may be something else.
  const isTelephone = /^[+(]?\d[\d ().-]{5,}$/.test(search);
  return isTelephone
    ? sql`(${hasEach(text, [search.replaceAll(/\D/g, "")])} or ${hasEach(text, words)})`
    : hasEach(text, words);
};
const hasEach = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    words.map((typed) => {
      const word = escapeLike(typed);
      return word.length < 3
        ? sql`(${text} like folded(${word}) || '%' or ${text} like '% ' || folded(${word}) || '%')`
        : sql`${text} like '%' || folded(${word}) || '%'`;
    }),
    sql` and `,
  )})`;
/** Likewise of a column of names. */
export const nameMatches = (column: string, search: string) => has(sql`folded(${sql.ref(column)})`, search);
/** Likewise of a column `words`, which has all by which a customer or a person is found, and an index. */
export const wordsMatch = (column: string, search: string) => has(sql.ref(column), search);

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
