/** Compares a sweep, which learns what a vendor has of every subscription, with reading the same answers. */
import { connectVendors } from "@tradewind/server/connections.ts";
import { joinPlatform } from "@tradewind/server/join.ts";
import { vendorCalls } from "@tradewind/server/ordering/vendor-calls/vendor-calls.actions.ts";
import { sweepVendor } from "@tradewind/server/ordering/vendor-views/vendor-views.jobs.ts";
import { demoKeys, readConfig } from "@tradewind/server/platform/config.ts";
import { TryLater } from "@tradewind/server/platform/jobs.ts";
import { openLog } from "@tradewind/server/platform/log.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import type { Connection } from "@tradewind/vendors/vendor.ts";
import pg from "pg";
import { startProgram } from "./sides.ts";
import { cpuWhile, median } from "./measure.ts";
import type { Row } from "./report.ts";

const [tenants, each] = [25_000, 4];
const gate = 2;
/** Requests at a time, as a sweep sends them. */
const lanes = 4;
const until = "2031-01-02";
/** As the catalogue names it at the vendor. */
const offer = "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF";

/** Sweeps a whole marketplace `rounds` times, in turn with reading the same answers into the shapes that are compared. */
export async function run(rounds = 3): Promise<Row[]> {
  const cluster = await startThrowaway({ maxConnections: 20 });
  const vendor = await startProgram("vendor", { EACH: String(each), OFFER: offer, UNTIL: `${until}T00:00:00Z` });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  try {
    await prepareDatabase(cluster.url);
    await seed(admin);
    const url = new URL(cluster.url);
    url.username = "tradewind_worker";
    const config = readConfig(vendors, {
      NODE_ENV: "test",
      DEMO: "true",
      ...demoKeys,
      DATABASE_URL: url.href,
      MICROSOFT_URL: vendor.url,
      MICROSOFT_TOKEN_URL: vendor.url,
      MICROSOFT_TENANT: "bench",
      MICROSOFT_CLIENT_ID: "bench",
      MICROSOFT_CLIENT_SECRET: "bench",
      MICROSOFT_CALLS_A_MINUTE: "100000000",
    });
    const platform = await joinPlatform(config, openLog("error", "bench"), "app_worker");
    await platform.jobs.start();
    const connections = connectVendors(platform);
    const services = { platform, connections, vendorCalls: vendorCalls(platform, connections) };
    const spent = { ours: [] as number[], limit: [] as number[] };
    try {
      // The first round, in which everything is seen for the first time, warms up both sides.
      for (let round = -1; round < rounds; round++) {
        await admin.query("update provider_tenants set swept_at = null, sweep_at = '-infinity'");
        await admin.query("vacuum analyze provider_tenants, vendor_views, subscriptions");
        const sides = {
          ours: () => sweep(services),
          limit: () => readAll(connections.get("microsoft")!),
        };
        for (const side of round % 2 ? (["ours", "limit"] as const) : (["limit", "ours"] as const)) {
          const cost = await cpuWhile(cluster.pid(), sides[side]);
          if (round >= 0) spent[side].push(cost);
        }
        await checkSeen(admin);
      }
    } finally {
      await platform.jobs.stop();
      await platform.database.close();
    }
    const [ours, limit] = [median(spent.ours), median(spent.limit)];
    const detail = `limit ${limit.toFixed(0)} ms CPU, ours ${ours.toFixed(0)} ms CPU, of ${tenants.toLocaleString("en-GB")} tenants with ${each} subscriptions each`;
    return [{ name: "sweep of 100,000 subscriptions", value: ours / limit, gate, detail }];
  } finally {
    await vendor.stop();
    await admin.end();
    await cluster.stop();
  }
}

type Services = Parameters<typeof sweepVendor.run>[0];

/** Runs the job as often as it asks to be run again. */
async function sweep(services: Services): Promise<void> {
  for (;;)
    try {
      return await sweepVendor.run(services, { vendor: "microsoft" });
    } catch (error) {
      if (!(error instanceof TryLater) || error.delayMs > 0) throw error;
    }
}

async function readAll({ observeTenant }: Connection): Promise<void> {
  let next = 1;
  const lane = async () => {
    while (next <= tenants) {
      const seen = await observeTenant!(`tenant-${next++}`);
      if (seen.length !== each) throw new Error(`A tenant had ${seen.length} subscriptions`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Throws unless everything was seen, once, and agrees. */
async function checkSeen(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(
    "select (select count(*) from vendor_views)::int as views, (select count(*) from differences)::int as differences, (select count(*) from provider_tenants where swept_at is null)::int as left_over",
  );
  if (rows[0].views !== tenants * each || rows[0].differences !== 0 || rows[0].left_over !== 0)
    throw new Error(`The sweep saw something else: ${JSON.stringify(rows[0])}`);
}

/** Resellers with a thousand customers, each with a tenant and subscriptions as its vendor has them. */
async function seed(admin: pg.Client): Promise<void> {
  await admin.query("alter system set autovacuum = off");
  await admin.query("select pg_reload_conf()");
  await admin.query(`
    insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
    select 'Bench ' || n, 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01'
    from generate_series(1, ${tenants / 1_000}) n`);
  await admin.query(`
    with customers as (
      insert into customers (reseller_id, name, created_at)
      select r.id, 'Customer ' || n, '2026-01-01' from resellers r, generate_series(1, 1000) n returning id, reseller_id)
    insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref)
    select reseller_id, id, 'microsoft', 'tenant-' || row_number() over () from customers`);
  await admin.query(`
    insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
    select reseller_id, customer_id, 'microsoft-365', 'Active', '2026-01-02', '2026-01-02' from provider_tenants`);
  await admin.query(`
    insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
      quantity, status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids, vendor_ref)
    select i.reseller_id, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 10, 5, 'active', 2,
      '2030-01-02', '${until}'::date + 1, '2030-01-02', '2030-02-02',
      '[{"quantity": 5, "openedAt": "2026-01-01T00:00:00.000Z", "refundableUntil": null}]', '{"outcome": "renew", "offerId": null, "quantity": null}',
      jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id), t.tenant_ref || '-' || n
    from service_instances i join provider_tenants t on t.reseller_id = i.reseller_id and t.customer_id = i.customer_id,
      offers o, generate_series(0, ${each - 1}) n
    where o.id = 'CFQ7TTC0LCHC:0002:P1Y:monthly'`);
  await admin.query("vacuum analyze");
}
