/** The product with its gateways on a clock of its own, moved day by day, each day's work done before the next begins. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { daysBetween, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { inject } from "vitest";
import { fileGatewayReads } from "../billing/gateway-books/gateway-books.jobs.ts";
import { reconcilePayments } from "../billing/payments/payments.jobs.ts";
import { dailyWork } from "../daily.ts";
import { clockWork } from "../developer/clock/clock.jobs.ts";
import { ourBank } from "./billing-bank.ts";
import { orderStory } from "./order-story.ts";
import { testApp } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

export type BillingWorld = Awaited<ReturnType<typeof billingWorld>>;
/**
 * The parts of a day's work that are about billing. What vendors tell is none of it, and gateways' books are read when they are
 * asked for: 400 days of that would take longer than all else.
 */
const parts = [
  "billing periods",
  "invoices",
  "credit on invoices that are due",
  "automatic payments",
  "reminders of what is overdue",
  "payments on their way",
  "direct debits",
  "stored payment methods",
];
const work = dailyWork.filter(({ name }) => parts.includes(name));
type Payout = { id: string; amount: number; currency: string };
const dayMs = 86_400_000;

/** What the end of a day waits for; mails and what vendors tell of use are none of billing. */
const queues = [
  "orders.fulfil",
  "payments.look",
  "directDebits.look",
  "autopay.collect",
  "bank.post",
  "gateways.read",
  "methods.look",
];

/** The first working day of the year after the tests' own, at nine in the morning. */
const begin = () => Date.UTC(Number(inject("testBegins").slice(0, 4)) + 1, 0, 4, 9);

export async function billingWorld() {
  const app = await testApp();
  const offset = begin() - Date.now();
  await app.sql("update business_clock set offset_ms = $1", [offset]);
  await app.platform.clock.refresh();
  const worker = await testWorker(app);
  const { platform, control } = worker;
  const { gateway, vault, debits } = platform;
  Object.assign(app.platform, { gateway, vault, debits });
  const portal = await app.app.listen({ port: 0, host: "127.0.0.1" });
  await control("stripe", "seed", { webhookUrl: `${portal}/api/webhooks/payments/stripe` });
  await control("gocardless", "seed", { webhookUrl: `${portal}/api/webhooks/direct-debits/gocardless` });
  const operator = await app.signInOperator();
  const today = () => app.platform.clock.today();

  /** Has all that is filed done now, what would be tried later as well. */
  async function settled(): Promise<void> {
    for (let tries = 0; (await left()) > 0; tries++) {
      if (tries > 2_000) throw new Error("What is filed does not end");
      if (tries % 20 === 19) await hurry();
      await sleep(10);
    }
  }
  async function left(): Promise<number> {
    const [row] = await app.sql<{ left: number }>(
      "select count(*)::int as left from pgboss.job where name = any($1) and state in ('created', 'retry', 'active')",
      [queues],
    );
    return row!.left;
  }
  async function hurry(): Promise<void> {
    await app.sql(
      "update pgboss.job set start_after = now() where name = any($1) and state in ('created', 'retry') and start_after > now()",
      [queues],
    );
    for (const queue of queues) platform.jobs.wake(queue);
  }

  /** Has the gateways' books read and compared, as happens on each day. */
  async function readBooks(): Promise<void> {
    await reconcilePayments(platform);
    await fileGatewayReads(platform);
    await settled();
  }
  /**
   * Moves on until a day, which has begun then: day by day in a long run, else four days at once, as after days on which no
   * worker ran.
   */
  async function moveTo(day: CalendarDate): Promise<void> {
    await settled();
    while (today() < day) {
      const skipped = inject("long") ? 0 : Math.min(3, daysBetween(today(), day) - 1);
      const [clock] = await app.sql<{ offset_ms: string }>(
        "update business_clock set offset_ms = offset_ms + $1::bigint * $2 returning offset_ms",
        [skipped, dayMs],
      );
      await clockWork.run({ platform, dailyWork: work }, { untilOffsetMs: Number(clock!.offset_ms) + dayMs });
      await app.platform.clock.refresh();
      await settled();
    }
  }
  const story = orderStory(app, worker);
  const bank = ourBank(app, operator, { today, settled });
  /** What gateways have of ours arrives at our bank, whose staff set it aside: it is nobody's payment. */
  async function payOut(): Promise<void> {
    for (const place of ["stripe", "gocardless"] as const) {
      const { payouts } = (await control(place, "act", { action: "payOut" })) as { payouts: Payout[] };
      for (const { id, amount, currency } of payouts) {
        const unit = currency.toUpperCase() as Currency;
        const [line] = await bank.book(unit, [{ minor: amount, payer: place, words: `PAYOUT ${id}` }]);
        await bank.setAside(line!, "A gateway paid out");
      }
    }
    await readBooks();
  }
  return { app, worker, operator, control, today, settled, readBooks, moveTo, payOut, story, bank };
}
