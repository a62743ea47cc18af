/**
 * Prints what the rows of the demo's database take, with their indexes, and how much was written to its log so far: `npm
 * run sizes`. docs/scaling.md reckons with these figures.
 */
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "./embedded-postgres.ts";
import { root } from "./root.ts";

/** Rows from which on half-filled pages no longer matter. */
const enough = 200;

const cluster = await startEmbedded(path.resolve(root, process.env["DATA_DIR"] || ".data", "postgres"));
const url = new URL(cluster.url);
url.pathname = "/tradewind";
const client = new pg.Client(url.href);
await client.connect();
try {
  await client.query("analyze");
  const { rows } = await client.query<{ name: string; rows: string; table: number; indexes: number }>(
    `select coalesce(parent.relname, c.relname) as name, sum(c.reltuples)::bigint::text as rows,
            sum(pg_table_size(c.oid))::float8 as "table", sum(pg_indexes_size(c.oid))::float8 as indexes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
     group by 1 having sum(c.reltuples) >= $1 order by sum(pg_total_relation_size(c.oid)) desc`,
    [enough],
  );
  const per = (bytes: number, count: string) => String(Math.round(bytes / Number(count)));
  console.log("| table | rows | bytes a row | of these indexes |\n|---|---|---|---|");
  for (const { name, rows: count, table, indexes } of rows)
    console.log(
      `| ${name} | ${Number(count).toLocaleString("en-GB")} | ${per(table + indexes, count)} | ${per(indexes, count)} |`,
    );
  const { rows: sums } = await client.query<{ size: string; written: string }>(
    "select pg_database_size(current_database())::text as size, (pg_current_wal_lsn() - '0/0')::text as written",
  );
  const mega = (bytes: string) => `${Math.round(Number(bytes) / 1e6).toLocaleString("en-GB")} MB`;
  console.log(`\nThe database takes ${mega(sums[0]!.size)}; ${mega(sums[0]!.written)} of log were written so far.`);
} finally {
  await client.end();
  await cluster.stop();
}
