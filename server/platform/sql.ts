import { sql, type RawBuilder } from "kysely";

/** `= any($1)`: one prepared statement for lists of every length. */
export const anyOf = <T extends string>(values: readonly T[], type: "uuid" | "text"): RawBuilder<T> =>
  sql<T>`any(${[...values]}::${sql.raw(type)}[])`;
