/** Measures what more web processes cost, and whether more clients get less done. */
import http from "node:http";
import type pg from "pg";
import { seed } from "./data.ts";
import { cpuOf, median, send, type Request, type Side } from "./measure.ts";
import { orderRequests } from "./orders.ts";
import type { Row } from "./report.ts";
import { onGround, startLimit } from "./sides.ts";

/** As many as the limit's pool has. */
const connections = 8;
const numbers = [1, 2, 4] as const;
const requests = 1_600;
/** Until its hot functions are compiled. */
const warmUp = 1_500;
const orders = 240;

export function run(rounds = 7): Promise<Row[]> {
  return onGround(async ({ cluster, admin, product }) => {
    const { small } = await seed(admin, cluster.url);
    const four = <T>(start: () => Promise<T>) => Promise.all([start(), start(), start(), start()]);
    const webs = await four(() => product.web());
    const limits = await four(() => startLimit(cluster.url, "limit-token", small));
    try {
      const headers = { authorization: `Bearer ${await product.tokenFor(admin, small)}` };
      const sides = webs.map(({ url, child }): Side => ({ url, pids: [child.pid!], headers }));
      const best = limits.map(({ url, child }): Side => {
        return { url, pids: [child.pid!], headers: { authorization: "Bearer limit-token", "x-reseller": small } };
      });
      const { ours: order } = await orderRequests(admin, sides[0]!, small);
      return [...(await costs(sides, best, cluster.pid(), rounds)), await clients(admin, sides[0]!, order, rounds)];
    } finally {
      for (const each of [...webs, ...limits]) await each.stop();
    }
  });
}

/**
 * Compares the CPU of a list, of all processes and PostgreSQL together, answered by one, two and four processes. The
 * limit, spread in the same way, tells how much of the difference is the machine's.
 */
async function costs(ours: readonly Side[], limit: readonly Side[], database: number, rounds: number): Promise<Row[]> {
  const kinds = { ours: { sides: ours, path: "/api/customers" }, limit: { sides: limit, path: "/list" } };
  const spent = { ours: numbers.map((): number[] => []), limit: numbers.map((): number[] => []) };
  for (const { sides, path } of Object.values(kinds))
    for (const side of sides) await ask([side], connections, warmUp, () => ({ path }));
  for (let round = 0; round < rounds; round++)
    for (const kind of ["ours", "limit"] as const)
      for (const at of round % 2 ? [2, 1, 0] : [0, 1, 2]) {
        const { sides, path } = kinds[kind];
        spent[kind][at]!.push(await costOf(sides.slice(0, numbers[at]), database, path));
      }
  const ratiosOf = (kind: "ours" | "limit", at: number) =>
    spent[kind][at]!.map((value, round) => value / spent[kind][0]![round]!);
  return [1, 2].map((at) => ({
    name: `a list, by ${numbers[at]} web processes`,
    value: median(ratiosOf("ours", at)) / median(ratiosOf("limit", at)),
    gate: 1.15,
    detail: `times what the limit's CPU grows by at equal load, which is the machine's part; ours ${median(ratiosOf("ours", at)).toFixed(2)}: one ${median(spent.ours[0]!).toFixed(3)}, ${numbers[at]} ${median(spent.ours[at]!).toFixed(3)} ms/request, ${spread(ratiosOf("ours", at))}; the limit ${median(ratiosOf("limit", at)).toFixed(2)}`,
  }));
}

async function costOf(sides: readonly Side[], database: number, path: string): Promise<number> {
  const cpu = () => [database, ...sides.flatMap(({ pids }) => pids)].reduce((sum, pid) => sum + cpuOf(pid), 0);
  // Connections that were idle for long have been closed, and new ones prepare their statements again.
  await ask(sides, connections, 100 * sides.length, () => ({ path }));
  const before = cpu();
  await ask(sides, connections, requests, () => ({ path }));
  return (cpu() - before) / requests;
}

/** Compares how many orders eight and 32 clients get done; none may be refused. */
async function clients(admin: pg.Client, side: Side, order: () => Request, rounds: number): Promise<Row> {
  const perSecond = async (count: number) => {
    const began = performance.now();
    await ask([side], count, orders, order);
    return (orders * 1000) / (performance.now() - began);
  };
  await perSecond(32);
  const written = async () =>
    Number((await admin.query("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0].bytes);
  const before = await written();
  const [few, many]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const count of round % 2 ? [32, 8] : [8, 32]) (count === 8 ? few : many)!.push(await perSecond(count));
  const log = ((await written()) - before) / (2 * rounds * orders * 1000);
  const ratios = few!.map((value, round) => value / many![round]!);
  return {
    name: "orders a second by 8 clients",
    value: median(ratios),
    gate: 1,
    detail: `times those by 32 clients, none refused: 8 clients ${median(few!).toFixed(0)}, 32 clients ${median(many!).toFixed(0)} a second, ${spread(ratios)}; ${log.toFixed(1)} kB of log an order`,
  };
}

/** Sends requests on so many connections, spread evenly over the processes; every answer must be 200. */
async function ask(sides: readonly Side[], connectionCount: number, count: number, next: () => Request): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  let begun = 0;
  await Promise.all(
    Array.from({ length: connectionCount }, async (_, number) => {
      const side = sides[number % sides.length]!;
      while (begun++ < count) {
        const { status, text } = await send(side, agent, next());
        if (status !== 200) throw new Error(`${side.url} answered ${status}: ${text.slice(0, 300)}`);
      }
    }),
  );
  agent.destroy();
}

const spread = (ratios: readonly number[]) =>
  `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} over the rounds`;
