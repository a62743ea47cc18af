/**
 * Compares what is kept of Azure's spend with COPY of the same rows and one statement that adds them up, and each question
 * about it with the SQL that answers it from the same rows.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { addUpDays, addUpParts } from "@tradewind/server/ordering/azure-spend/azure-spend.store.ts";
import { replaceDays } from "@tradewind/server/ordering/azure-spend/read-spend.store.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import pg from "pg";
import { cpuWhile, median } from "./measure.ts";
import type { Row } from "./report.ts";

const subscriptions = 200;
const days = 28;
const first = "2027-02-01";
const until = addDays(first, days - 1);
const gates = { ingest: 2, question: 1.5 };

/** Keeps many rows once, and asks of fewer: each question reads all of a subscription's. */
export const run = async (): Promise<Row[]> => [
  ...(await keepAndAsk(5_000_000, 0)),
  ...(await keepAndAsk(1_500_000, 5)),
];

/** Keeps so many rows once, then asks by each grouping `rounds` times, in turn with the statements. */
async function keepAndAsk(rows: number, rounds: number): Promise<Row[]> {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-azure-"));
  fs.chmodSync(folder, 0o755);
  try {
    await prepareDatabase(cluster.url);
    const cells = Math.round(rows / subscriptions / days);
    const [ours, limit] = [await seed(admin, "ours"), await seed(admin, "limit")];
    const url = new URL(cluster.url);
    url.username = "tradewind_worker";
    const worker = openDatabase(url.href, { max: 2 });
    url.username = "tradewind_web";
    const web = openDatabase(url.href, { max: 2 });
    try {
      const lines = linesOf(cells);
      const file = path.join(folder, "lines.csv");
      fs.writeFileSync(file, lines.map((line) => `${Object.values(line).join(",")}\n`).join(""));
      const copied = await cpuWhile(cluster.pid(), () => copy(admin, file, limit));
      const kept = await cpuWhile(cluster.pid(), async () => {
        for (const id of ours.ids)
          await worker.write({ role: "app_worker" }, (tx) =>
            replaceDays(tx, { resellerId: ours.resellerId, id }, lines, until),
          );
      });
      await admin.query("vacuum analyze azure_spend");
      await agree(admin, [ours, limit]);
      const all = (cells * subscriptions * days).toLocaleString("en-GB");
      const ingest: Row = {
        name: `keeping ${all} rows of Azure's spend`,
        value: kept / copied,
        gate: gates.ingest,
        detail: `COPY and one statement that adds up ${copied.toFixed(0)} ms CPU, ours ${kept.toFixed(0)} ms CPU: subscription by subscription, each days' cells in the place of those before`,
      };
      if (rounds === 0) return [ingest];
      const asked: Row[] = [];
      for (const by of ["total", "group", "resource", "meter"] as const) {
        const spent = { ours: [] as number[], limit: [] as number[] };
        const sides = {
          ours: () =>
            web.read({ role: "app_tenant", resellerId: ours.resellerId }, async (db) => {
              for (const id of ours.ids) {
                const wanted = { resellerId: ours.resellerId, id, from: first, until };
                await (by === "total" ? addUpDays(db, wanted) : addUpParts(db, wanted, by));
              }
            }),
          limit: async () => {
            for (const id of limit.ids) await admin.query(statements[by], [limit.resellerId, id, first, until]);
          },
        };
        // The first round warms up both sides.
        for (let round = -1; round < rounds; round++)
          for (const side of round % 2 ? (["ours", "limit"] as const) : (["limit", "ours"] as const)) {
            const cost = await cpuWhile(cluster.pid(), sides[side]);
            if (round >= 0) spent[side].push(cost);
          }
        const [a, b] = [median(spent.ours), median(spent.limit)];
        asked.push({
          name: `${days} days of ${subscriptions} subscriptions by ${by}`,
          value: a / b,
          gate: gates.question,
          detail: `the statement ${b.toFixed(0)} ms CPU, ours ${a.toFixed(0)} ms CPU, of ${all} rows`,
        });
      }
      return asked;
    } finally {
      await worker.close();
      await web.close();
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
    await admin.end();
    await cluster.stop();
  }
}

type Owner = { resellerId: string; ids: string[] };

async function seed(admin: pg.Client, name: string): Promise<Owner> {
  const { rows } = await admin.query<{ reseller_id: string; id: string }>(
    `with r as (
       insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
       values ($1, 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01') returning id),
     c as (insert into customers (reseller_id, name, created_at) select id, 'Acme', '2026-01-01' from r returning reseller_id, id)
     insert into azure_subscriptions (reseller_id, customer_id, product_id, fulfiller, vendor_ref, name, is_active, listed_on, currency)
     select reseller_id, id, 'azure', 'microsoft', $1 || n, 'Subscription ' || n, true, $3::date, 'GBP' from c, generate_series(1, $2::int) n
     returning reseller_id, id`,
    [name, subscriptions, first],
  );
  return { resellerId: rows[0]!.reseller_id, ids: rows.map(({ id }) => id) };
}

/** What a subscription is told of all days: a few groups, thirty meters, and as many resources as there are cells. */
function linesOf(cells: number) {
  return Array.from({ length: cells * days }, (_, at) => {
    const cell = Math.floor(at / days);
    const cost = (0.01 + (at % 977) / 100).toFixed(8);
    return {
      day: addDays(first, at % days),
      group: `group-${cell % 8}`,
      resource: `Microsoft.Compute/virtualMachines/machine-${Math.floor(cell / 3)}`,
      meter: `Meter ${cell % 30}`,
      cost,
      price: cost,
      currency: "GBP" as const,
    };
  });
}

async function copy(admin: pg.Client, file: string, { resellerId, ids }: Owner) {
  await admin.query("begin");
  await admin.query(
    `create temp table told (id uuid, day date, resource_group text, resource text, meter text, cost numeric, price numeric, currency text) on commit drop`,
  );
  for (const id of ids) {
    await admin.query(`alter table told alter column id set default '${id}'`);
    await admin.query(
      `copy told (day, resource_group, resource, meter, cost, price, currency) from '${file}' (format csv)`,
    );
  }
  await admin.query(
    `insert into azure_spend (reseller_id, subscription_id, day, resource_group, resource, meter, cost, price)
     select $1, id, day, resource_group, resource, meter, sum(cost), sum(price) from told group by 2, 3, 4, 5, 6`,
    [resellerId],
  );
  await admin.query("commit");
}

/** A resource is told from others by its group and name, however that is written. */
const statementBy = (...parts: readonly string[]) => {
  const by = ["day", ...parts].join(", ");
  return `select ${by}, sum(price)::text as price from azure_spend
    where reseller_id = $1 and subscription_id = $2 and day between $3::date and $4::date group by ${by} order by ${by}`;
};
const statements = {
  total: statementBy(),
  group: statementBy("resource_group"),
  resource: statementBy("resource_group", "lower(resource)"),
  meter: statementBy("meter"),
};

/** Throws unless both sides keep the same. */
async function agree(admin: pg.Client, owners: readonly Owner[]): Promise<void> {
  const kept = [];
  for (const { resellerId } of owners)
    kept.push(
      (
        await admin.query<{ count: string; sum: string }>(
          "select count(*), sum(price), sum(hashtext(day || resource_group || resource || meter)::bigint) from azure_spend where reseller_id = $1",
          [resellerId],
        )
      ).rows[0],
    );
  if (JSON.stringify(kept[0]) !== JSON.stringify(kept[1])) throw new Error(`The sides differ: ${JSON.stringify(kept)}`);
}
