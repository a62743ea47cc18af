import { sql, type RawBuilder } from "kysely";

/** `= any($1)`: one prepared statement for lists of every length. */
export const anyOf = <T extends string>(values: readonly T[], type: "uuid" | "text"): RawBuilder<T> =>
  sql<T>`any(${[...values]}::${sql.raw(type)}[])`;

/** A search term in which `%`, `_` and `\` stand for themselves. */
export const escapeLike = (term: string) => term.replace(/[\\%_]/g, (sign) => `\\${sign}`);
