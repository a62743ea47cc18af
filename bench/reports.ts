/** Compares the making of a report with COPY of the same rows to a file, and watches the memory that it takes. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { allReports } from "@tradewind/server/billing/reports/reports.reads.ts";
import { makeReport } from "@tradewind/server/billing/reports/make-report.jobs.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { csvExports, type Download, type Exports } from "@tradewind/server/platform/exports.ts";
import { kyselyOn } from "@tradewind/server/platform/db.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import pg from "pg";
import { seedCharges } from "./invoice-run-data.ts";
import { cpuWhile, median, memoryOf } from "./measure.ts";
import type { Row } from "./report.ts";

const gates = { cpu: 1.5, mebibytes: 32 };
const today = "2026-11-01";
/** Compiles the query of a report and sends nothing. */
const unconnected = kyselyOn(() => Promise.reject(new Error("Nothing is sent")));

type Services = Parameters<typeof makeReport.run>[0];

/** Makes a report of every charge `rounds` times, in turn with COPY. Throws if rows are missing. */
export async function run(rounds = 3, lines = 1_000_000): Promise<Row[]> {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-reports-"));
  fs.chmodSync(folder, 0o777);
  const copied = path.join(folder, "charges.csv");
  const [database, exports] = [openDatabase(urlFor(cluster.url), { max: 2 }), csvExports(urlFor(cluster.url))];
  try {
    await prepareDatabase(cluster.url);
    const [resellerId] = await seedCharges(admin, lines, "2026-10-01", lines);
    const clock = { now: () => new Date(`${today}T09:00:00Z`), today: () => today };
    const services = { platform: { database, exports, clock, committed: () => {} } } as unknown as Services;
    const text = await queryOf(resellerId!);
    const spent = { ours: [] as number[], limit: [] as number[], grown: [] as number[] };
    // The first round warms up both sides.
    for (let round = -1; round < rounds; round++) {
      const { rows } = await admin.query<{ id: string }>(
        `insert into report_runs (reseller_id, membership_id, download_id, options, currency, asked_at)
         values ($1, gen_random_uuid(), 'charges', '{}', 'GBP', now()) returning id`,
        [resellerId],
      );
      const runId = rows[0]!.id;
      const before = memoryOf(process.pid);
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, memoryOf(process.pid))), 20);
      const ours = await cpuWhile(cluster.pid(), () => makeReport.run(services, { resellerId, runId }));
      clearInterval(watch);
      const limit = await cpuWhile(
        cluster.pid(),
        async () => void (await admin.query(`copy (${text}) to '${copied}' (format csv, header)`)),
      );
      const made = await admin.query<{ rows: number }>("select rows from report_runs where id = $1", [runId]);
      if (made.rows[0]!.rows !== lines) throw new Error("The report lacks rows of those that COPY wrote");
      if (round < 0) continue;
      spent.ours.push(ours);
      spent.limit.push(limit);
      spent.grown.push(most - before);
    }
    const [ours, limit, grown] = [median(spent.ours), median(spent.limit), Math.max(...spent.grown)];
    const name = `report of ${lines.toLocaleString("en-GB")} lines`;
    return [
      {
        name,
        value: ours / limit,
        gate: gates.cpu,
        detail: `COPY to a file ${limit.toFixed(0)} ms CPU, ours ${ours.toFixed(0)} ms CPU: read as its reader, and kept piece by piece`,
      },
      {
        name: `memory of a ${name}`,
        value: grown,
        gate: gates.mebibytes,
        detail: "MiB that the process grew by at most",
      },
    ];
  } finally {
    await exports.close();
    await database.close();
    fs.rmSync(folder, { recursive: true });
    await admin.end();
    await cluster.stop();
  }
}

function urlFor(text: string): string {
  const url = new URL(text);
  url.username = "tradewind_worker";
  return url.href;
}

/** The statement of the report, with its one value written out. */
async function queryOf(resellerId: string): Promise<string> {
  let text = "";
  const stream: Exports["stream"] = async (_, query) => {
    text = query(unconnected).compile(unconnected).sql.replaceAll("$1", `'${resellerId}'`);
    return undefined as unknown as Download;
  };
  const reader = { resellerId, restriction: null, currency: "GBP" } as const;
  await allReports.charges.make({ stream } as Exports, reader, { options: {}, today });
  return text;
}
