/** Compares what a call costs with a program that only sends the same statements, one after another, and reads their rows. */
import type { Embedded } from "@tradewind/tools/embedded-postgres.ts";
import pg from "pg";
import { cpuWhile, median } from "./measure.ts";

const count = 60;

export async function besideStatements(cluster: Embedded) {
  const url = new URL(cluster.url);
  url.username = "tradewind_web";
  const bare = new pg.Client({ connectionString: url.href, options: "-c plan_cache_mode=force_generic_plan" });
  await bare.connect();

  /** Milliseconds of CPU for one call, ours and its statements alone: the middle of some rounds. */
  async function measured(name: string, ask: (n: number) => Promise<unknown>, rounds = 5) {
    const spent = { ours: [] as number[], limit: [] as number[] };
    // The first round warms up both sides.
    for (let round = -1; round < rounds; round++) {
      const sent = new Map<pg.Client, pg.QueryConfig[]>();
      const ours = await cpuWhile(cluster.pid(), () =>
        recorded(sent, async () => {
          for (let n = 0; n < count; n++) await ask(n);
        }),
      );
      const limit = await cpuWhile(cluster.pid(), async () => {
        for (const statements of sent.values()) {
          for (const statement of statements) await bare.query(statement);
          await bare.query("rollback");
        }
      });
      if (round < 0) continue;
      spent.ours.push(ours / count);
      spent.limit.push(limit / count);
    }
    return { name, ours: median(spent.ours), limit: median(spent.limit) };
  }
  return { measured, end: () => bare.end() };
}

/** Notes every statement that this process sends to a database meanwhile, by connection. */
async function recorded(sent: Map<pg.Client, pg.QueryConfig[]>, work: () => Promise<void>): Promise<void> {
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const statement: unknown = args[0];
    const own = sent.getOrInsert(this, []);
    own.push(typeof statement === "string" ? { text: statement } : { ...(statement as pg.QueryConfig) });
    return query.apply(this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
}
