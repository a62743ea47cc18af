/** Watches the memory that the reading of a PSA takes. */
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import type { Platform } from "@tradewind/server/platform/platform.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { syncPsa } from "@tradewind/server/psa/sync/sync.jobs.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { connectWise } from "@tradewind/vendors/connectwise/connectwise.ts";
import pg from "pg";
import { memoryOf } from "./measure.ts";
import type { Row } from "./report.ts";

const agreements = 2_000;
const each = 50;
const gate = 64;
const now = new Date("2027-03-10T09:00:00Z");

/** Reads a ConnectWise with so many lines `rounds` times. Throws if any is missing. */
export async function run(rounds = 3): Promise<Row[]> {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  const url = new URL(cluster.url);
  url.username = "tradewind_worker";
  const database = openDatabase(url.href, { max: 2 });
  try {
    await prepareDatabase(cluster.url);
    const { rows } = await admin.query<{ id: string }>(
      `with r as (
         insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
         values ('Bench', 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01') returning id)
       insert into psa_connections (reseller_id, type, address, company, keys, agreement_type, enabled, changed_by, changed_at)
       select id, ${psaTypes.connectWise}, 'http://psa.example/', 'bench', 'none', '', true, 'Robin Tester', '2027-01-01' from r returning reseller_id as id`,
    );
    const resellerId = rows[0]!.id;
    const platform = {
      database,
      clock: { now: () => now, today: () => now.toISOString().slice(0, 10) },
      committed: () => {},
      secrets: { open: () => JSON.stringify({ user: "public", secret: "private", clientId: "client" }) },
      psas: { [psaTypes.connectWise]: connectWise({ fetch: answer }) },
    } as unknown as Platform;
    const grown: number[] = [];
    // The first round warms up.
    for (let round = -1; round < rounds; round++) {
      const asked = await admin.query<{ id: string }>(
        `insert into psa_syncs (reseller_id, kind, state, trigger_type, asked_at) values ($1, 'all', 'New', 'Manual', $2)
         on conflict (reseller_id, kind) do update set id = uuidv7(), state = 'New', ended_at = null returning id`,
        [resellerId, now],
      );
      const before = memoryOf(process.pid);
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, memoryOf(process.pid))), 20);
      await syncPsa.run({ platform }, { resellerId, syncId: asked.rows[0]!.id });
      clearInterval(watch);
      const read = await admin.query<{ n: number; state: string }>(
        "select (select count(*)::int from psa_lines where gone_at is null) as n, state from psa_syncs",
      );
      if (read.rows[0]!.n !== agreements * each || read.rows[0]!.state !== "Completed")
        throw new Error(`The reading came to something else: ${JSON.stringify(read.rows[0])}`);
      if (round >= 0) grown.push(most - before);
    }
    const name = `memory of reading ${(agreements * each).toLocaleString("en-GB")} lines of a PSA`;
    return [{ name, value: Math.max(...grown), gate, detail: "MiB that the process grew by at most" }];
  } finally {
    await database.close();
    await admin.end();
    await cluster.stop();
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const company = (id: number) => ({ id, name: `Company ${id}` });
const product = (id: number) => ({
  id,
  identifier: `P${id}`,
  description: `Product ${id}`,
  price: 10,
  recurringFlag: true,
});
const agreement = (id: number) => ({
  ...company(id),
  type: company(1),
  company: { id },
  agreementStatus: "Active",
  cancelledFlag: false,
});
const addition = (id: number) => ({
  id,
  product: { id: 1 + (id % each), identifier: `P${1 + (id % each)}` },
  description: `Product ${1 + (id % each)}, billed each month`,
  quantity: 1 + (id % 9),
  unitPrice: 10.5,
  billCustomer: "Billable",
  effectiveDate: "2026-01-01T00:00:00Z",
});

/** Answers as ConnectWise does, page by page. */
async function answer(address: string | URL | Request): Promise<Response> {
  const url = new URL(address instanceof Request ? address.url : address);
  const [, last, of] = /\/(\w+)(?:\/(\d+)\/additions)?$/.exec(url.pathname) ?? [];
  if (url.pathname.startsWith("/login/")) return Response.json({ Codebase: "v4_6_release/" });
  if (of !== undefined) return Response.json(numbers(each).map((at) => addition(Number(of) * each + at)));
  const [count, make]: [number, (id: number) => object] =
    last === "catalog" ? [each, product] : [agreements, last === "agreements" ? agreement : company];
  const [after, size] = [Number(url.searchParams.get("pageId")), Number(url.searchParams.get("pageSize"))];
  return Response.json(
    numbers(count)
      .filter((id) => id > after)
      .slice(0, size)
      .map(make),
  );
}

if (import.meta.main) for (const row of await run()) console.log(row);
