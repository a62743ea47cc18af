/** A product whose worker is a process of its own, between stand-ins of gateways that fail, repeat and forget. */
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { endedMandates } from "@tradewind/domain/billing/direct-debits.ts";
import { afterAll } from "vitest";
import { fileGatewayReads } from "../billing/gateway-books/gateway-books.jobs.ts";
import { watchMandates } from "../billing/direct-debits/direct-debits.jobs.ts";
import { reconcilePayments } from "../billing/payments/payments.jobs.ts";
import { demoKeys } from "../platform/config.ts";
import { testOffsetMs } from "./database.ts";
import { invoicing } from "./invoicing.ts";
import type { Dice } from "./mutations.ts";
import { type Started, startEntry } from "./processes.ts";
import { testApp } from "./test-app.ts";

const queues = ["payments.look", "directDebits.look", "gateways.read", "bank.post"];
export const gateways = ["stripe", "zuora", "gocardless"] as const;
/** Those that tell by webhook what happened. */
export const tellers = ["stripe", "gocardless"] as const;
type Gateway = (typeof gateways)[number];
type Held = { held: { id: string }[] };

export async function paymentWorld() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  const simulators = await startSimulators({ dataDir: folder, clockOffsetMs: testOffsetMs() });
  const app = await testApp(simulators.settings);
  const { invoiced, list, database } = invoicing(app);
  const platform = { ...app.platform, database };
  const operator = await app.signInOperator();
  const portal = await app.app.listen({ port: 0, host: "127.0.0.1" });

  async function control(gateway: Gateway, what: string, body?: unknown): Promise<unknown> {
    const sent = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${simulators.urls[gateway]}/__sim/${what}`, body === undefined ? {} : sent);
    return answer.json();
  }
  await control("stripe", "seed", { webhookUrl: `${portal}/api/webhooks/payments/stripe` });
  await control("gocardless", "seed", { webhookUrl: `${portal}/api/webhooks/direct-debits/gocardless` });

  const startWorker = (): Started =>
    startEntry("worker-main.ts", {
      NODE_ENV: "test",
      DEMO: "true",
      LOG_LEVEL: "error",
      ...demoKeys,
      ...simulators.settings,
      MICROSOFT_WEBHOOK_AUTHORITIES: "",
      DATABASE_URL: app.database.workerUrl,
    });
  let working = startWorker();

  /** Kills the worker in the middle of whatever it does by then, and starts another one. */
  async function killWorker(dice: Dice): Promise<void> {
    await sleep(dice.below(250));
    working.child.kill("SIGKILL");
    await working.ended;
    // As when its heartbeat is missed, some ten seconds later.
    await app.sql(
      "update pgboss.job set state = 'retry', start_after = now() where name = any($1) and state = 'active'",
      [queues],
    );
    working = startWorker();
  }

  const left = async () => {
    const [row] = await app.sql<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = any($1) and state in ('created', 'retry', 'active')",
      [queues],
    );
    return row!.n;
  };
  /** Has all jobs done now, those that would be tried later as well. */
  async function drain(): Promise<void> {
    for (let tries = 0; (await left()) > 0; tries++) {
      if (tries > 6_000 || working.child.exitCode !== null)
        throw new Error(`The jobs did not end.\n${working.output()}`);
      await app.sql(
        "update pgboss.job set start_after = now() where name = any($1) and state in ('created', 'retry') and start_after > now()",
        [queues],
      );
      if (tries % 10 === 0) for (const queue of queues) app.platform.hub.tell("jobs", queue);
      await sleep(20);
    }
  }
  /**
   * Nothing fails any more, some of what was held is delivered in any order, twice, forged or not at all, and two days
   * pass. The worker may be killed once more while it catches up.
   */
  async function quiet(dice: Dice): Promise<void> {
    for (const gateway of gateways) await fetch(`${simulators.urls[gateway]}/__sim/faults`, { method: "DELETE" });
    await releaseSome(dice);
    for (const teller of tellers) await control(teller, "webhooks", { mode: "auto" });
    if (dice.next() < 0.5) await killWorker(dice);
    for (let day = 0; day < 2; day++) {
      await drain();
      await reconcilePayments(platform);
      await watchMandates(platform);
      await fileGatewayReads(platform);
      await drain();
    }
  }
  async function releaseSome(dice: Dice): Promise<void> {
    for (const teller of tellers) {
      const { held } = (await control(teller, "webhooks")) as Held;
      const ids = held.map(({ id }) => id);
      const some = (share: number) => ids.filter(() => dice.next() < share);
      const order = ids.toSorted(() => dice.next() - 0.5);
      await control(teller, "webhooks/release", { order, duplicate: some(0.3), drop: some(0.3), tamper: some(0.2) });
    }
  }
  /** What the provider of debits has of mandates, by their numbers. */
  async function mandatesThere(): Promise<Map<string, string>> {
    const headers = { authorization: "Bearer sandbox_token", "gocardless-version": "2015-07-06" };
    const found = await fetch(`${simulators.urls.gocardless}/mandates?limit=5000`, { headers });
    const { mandates } = (await found.json()) as { mandates: { id: string; status: string }[] };
    return new Map(mandates.map(({ id, status }) => [id, status]));
  }

  afterAll(async () => {
    working.child.kill("SIGKILL");
    await Promise.race([working.ended, once(working.child, "exit")]);
    await simulators.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return {
    app,
    operator,
    portal,
    simulators,
    control,
    invoiced,
    list,
    killWorker,
    quiet,
    drain,
    releaseSome,
    mandatesThere,
  };
}
export type PaymentWorld = Awaited<ReturnType<typeof paymentWorld>>;

/** What does not hold in a quiet moment, in words; nothing if all is well. */
export async function breachesOf({ app, control, mandatesThere }: PaymentWorld): Promise<string[]> {
  const sum = async (text: string) => Number((await app.sql<{ minor: string | null }>(text))[0]!.minor ?? 0);
  const ledger = (account: string) =>
    sum(
      `select sum(amount_minor)::text as minor from ledger_entries where account = '${account}' and currency = 'GBP'`,
    );
  const own = () =>
    sum(
      "select sum(amount_minor)::text as minor from clearing_entries where account = 'cash:stripe' and currency = 'GBP'",
    );
  const breaches: string[] = [];
  const same = (what: string, theirs: number, ours: number) =>
    void (theirs === ours || breaches.push(`${what}: ${theirs} there, ${ours} here`));

  const stripe = (await control("stripe", "balance")) as { gbp?: number };
  const zuora = (await control("zuora", "balance")) as { GBP?: number };
  same("payments at Stripe", stripe.gbp ?? 0, await ledger("cash:stripe"));
  const gocardless = (await control("gocardless", "balance")) as { GBP?: number };
  same("payments at Zuora", zuora.GBP ?? 0, await ledger("cash:zuora"));
  same("payments at GoCardless", gocardless.GBP ?? 0, await ledger("cash:gocardless"));
  const there = await mandatesThere();
  for (const { ref, isOver } of await app.sql<{ ref: string; isOver: boolean }>(
    `select mandate_ref as ref, status = any($1) as "isOver" from mandates where mandate_ref is not null`,
    [endedMandates],
  ))
    if (["cancelled", "failed", "expired"].includes(there.get(ref) ?? "") !== isOver)
      breaches.push(`mandate ${ref}: ${there.get(ref) ?? "none"} there, ${isOver ? "over" : "alive"} here`);
  same(
    "Stripe's account",
    await sum("select amount_minor::text as minor from gateway_balances where gateway = 'stripe' and currency = 'GBP'"),
    (await ledger("cash:stripe")) + (await own()),
  );
  same(
    "transfers that are allocated",
    await sum("select sum(amount_minor)::text as minor from bank_lines where state = 'allocated'"),
    await ledger("cash:bank"),
  );
  for (const { what } of await app.sql<{ what: string }>(
    `select 'taken twice: ' || payment_key as what from gateway_movements
       where kind = 'payment' and amount_minor > 0 and payment_key is not null group by payment_key having count(distinct ref) > 1
     union all select 'differs: ' || gateway || ' ' || ref || ' ' || cause from gateway_differences where state <> 'closed'
     union all select 'held is not posted: ' || p.id from payments p
       where p.held_minor <> coalesce((select held_minor from payment_events e
         where e.reseller_id = p.reseller_id and e.payment_id = p.id order by e.id desc limit 1), 0)
     union all select 'told of ' || coalesce(t.told, 0) || ' debits that failed ' || e.failed || ' times' from (
         select p.reseller_id, count(*) as failed from payment_events e join payments p on p.reseller_id = e.reseller_id and p.id = e.payment_id
         where p.kind = 'directDebit' and p.gateway_ref is not null and e.state in ('failed', 'cancelled', 'chargedBack') group by 1) e
       left join (select reseller_id, count(*) as told from notifications where content like 'A payment of %' group by 1) t using (reseller_id)
       where t.told is distinct from e.failed
     union all select 'more than one direct debit: ' || reseller_id from mandates where mandate_ref is not null and not status = any('{failed,cancelled,expired}') group by reseller_id having count(*) > 1
     union all select 'moves are not posted: ' || p.gateway from payments p where gateway <> 'bank' group by p.gateway
       having sum(held_minor) <> coalesce((select sum(amount_minor) from ledger_entries where account = 'cash:' || p.gateway), 0)`,
  ))
    breaches.push(what);
  return breaches;
}
