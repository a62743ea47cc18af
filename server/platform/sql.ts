import { sql, type RawBuilder } from "kysely";

/** Builds `= any($1)`: one prepared statement for lists of any length. */
export const anyOf = <T extends string>(values: readonly T[], type: "uuid" | "text"): RawBuilder<T> =>
  sql<T>`any(${[...values]}::${sql.raw(type)}[])`;

/** Escapes `%`, `_` and `\` in a search term. */
export const escapeLike = (term: string) => term.replace(/[\\%_]/g, (sign) => `\\${sign}`);
