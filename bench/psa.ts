/** Compares the reports for a PSA with one full outer join of the same rows. */
import { listMovements } from "@tradewind/server/psa/movement/movement.store.ts";
import { readReport } from "@tradewind/server/psa/reconciliation/reconciliation.reads.ts";
import { listReconciled } from "@tradewind/server/psa/reconciliation/reconciliation.store.ts";
import type { TenantActor } from "@tradewind/server/platform/actor.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import pg from "pg";
import { cpuWhile, median } from "./measure.ts";
import { limitStatement, seedBooks, source } from "./psa-data.ts";
import type { Row } from "./report.ts";

const size = 30_000;
const gate = 3;
const today = "2027-03-10";

/** What both sides say of each product of a customer. */
const figures = [
  "quantity",
  "vendor_quantity",
  "assigned_quantity",
  "charged_quantity",
  "psa_quantity",
  "sale",
  "psa_amount",
] as const;
type Pair = Record<"customer_id" | "sku" | (typeof figures)[number], string | number | null>;

/** Compares the books of one reseller `rounds` times, in turn with the statement. Throws if they come to different rows. */
export async function run(rounds = 5): Promise<Row[]> {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  try {
    await prepareDatabase(cluster.url);
    const resellerId = await seedBooks(admin, size, today);
    const url = new URL(cluster.url);
    url.username = "tradewind_web";
    const database = openDatabase(url.href, { max: 4 });
    const tenant = { role: "app_tenant", resellerId } as const;
    const of = { resellerId, source, currency: "GBP", today, past: null } as const;
    const actor = { ...of, kind: "reseller", hidePricing: false } as unknown as TenantActor;
    const join = async () => (await admin.query<Pair>(limitStatement, [resellerId, today])).rows;
    const sides = {
      join,
      reconciliation: () =>
        database.read(tenant, (db) => readReport({ db, actor, now: new Date(`${today}T09:00:00Z`), today }, source)),
      movement: () => database.read(tenant, (db) => listMovements(db, of, monthOf(today), today)),
    };
    const spent = { join: [] as number[], reconciliation: [] as number[], movement: [] as number[] };
    try {
      agree(await database.read(tenant, (db) => listReconciled(db, of)), await join());
      // The first round warms up all sides.
      for (let round = -1; round < rounds; round++)
        for (const side of ["join", "reconciliation", "movement"] as const) {
          const cost = await cpuWhile(cluster.pid(), async () => void (await sides[side]()));
          if (round >= 0) spent[side].push(cost);
        }
    } finally {
      await database.close();
    }
    const limit = median(spent.join);
    return (["reconciliation", "movement"] as const).map((name) => {
      const ours = median(spent[name]);
      const detail = `the join ${limit.toFixed(0)} ms CPU, ours ${ours.toFixed(0)} ms CPU, of ${size.toLocaleString("en-GB")} lines and 2,000 customers`;
      return { name, value: ours / limit, gate, detail };
    });
  } finally {
    await admin.end();
    await cluster.stop();
  }
}

function agree(ours: readonly Pair[], limit: readonly Pair[]): void {
  const inOrder = (rows: readonly Pair[]) =>
    rows.map((row) => [row.customer_id, row.sku, ...figures.map((name) => Number(row[name] ?? -1))].join()).toSorted();
  const [a, b] = [inOrder(ours), inOrder(limit)];
  const at = a.findIndex((row, index) => row !== b[index]);
  if (at >= 0 || a.length !== b.length) throw new Error(`The sides differ: ${a[at]} and ${b[at]}`);
}

if (import.meta.main) for (const row of await run()) console.log(row);
