/** Compares the forecast of three bills with the one statement that computes the same rows. */
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { forecastBills } from "@tradewind/server/ordering/forecast/forecast.reads.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import pg from "pg";
import { limitStatement, seedSubscriptions } from "./forecast-data.ts";
import { cpuWhile, median } from "./measure.ts";
import type { Row } from "./report.ts";

const size = 50_000;
const gate = 2;
const today = "2027-03-10";

type Sum = { month: string; product: string; kind: string; count: number; net: string };

/** Forecasts for one reseller `rounds` times, in turn with the statement. Throws if they come to different rows. */
export async function run(rounds = 5): Promise<Row[]> {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  try {
    await prepareDatabase(cluster.url);
    const resellerId = await seedSubscriptions(admin, size, today);
    const url = new URL(cluster.url);
    url.username = "tradewind_web";
    const database = openDatabase(url.href, { max: 2 });
    const spent = { ours: [] as number[], limit: [] as number[] };
    const rows = { ours: [] as Sum[], limit: [] as Sum[] };
    try {
      // The first round warms up both sides.
      for (let round = -1; round < rounds; round++) {
        const sides = {
          async ours() {
            const owner = { resellerId, currency: "GBP" } as const;
            const { bills } = await database.read({ role: "app_tenant", resellerId }, (db) =>
              forecastBills(db, owner, today),
            );
            rows.ours = bills.flatMap((bill) =>
              bill.rows.map(({ productId, kind, count, net }) => ({
                month: bill.month,
                product: productId,
                kind,
                count,
                net: String(net.minor),
              })),
            );
          },
          async limit() {
            const { from } = monthOf(today);
            rows.limit = (await admin.query<Sum>(limitStatement, [resellerId, from, addMonths(from, 3)])).rows;
          },
        };
        for (const side of round % 2 ? (["ours", "limit"] as const) : (["limit", "ours"] as const)) {
          const cost = await cpuWhile(cluster.pid(), sides[side]);
          if (round >= 0) spent[side].push(cost);
        }
        agree(rows);
      }
    } finally {
      await database.close();
    }
    const [ours, limit] = [median(spent.ours), median(spent.limit)];
    const detail = `limit ${limit.toFixed(0)} ms CPU, ours ${ours.toFixed(0)} ms CPU, of ${size.toLocaleString("en-GB")} subscriptions and the charges of a month`;
    return [{ name: "forecast of three bills", value: ours / limit, gate, detail }];
  } finally {
    await admin.end();
    await cluster.stop();
  }
}

function agree({ ours, limit }: { ours: Sum[]; limit: Sum[] }): void {
  const inOrder = (rows: Sum[]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([x], [y]) => x.localeCompare(y)))).toSorted();
  const [a, b] = [inOrder(ours), inOrder(limit)];
  const at = a.findIndex((row, index) => row !== b[index]);
  if (at >= 0 || a.length !== b.length) throw new Error(`The sides differ: ${a[at]} and ${b[at]}`);
}

if (import.meta.main) for (const row of await run()) console.log(row);
