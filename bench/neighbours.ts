/** Measures how long one reseller's orders take while another's large month is invoiced. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { seed } from "./data.ts";
import { seedCharges } from "./invoice-run-data.ts";
import { send, type Request, type Side } from "./measure.ts";
import { orderRequests } from "./orders.ts";
import type { Row } from "./report.ts";
import { onGround } from "./sides.ts";

/** Milliseconds between two orders, whether the one before was answered or not. */
const pace = 40;
const lines = 300_000;

export function run(rounds = 3): Promise<Row[]> {
  return onGround(async ({ cluster, admin, product }) => {
    const { large } = await seed(admin, cluster.url);
    const web = await product.web();
    try {
      const headers = { authorization: `Bearer ${await product.tokenFor(admin, large)}` };
      const ours: Side = { url: web.url, pids: [], headers };
      const order = (await orderRequests(admin, ours, large)).ours;
      const worker = new URL(cluster.url);
      worker.username = "tradewind_worker";
      await ordersDuring(ours, order, sleep(5_000));
      const [atRest, atMonthEnd]: number[][] = [[], []];
      const took: number[] = [];
      for (let round = 0, month = "2026-01-01"; round < rounds; round++, month = addMonths(month, 1)) {
        await seedCharges(admin, lines, month, lines);
        const began = performance.now();
        atMonthEnd!.push(...(await ordersDuring(ours, order, issueMonth(worker.href, addMonths(month, 1)))));
        took.push(performance.now() - began);
        atRest!.push(...(await ordersDuring(ours, order, sleep(took.at(-1)))));
      }
      const [rest, busy] = [ninetyNinth(atRest!), ninetyNinth(atMonthEnd!)];
      return [
        {
          name: "orders beside a month of 300,000 lines",
          value: busy / rest,
          gate: 2,
          detail: `99th percentile, times that at rest: ${rest.toFixed(0)} ms of ${atRest!.length} orders at rest, ${busy.toFixed(0)} ms of ${atMonthEnd!.length} meanwhile, ${1000 / pace} a second; the month took ${(Math.max(...took) / 1000).toFixed(0)} s at most`,
        },
      ];
    } finally {
      await web.stop();
    }
  });
}

/** Places orders at an even pace until something ends; returns the milliseconds that each took. */
async function ordersDuring(side: Side, order: () => Request, until: Promise<unknown>): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true });
  const under = { way: true };
  const ended = until.finally(() => (under.way = false));
  const orders: Promise<number>[] = [];
  for (let due = performance.now(); under.way; due += pace) {
    await sleep(Math.max(0, due - performance.now()));
    orders.push(
      send(side, agent, order()).then(({ status, text }) => {
        if (status !== 200) throw new Error(`An order was answered ${status}: ${text.slice(0, 300)}`);
        return performance.now() - due;
      }),
    );
  }
  await ended;
  const took = await Promise.all(orders);
  agent.destroy();
  return took;
}

async function issueMonth(url: string, until: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "issue-month.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ url, until }));
  const [said] = (await Promise.all([once(child.stdout, "data"), once(child, "close")]))[0] as [Buffer];
  if (Number(said) !== lines) throw new Error(`The run wrote ${said.toString()} lines of ${lines}`);
}

const ninetyNinth = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]!;
