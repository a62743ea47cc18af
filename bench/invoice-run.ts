/**
 * Compares a whole marketplace's invoice run with the one statement that writes the same lines: CPU, growth, memory.
 */
import fs from "node:fs";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { runInvoices } from "@tradewind/server/billing/invoices/invoice-run.actions.ts";
import { jobQueue } from "@tradewind/server/platform/jobs.ts";
import { openLog } from "@tradewind/server/platform/log.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import pg from "pg";
import { limitStatement, limitTables, seedCharges } from "./invoice-run-data.ts";
import { cpuWhile, median } from "./measure.ts";

const sizes = [1_000, 10_000, 100_000];
const gate = 2;
const exponentGate = 1.1;
/** Mebibytes by which this process may grow during a run of any size. */
const memoryGate = 32;

export type InvoiceRunRow = { name: string; value: number; gate: number; detail: string };

/**
 * Measures each size on a fresh cluster, `rounds` months each (more for the smallest), alternating between the sides.
 * Throws if they write different lines.
 */
export async function run(rounds = 3): Promise<InvoiceRunRow[]> {
  const made: InvoiceRunRow[] = [];
  const ours: number[] = [];
  let grown = 0;
  for (const size of sizes) {
    const result = await measure(size, size < 10_000 ? rounds * 5 : rounds);
    ours.push(result.ours);
    grown = Math.max(grown, result.grownMiB);
    made.push({
      name: `invoice run, ${size.toLocaleString("en-GB")} subscriptions`,
      value: result.ratio,
      gate,
      detail: `limit ${result.limit.toFixed(0)} ms CPU, ours ${result.ours.toFixed(0)} ms CPU, ${result.statements} statements; a second run issued nothing`,
    });
  }
  // The smallest size mostly measures the fixed cost; growth shows between the two larger ones.
  const exponent = Math.log(ours[2]! / ours[1]!) / Math.log(sizes[2]! / sizes[1]!);
  made.push({
    name: "growth with the number of subscriptions",
    value: exponent,
    gate: exponentGate,
    detail: "exponent of CPU from 10,000 to 100,000",
  });
  made.push({ name: "memory of the process", value: grown, gate: memoryGate, detail: "MiB grown over any run" });
  return made;
}

async function measure(size: number, rounds: number) {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  try {
    await admin.query("alter system set autovacuum = off");
    await admin.query("select pg_reload_conf()");
    await prepareDatabase(cluster.url);
    await admin.query(limitTables);
    const url = new URL(cluster.url);
    url.username = "tradewind_worker";
    const database = openDatabase(url.href, { max: 4 });
    const jobs = jobQueue(url.href, log, false, () => {});
    await jobs.start();
    const spent = { limit: [] as number[], ours: [] as number[] };
    let grownMiB = 0;
    let statements = 0;
    try {
      let month = "2026-01-01";
      // The first month warms up both sides.
      for (let round = -1; round < rounds; round++, month = addMonths(month, 1)) {
        const until = addMonths(month, 1);
        await seedCharges(admin, size, month);
        const sides = {
          async limit() {
            await admin.query(limitStatement, [month, until, `${until}T06:00:00Z`]);
          },
          async ours() {
            const before = { statements: database.statementsSent(), memory: memory() };
            const { lines } = await issue({ database, jobs }, until);
            if (lines !== size) throw new Error(`The run wrote ${lines} lines of ${size}`);
            statements = database.statementsSent() - before.statements;
            grownMiB = Math.max(grownMiB, memory() - before.memory);
          },
        };
        for (const side of round % 2 ? (["ours", "limit"] as const) : (["limit", "ours"] as const)) {
          const cost = await cpuWhile(cluster.pid(), sides[side]);
          if (round >= 0) spent[side].push(cost);
        }
        const again = await issue({ database, jobs }, until);
        if (again.documents + again.lines > 0) throw new Error("A second run issued something");
        await agree(admin);
      }
    } finally {
      await jobs.stop();
      await database.close();
    }
    const [limit, own] = [median(spent.limit), median(spent.ours)];
    return { limit, ours: own, ratio: own / limit, grownMiB, statements };
  } finally {
    await admin.end();
    await cluster.stop();
  }
}

const log = openLog("error", "bench");
const issue = (
  services: { database: ReturnType<typeof openDatabase>; jobs: ReturnType<typeof jobQueue> },
  until: string,
) => runInvoices({ ...services, log, committed() {} }, { until, issuedOn: until, now: new Date(`${until}T06:00:00Z`) });

const memory = () => Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync("/proc/self/status", "latin1"))![1]) / 1024;

/** Throws unless both sides wrote the same documents and lines. */
async function agree(admin: pg.Client): Promise<void> {
  const columns =
    "l.reseller_id, l.position, l.charge_id, l.customer_name, l.product_name, l.net_minor, l.vat_percent, i.net_minor, i.vat_minor, i.due_on";
  const rows = (schema: string) =>
    `select ${columns} from ${schema}.invoice_lines l join ${schema}.invoices i on i.reseller_id = l.reseller_id and i.id = l.invoice_id`;
  const differences = await admin.query(
    `(${rows("public")} except ${rows("limits")}) union all (${rows("limits")} except ${rows("public")}) limit 1`,
  );
  if (differences.rows.length > 0) throw new Error(`The sides differ: ${JSON.stringify(differences.rows[0])}`);
}

if (import.meta.main) {
  const rows = await run(Number(process.argv[2] ?? 3));
  for (const row of rows) {
    const over = row.value > row.gate ? "  OVER" : "";
    console.log(`${row.name.padEnd(42)} ${row.value.toFixed(2)} (gate ${row.gate})  ${row.detail}${over}`);
  }
  if (rows.some((row) => row.value > row.gate)) process.exitCode = 1;
}
