import type pg from "pg";

/** Upserts rows the product ships. `table` and `key` are names from the code, never from a caller. */
export async function upsert(owner: pg.ClientBase, table: string, key: string, rows: readonly object[]) {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => !key.slice(1, -1).split(", ").includes(column));
  const all = Object.keys(first).join(", ");
  await owner.query(
    `insert into ${table} (${all}) select ${all} from jsonb_populate_recordset(null::${table}, $1)
     on conflict ${key} do update set ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
    [JSON.stringify(rows)],
  );
}
