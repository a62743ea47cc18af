/** Compares CPU per call, start-up CPU and idle memory with the limit server, as ratios. */
import { isDeepStrictEqual } from "node:util";
import http from "node:http";
import { seed, type World } from "./data.ts";
import { cpuPerRequest, median, memoryOf, send, type Request, type Side } from "./measure.ts";
import { orderRequests } from "./orders.ts";
import { print, type Row } from "./report.ts";
import { onGround, startLimit, type Ground as Bare, type Running } from "./sides.ts";

const token = "limit-token";

type Comparison = {
  name: string;
  gate: number;
  count: number;
  ours: Side;
  limit: Side;
  ask: { ours(n: number): Request; limit(n: number): Request };
  /** Extracts the part of an answer that both sides must agree on before their speed is compared. */
  result(text: string): unknown;
  alsoAgree?: () => Promise<void>;
};

type Ground = Bare & { world: World; rounds: number };

/** Runs all comparisons on a fresh cluster. */
export function run(rounds = 9): Promise<Row[]> {
  return onGround(async (bare) => {
    const ground = { ...bare, world: await seed(bare.admin, bare.cluster.url), rounds };
    return [...(await starts(ground)), ...(await calls(ground))];
  });
}

async function calls(ground: Ground): Promise<Row[]> {
  const { cluster, world, product } = ground;
  const limit = await startLimit(cluster.url, token, world.small);
  const web = await product.web();
  try {
    const rows: Row[] = [];
    for (const comparison of await comparisons(ground, limit, web)) {
      await agree(comparison);
      rows.push(await compare(ground, comparison));
    }
    return rows;
  } finally {
    await limit.stop();
    await web.stop();
  }
}

async function comparisons(
  { admin, cluster, world, product }: Ground,
  limitServer: Running,
  web: Running,
): Promise<Comparison[]> {
  const sides = async (reseller: string) => ({
    ours: {
      url: web.url,
      pids: [web.child.pid!, cluster.pid()],
      headers: { authorization: `Bearer ${await product.tokenFor(admin, reseller)}` },
    },
    limit: {
      url: limitServer.url,
      pids: [limitServer.child.pid!, cluster.pid()],
      headers: { authorization: `Bearer ${token}`, "x-reseller": reseller },
    },
  });
  const [small, large] = [await sides(world.small), await sides(world.large)];
  const items = (text: string) => (JSON.parse(text) as { Result: { Items: unknown } }).Result.Items;
  const result = (text: string) => (JSON.parse(text) as { Result: unknown }).Result;
  const term = (n: number) => String(1_000 + ((n * 37) % 9_000));
  const list = { ours: () => ({ path: "/api/customers" }), limit: () => ({ path: "/list" }) };
  const search = {
    ours: (n: number) => ({ path: `/api/customers?Search=${term(n)}` }),
    limit: (n: number) => ({ path: `/search?Search=${term(n)}` }),
  };
  const count = { ours: () => ({ path: "/api/customers/count" }), limit: () => ({ path: "/count" }) };
  /** Every other request asks for the total, as the first page of a list does. */
  const listed = {
    ours: (n: number) => (n % 2 ? list.ours() : count.ours()),
    limit: (n: number) => (n % 2 ? list.limit() : count.limit()),
  };
  const add = (path: string) => (n: number) => ({
    method: "POST",
    path,
    body: JSON.stringify({
      name: `New customer ${path.length} ${n} ${crypto.randomUUID()}`,
      organisationTypes: ["Commercial"],
    }),
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
  });
  const { agree: chargedAlike, ...orders } = await orderRequests(admin, small.ours, world.small);
  return [
    { name: "list 50 of 10k", gate: 2, count: 1_000, ...small, ask: list, result: items },
    {
      name: "list 50 of 10k with total",
      gate: 2,
      count: 700,
      ...small,
      ask: listed,
      result: (text) => items(text) ?? result(text),
    },
    { name: "list 50 of 100k", gate: 2, count: 1_000, ...large, ask: list, result: items },
    { name: "search in 10k", gate: 2, count: 1_000, ...small, ask: search, result: items },
    { name: "search in 100k", gate: 2, count: 700, ...large, ask: search, result: items },
    {
      name: "create customer",
      gate: 3,
      count: 700,
      ...small,
      ask: { ours: add("/api/marketplace/customers"), limit: add("/add") },
      result: (text) => Object.keys(result(text) as object),
    },
    {
      name: "place an order of 3 lines",
      gate: 5,
      count: 170,
      ...small,
      ask: orders,
      result: (text) => "OrderId" in (result(text) as object),
      alsoAgree: chargedAlike,
    },
  ];
}

/** Throws unless both sides give the same answers, so that speed is only compared for equal work. */
async function agree({ name, ours, limit, ask, result, alsoAgree }: Comparison) {
  const agent = new http.Agent({ keepAlive: true });
  for (const n of [0, 1, 2]) {
    const [mine, best] = [await send(ours, agent, ask.ours(n)), await send(limit, agent, ask.limit(n))];
    if (mine.status !== 200 || best.status !== 200 || !isDeepStrictEqual(result(mine.text), result(best.text)))
      throw new Error(`${name}: the answers differ\nours ${mine.text.slice(0, 400)}\nlimit ${best.text.slice(0, 400)}`);
  }
  agent.destroy();
  await alsoAgree?.();
}

async function compare({ admin, rounds }: Ground, { name, gate, count, ours, limit, ask }: Comparison): Promise<Row> {
  await cpuPerRequest(limit, 500, ask.limit);
  await cpuPerRequest(ours, 500, ask.ours);
  // Autovacuum is off for this run; analyze as it would have, so that plans fit the tables' current sizes.
  await admin.query("analyze");
  const spent = { limit: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 ? (["ours", "limit"] as const) : (["limit", "ours"] as const))
      spent[side].push(await cpuPerRequest(side === "ours" ? ours : limit, count, ask[side]));
  return rowOf(name, gate, "ms/request", spent.limit, spent.ours);
}

/** Measures the CPU time to become ready and the idle memory of fresh processes, with the database already running. */
async function starts({ cluster, world, product, rounds }: Ground): Promise<Row[]> {
  const cpu = { limit: [] as number[], ours: [] as number[] };
  const memory = { limit: [] as number[], web: [] as number[], worker: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const limit = await startLimit(cluster.url, token, world.small);
    const web = await product.web();
    const worker = await product.worker();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    cpu.limit.push(limit.startCpu);
    cpu.ours.push(web.startCpu);
    memory.limit.push(memoryOf(limit.child.pid!));
    memory.web.push(memoryOf(web.child.pid!));
    memory.worker.push(memoryOf(worker.child.pid!));
    for (const each of [limit, web, worker]) await each.stop();
  }
  return [
    rowOf("cold start", 10, "ms CPU", cpu.limit, cpu.ours),
    rowOf("idle memory, web", 3, "MiB", memory.limit, memory.web),
    rowOf("idle memory, worker", 3, "MiB", memory.limit, memory.worker),
  ];
}

function rowOf(name: string, gate: number, unit: string, limit: number[], ours: number[]): Row {
  const ratios = ours.map((value, round) => value / limit[round]!);
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} over the rounds`;
  const detail = `limit ${median(limit).toFixed(3)}, ours ${median(ours).toFixed(3)} ${unit}, ${spread}`;
  const row = { name, gate, value: median(ratios), detail };
  print(row);
  return row;
}
