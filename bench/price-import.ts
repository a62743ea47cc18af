/** Compares the import of a price list with COPY of the same prices into the same tables. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ownPriceColumns, wholeLines } from "@tradewind/domain/catalogue/price-file.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import {
  beginImport,
  commitImport,
  compareImport,
  readPiece,
} from "@tradewind/server/catalogue/price-imports/price-imports.actions.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import pg from "pg";
import { cpuWhile, median } from "./measure.ts";
import type { Row } from "./report.ts";

const prices = 50_000;
const gate = 3;
const pieceSize = 200_000;
const today = "2031-01-01";
const now = new Date(`${today}T09:00:00Z`);

type Doing = Parameters<typeof beginImport>[0];

/** Imports a list of two currencies `rounds` times, in turn with COPY. Throws if they make different prices. */
export async function run(rounds = 3): Promise<Row[]> {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-prices-"));
  fs.chmodSync(folder, 0o755);
  try {
    await prepareDatabase(cluster.url);
    await admin.query(
      `insert into offers select (jsonb_populate_record(o, jsonb_build_object('id', 'bench-' || n || ':P1Y:monthly', 'sku', 'bench-' || n))).*
       from offers o, generate_series(1, $1) n where o.id = 'CFQ7TTC0LH18:0001:P1Y:monthly'`,
      [prices / 2],
    );
    const url = new URL(cluster.url);
    url.username = "tradewind_web";
    const database = openDatabase(url.href, { max: 4 });
    const inTurn = <T>(work: (doing: Doing) => Promise<T>) =>
      database.write({ role: "app_operator" }, (tx) => work({ tx, today, now, ...as } as Doing));
    const spent = { ours: [] as number[], limit: [] as number[] };
    try {
      // The first round warms up both sides.
      for (let round = -1; round < rounds; round++) {
        await admin.query("vacuum analyze prices, vendor_prices, price_lists, price_import_rows, offers");
        const days = { ours: addDays(today, 2 * round + 10), limit: addDays(today, 2 * round + 11) };
        const file = listOf(round);
        const copied = path.join(folder, "prices.csv");
        fs.writeFileSync(copied, copyOf(round, days.limit));
        fs.writeFileSync(`${copied}.costs`, costsOf(round, days.limit));
        const sides = {
          ours: () => importList(inTurn, file, days.ours),
          limit: () => copy(admin, copied, days.limit),
        };
        for (const side of round % 2 ? (["ours", "limit"] as const) : (["limit", "ours"] as const)) {
          const cost = await cpuWhile(cluster.pid(), sides[side]);
          if (round >= 0) spent[side].push(cost);
        }
        await agree(admin, days);
      }
    } finally {
      await database.close();
    }
    const [ours, limit] = [median(spent.ours), median(spent.limit)];
    return [
      {
        name: `import of ${prices.toLocaleString("en-GB")} prices`,
        value: ours / limit,
        gate,
        detail: `COPY with the same checks ${limit.toFixed(0)} ms CPU, ours ${ours.toFixed(0)} ms CPU: reading the file, comparing each row with its price, and taking all over`,
      },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true });
    await admin.end();
    await cluster.stop();
  }
}

const as = {
  actor: { displayName: "Bench" },
  doer: { resellerId: "00000000-0000-0000-0000-000000000000", actor: null, now },
};

type Priced = { sku: string; currency: string; cost: string; recommended: string; vendorCost: string };
function* pricesIn(round: number): Generator<Priced> {
  for (let n = 0; n < prices; n++) {
    const cents = 1_000 + (n % 977) + round + 1;
    const amount = (share: number) => ((cents * share) / 100).toFixed(2);
    yield {
      sku: `bench-${(n >> 1) + 1}`,
      currency: n % 2 ? "EUR" : "GBP",
      cost: amount(0.85),
      recommended: amount(1),
      vendorCost: amount(0.8),
    };
  }
}

const linesOf = (round: number, write: (price: Priced) => string) =>
  `${Array.from(pricesIn(round), write).join("\n")}\n`;
const listOf = (round: number) =>
  `${ownPriceColumns.join(",")}\n${linesOf(round, (p) => `${p.sku},P1Y,monthly,${p.currency},${p.cost},${p.recommended},${p.vendorCost}`)}`;
const copyOf = (round: number, day: string) =>
  linesOf(round, (p) => `${p.currency}-${day},${p.sku}:P1Y:monthly,${p.cost},${p.recommended}`);
const costsOf = (round: number, day: string) =>
  linesOf(round, (p) => `${p.sku}:P1Y:monthly,${p.currency},${day},${p.vendorCost}`);

/** Imports a list as the portal does: piece by piece, each in a transaction of its own. */
async function importList(inTurn: <T>(work: (doing: Doing) => Promise<T>) => Promise<T>, file: string, day: string) {
  const { id } = await inTurn((doing) => beginImport(doing, { FileName: "bench.csv", From: day, SharePercent: "85" }));
  for (let rest = file, number = 1; rest !== ""; number++) {
    const cut = wholeLines(rest, pieceSize);
    const Text = rest.slice(0, cut);
    rest = rest.slice(cut);
    await inTurn((doing) => readPiece(doing, id, { Number: number, Text }));
  }
  await inTurn((doing) => compareImport(doing, id));
  const row = await inTurn((doing) => commitImport(doing, id));
  if (row.added + row.changed !== prices) throw new Error(`The import took over ${row.added + row.changed} prices`);
}

async function copy(admin: pg.Client, file: string, day: string) {
  await admin.query("begin");
  for (const currency of ["GBP", "EUR"])
    await admin.query("insert into price_lists (id, currency, from_date) values ($1, $2, $3)", [
      `${currency}-${day}`,
      currency,
      day,
    ]);
  await admin.query(`copy prices (price_list_id, offer_id, cost, recommended) from '${file}' (format csv)`);
  await admin.query(`copy vendor_prices (offer_id, currency, from_date, cost) from '${file}.costs' (format csv)`);
  await admin.query("update price_lists set published = true where from_date = $1", [day]);
  await admin.query("commit");
}

/** Throws unless both sides made the same prices. */
async function agree(admin: pg.Client, { ours, limit }: { ours: string; limit: string }): Promise<void> {
  const rows = `select x.offer_id, l.currency, x.cost, x.recommended, v.cost as vendor_cost from prices x
    join price_lists l on l.id = x.price_list_id
    join vendor_prices v on v.offer_id = x.offer_id and v.currency = l.currency and v.from_date = l.from_date where l.from_date =`;
  const { rows: found } = await admin.query<{ same: number; apart: number }>(
    `select (select count(*)::int from (${rows} $1 intersect all ${rows} $2) s) as same,
       (select count(*)::int from (${rows} $1 except all ${rows} $2) d) as apart`,
    [ours, limit],
  );
  const { same, apart } = found[0]!;
  if (same !== prices || apart > 0) throw new Error(`The sides agree on ${same} prices and differ on ${apart}`);
}
