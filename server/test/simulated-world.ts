import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import pg from "pg";
import { afterAll } from "vitest";
import { connectVendors } from "../connections.ts";
import { dailyWork } from "../daily.ts";
import { webApp } from "../app.ts";
import { clockWork } from "../developer/clock/clock.jobs.ts";
import { joinPlatform } from "../join.ts";
import { fulfilOrder, refileLostOrders } from "../ordering/fulfilment/fulfil.jobs.ts";
import { vendorCalls } from "../ordering/vendor-calls/vendor-calls.actions.ts";
import { readUsageReport } from "../ordering/billed-usage/read-reports.jobs.ts";
import { readSpend } from "../ordering/azure-spend/read-spend.jobs.ts";
import { readUsage } from "../ordering/metered-usage/read-usage.jobs.ts";
import { bookReturn } from "../ordering/returns/returns.jobs.ts";
import { watchIntents } from "../ordering/intents/intents.actions.ts";
import { workOnPlan } from "../ordering/plans/plans.jobs.ts";
import { orderOfBasket } from "../ordering/basket/basket.jobs.ts";
import { orderAccepted } from "../ordering/quotes/quotes.jobs.ts";
import { findAskedTransfers, lookAtTransfer } from "../ordering/transfers/transfers.jobs.ts";
import { readWebhook } from "../ordering/webhooks/webhooks.jobs.ts";
import { fileSweeps, sweepVendor } from "../ordering/vendor-views/vendor-views.jobs.ts";
import { demoKeys, readConfig } from "../platform/config.ts";
import { TryLater } from "../platform/jobs.ts";
import { openLog } from "../platform/log.ts";
import { armKiller, Killed } from "./killer.ts";
import { breachesOfPeople } from "./simulated-people.ts";
import { diceOf, type Dice } from "./mutations.ts";
import { withPatience } from "./processes.ts";
import { movesOutside, noteMoves } from "./state-moves.ts";
import { termPromises } from "./term-promises.ts";
import { testApp } from "./test-app.ts";

export type World = Awaited<ReturnType<typeof simulatedWorld>>;
type Job = { id: string; name: string; data: Record<string, unknown> };

const jobs = {
  "orders.fulfil": fulfilOrder,
  "plans.work": workOnPlan,
  "quotes.order": orderAccepted,
  "basket.order": orderOfBasket,
  "returns.book": bookReturn,
  "transfers.find": findAskedTransfers,
  "transfers.look": lookAtTransfer,
  "vendors.sweep": sweepVendor,
  "vendors.usage": readUsage,
  "vendors.spend": readSpend,
  "vendors.usageReports": readUsageReport,
  "webhooks.read": readWebhook,
  "clock.work": clockWork,
};
/** What each day asks vendors anew, so that it has no end. */
const daily = ["vendors.usage", "vendors.usageReports"];
/** Fulfillers that have a system of their own. */
const systems = vendors.filter(({ can }) => !can.isPeople).map(({ id }) => id);
/** Rounds without faults after which nothing should be at work any more. */
const mostRounds = 40;
const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * The product without its timers: the portal, a worker whose jobs are run one by one in an order that the dice give, and
 * the vendors, all on one clock. What happens follows from the dice alone.
 */
export async function simulatedWorld() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-simulated-"));
  const simulators = await startSimulators({ dataDir: folder });
  const app = await testApp();
  const config = readConfig(vendors, {
    NODE_ENV: "test",
    DEMO: "true",
    LOG_LEVEL: "silent",
    ...demoKeys,
    DATABASE_URL: app.database.workerUrl,
    ...simulators.settings,
  });
  const platform = await joinPlatform(config, openLog("silent", "simulated-worker"), "app_worker");
  await platform.jobs.start();
  const killer = armKiller();
  const connections = connectVendors(platform);
  const services = { platform, dailyWork, connections, vendorCalls: vendorCalls(platform, connections) };
  // The portal's process as vendors reach it.
  const portal = await webApp(
    { ...app.config, vendorSettings: simulators.settings },
    openLog("silent", "simulated-web"),
  );
  const webhooks = `${await portal.app.listen({ port: 0, host: "127.0.0.1" })}/api/webhooks/microsoft`;
  const admin = new pg.Pool({ connectionString: app.database.adminUrl, max: 2 });

  afterAll(async () => {
    killer.disarm();
    await portal.close();
    await platform.jobs.stop();
    await platform.database.close();
    await simulators.stop();
    await admin.end();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  await noteMoves(app);
  const terms = termPromises(app);
  const addresses: Readonly<Record<string, string>> = simulators.urls;
  const control = async (vendor: string, what: string, body?: unknown): Promise<unknown> =>
    (
      await fetch(`${addresses[vendor]}/__sim/${what}`, {
        method: body === undefined ? "GET" : "POST",
        ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      })
    ).json();

  const calm = (vendor: string) => fetch(`${addresses[vendor]}/__sim/faults`, { method: "DELETE" });

  /** The jobs that wait, whenever their time would come: here time is what the dice make of it. */
  const waiting = () =>
    app.sql<Job>(
      "select id, name, data from pgboss.job where state in ('created', 'retry') and name = any($1) order by created_on, name, data::text",
      [Object.keys(jobs)],
    );

  /** Runs a job as a worker would, and kills it after so many statements. */
  async function run({ id, name, data }: Job, killAfter = Infinity): Promise<void> {
    if (data.orderId)
      await app.sql(
        "update orders set next_look_at = now() - interval '1 hour' where id = $1 and next_look_at is not null",
        [data.orderId],
      );
    // What vendors grant a minute is by real time, of which hardly any passes here, and on which nothing must depend.
    await app.sql("delete from vendor_calls");
    killer.after(killAfter);
    try {
      await jobs[name as keyof typeof jobs].run(services, data);
      // A worker that was killed before it could say so does it again.
      if (killAfter === Infinity)
        await app.sql("update pgboss.job set state = 'completed', completed_on = now() where id = $1", [id]);
    } catch (error) {
      const isLater = error instanceof TryLater || error instanceof VendorUnavailable;
      if (!isLater && !(error instanceof Killed) && !killer.isDead()) throw error;
    } finally {
      if (killer.isDead()) seen.kills++;
      killer.revive();
    }
  }

  /** What happened in all runs, so that a test can tell whether it was worth anything. */
  const seen = {
    runs: 0,
    orders: 0,
    refused: 0,
    kills: 0,
    differences: 0,
    charges: 0,
    promises: 0,
    plans: 0,
    /** Orders of quotes. */
    quotes: 0,
    news: 0,
    people: 0,
    used: 0,
    returned: 0,
    /** Blocks of telephone numbers that were made, and what was adopted. */
    numbers: 0,
    adopted: 0,
    /** Requests of other partners that were accepted. */
    givenAway: 0,
    /** Requests that were approved. */
    approved: 0,
    /** Ends of terms as they were stated, and those of which people were told in time that they would be otherwise. */
    termsKept: 0,
    termsTold: 0,
    /** Orders by who fulfils them. */
    fulfilled: Object.fromEntries(vendors.map(({ id }) => [id, 0])),
  };

  /** What Microsoft sold by hand in this run. */
  const sold = new Set<string>();
  /** A difference explains what stands at a vendor and not with us, but not what we bought there a second time. */
  const boughtTwice = async () =>
    (
      await app.sql<{ name: string; vendor_ref: string }>(
        "select name, vendor_ref from differences where kind = 'unknown' and state <> 'closed'",
      )
    )
      .filter(({ vendor_ref }) => !sold.has(vendor_ref))
      .map(({ name }) => `the vendor has ${name}, which nobody sold by hand and nobody knows`);

  /** Where the two books part though nobody but us changed anything at the vendor: seats that were lost, or paid for twice. */
  const partedByUs = async () =>
    (
      await app.sql<{ id: string; name: string; kind: string; ours: unknown; theirs: unknown }>(
        // A new term that its vendor begins on a later day ends as much later: our dates stay those of the order until somebody decides.
        `select d.subscription_id as id, d.name, d.kind, d.ours, d.theirs from differences d
         where d.subscription_id is not null and d.state <> 'closed' and not (d.kind = 'term' and exists (
           select from order_lines l join orders o on o.reseller_id = l.reseller_id and o.id = l.order_id and o.task in ('newTerm', 'upgrade')
           where l.subscription_id = d.subscription_id and l.state = 'done'
             and (d.theirs #>> '{}')::date - (d.ours #>> '{}')::date between 0 and l.settled_at::date - o.placed_at::date))`,
      )
    )
      .filter(({ id }) => !terms.isTouched(id))
      .map(
        ({ id, name, kind, ours, theirs }) =>
          `${name} (${id}) is ${JSON.stringify(ours)} with us and ${JSON.stringify(theirs)} at its vendor (${kind}), where nobody changed it`,
      );

  return {
    app,
    control,
    systems,
    seen,
    sold,
    touch: terms.touch,
    /** Forgets everything, so that a run does not depend on those before. */
    async reset(seed: number): Promise<Dice> {
      const [counts] = await app.sql<{
        orders: number;
        refused: number;
        differences: number;
        charges: number;
        news: number;
        people: number;
        used: number;
        returned: number;
      }>(
        `select (select count(*) from orders)::int as orders, (select count(*) from order_lines where state = 'refused')::int as refused,
           (select count(*) from differences)::int as differences, (select count(*) from charges)::int as charges, (select count(*) from webhook_inbox)::int as news,
           (select count(*) from assignments)::int as people, (select count(*) from usage_months where charge_id is not null)::int as used,
           (select count(*) from returns where state = 'received')::int as returned`,
      );
      for (const what of ["orders", "refused", "differences", "charges", "news", "people", "used", "returned"] as const)
        seen[what] += counts![what];
      for (const { fulfiller, count } of await app.sql<{ fulfiller: string; count: number }>(
        "select p.fulfiller, count(*)::int as count from orders o join products p on p.id = o.product_id where o.status = 'Completed' group by 1",
      ))
        seen.fulfilled[fulfiller]! += count;
      seen.runs++;
      for (const vendor of systems) {
        await control(vendor, "reset", {});
        await calm(vendor);
      }
      terms.forget();
      // The queue's own maintenance may hold locks in another order.
      await withPatience(() =>
        app.sql(
          "truncate resellers, stock_levels, vendor_usage_reports, vendor_invoices, stock_moves, vendor_calls, webhook_inbox, number_ranges, state_moves, pgboss.job cascade",
        ),
      );
      await app.sql("update invoice_counters set last_number = 0");
      sold.clear();
      const dice = diceOf(seed);
      // Years of the same calendar, so that a run played again meets the same days.
      const begins = Date.UTC(2028 + 8 * seen.runs, 0, 1 + dice.below(1_461), 9);
      const offsetMs = begins - Date.now();
      await app.sql("update business_clock set offset_ms = $1, worked_until = $2", [
        offsetMs,
        new Date(begins).toISOString().slice(0, 10),
      ]);
      await control("microsoft", "clock", { offsetMs });
      await Promise.all([app.platform.clock.refresh(), platform.clock.refresh()]);
      const delays = {
        orderVisibleMs: dice.pick([0, 1_000, hourMs]),
        provisioningMs: dice.pick([0, 3_000, 5 * hourMs]),
        changeMs: dice.pick([0, 0, 2 * hourMs]),
      };
      await control("microsoft", "seed", { delays });
      await control("acronis", "act", { action: "saveAtOnce", on: true });
      await control("microsoft", "webhooks", { mode: "hold" });
      await control("microsoft", "webhooks/release", { order: [] });
      await connections.get("microsoft")!.webhooks!.register!(webhooks);
      return dice;
    },
    /** Does some of the work that waits, in any order, and kills the worker now and then. */
    async work(dice: Dice, most: number): Promise<void> {
      for (let done = 0; done < most; done++) {
        const all = await waiting();
        if (all.length === 0) return;
        await run(dice.pick(all), dice.next() < 0.35 ? dice.below(30) : Infinity);
      }
    },
    /** Does the work of one kind that waits, until none does or its vendor keeps it waiting. */
    async runNow(name: keyof typeof jobs): Promise<void> {
      for (let turn = 0; turn < mostRounds; turn++) {
        const job = (await waiting()).find((each) => each.name === name);
        if (!job) return;
        await run(job);
      }
    },
    /** Lets days go by, each with its work. */
    async days(dice: Dice, count: number): Promise<void> {
      const [clock] = await app.sql<{ offset_ms: string }>("select offset_ms from business_clock");
      const untilOffsetMs = Number(clock!.offset_ms) + count * dayMs;
      const day = { id: randomUUID(), name: "clock.work", data: { untilOffsetMs } };
      while (dice.next() < 0.3) await run(day, dice.below(60));
      await run(day);
      await app.platform.clock.refresh();
    },
    /** Lets days go by while the worker lives: it compares tenants when a term ends soon, and watches what is wanted. */
    async liveOn(dice: Dice, count: number): Promise<void> {
      for (let day = 0; day < count; day++) {
        await this.days(dice, 1);
        const today = app.platform.clock.today();
        const ending = await app.sql(
          "select from subscriptions where status <> 'cancelled' and term_until > $1::date and term_until <= $1::date + 6 limit 1",
          [today],
        );
        if (ending.length === 0) continue;
        await this.sweep();
        await this.runNow("vendors.sweep");
        for (const job of await waiting()) if (job.name === "orders.fulfil") await run(job);
        await watchIntents(platform);
        // One that did not answer is compared again soon.
        const silent = await app.sql(
          "select from provider_tenants where fulfiller = 'microsoft' and sweep_at <= $1::timestamptz + interval '1 hour' limit 1",
          [app.platform.clock.now()],
        );
        if (silent.length === 0) terms.wentRound();
      }
    },
    /** Compares every tenant with its vendor's book. */
    async sweep(): Promise<void> {
      await app.sql("update provider_tenants set sweep_at = '-infinity'");
      await fileSweeps(platform);
    },
    /** Lets all work come to its end. */
    async finish(dice: Dice): Promise<void> {
      for (let round = 0; round < mostRounds; round++) {
        // Twice a day: what others were at work on can be done now.
        for (let turn = 0; turn < 2; turn++) for (const job of await waiting()) await run(job);
        if ((await waiting()).every(({ name }) => daily.includes(name))) break;
        // What the vendor is still about takes hours of its clock.
        await this.days(dice, 1);
      }
    },
    /** Calms the vendors, lets all work come to its end, and returns what does not hold then. */
    async settle(dice: Dice): Promise<string[]> {
      for (const vendor of systems) await calm(vendor);
      // What nobody decides would be looked at until it lapses.
      const undecided = await app.sql<{ ref: string }>("select vendor_ref as ref from transfers where state = 'asked'");
      for (const { ref } of undecided) await control("microsoft", "act", { action: "refuseTransfer", transferId: ref });
      await this.days(dice, 1);
      await refileLostOrders(platform);
      const isAtWork = async () =>
        (
          await app.sql(
            "select from orders o join products p on p.id = o.product_id where o.status = 'Working' and p.fulfiller <> 'people'",
          )
        ).length > 0;
      await this.finish(dice);
      const breaches = (await isAtWork()) ? ["an order is at work that nobody works on"] : [];
      const stuck = await app.sql(
        "select from transfers where state not in ('left', 'refused', 'expired', 'withdrawn')",
      );
      if (stuck.length > 0) breaches.push("a transfer never ends");
      const left = await app.sql(
        "select from plans where state in ('proposing', 'running') union all select from quote_orders where state = 'waiting'",
      );
      if (left.length > 0) breaches.push("a plan or a quote is at work that nobody works on");
      await this.sweep();
      // What its vendor was seen to have lost is asked for again.
      await this.finish(dice);
      const { microsoft, identity, acronis, bitdefender } = simulators.urls;
      const ends = (await control("microsoft", "act", { action: "termEnds" })) as Parameters<typeof terms.broken>[0];
      breaches.push(...(await terms.broken(ends)), ...(await movesOutside(app)));
      [seen.termsKept, seen.termsTold] = [terms.count.kept, terms.count.alerted];
      return [
        ...breaches,
        ...(await breachesOfPeople(app)),
        ...(await boughtTwice()),
        ...(await partedByUs()),
        ...(await findBreaches(admin, { microsoft, identity, acronis, bitdefender })),
      ];
    },
  };
}
