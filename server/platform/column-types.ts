import pg from "pg";

/** Parses 64-bit integers as bigint, and decimals and days as text. */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(pg.types.builtins.INT8, (value: string) => BigInt(value));
columnTypes.setTypeParser(pg.types.builtins.NUMERIC, (value: string) => value);
columnTypes.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
// Sessions run in UTC, so the text is always `2026-11-21 09:30:00.123456+00`, which one call parses; the default parser
// needs many.
columnTypes.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value: string) =>
  value.endsWith("+00") ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3).slice(0, 12)}Z`) : usualInstant(value),
);
const usualInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
