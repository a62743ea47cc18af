import pg from "pg";
import { until } from "./processes.ts";
import type { TestApp } from "./test-app.ts";

/**
 * Makes calls collide: locks `table` against writes until all of them wait, so that each has read its basis, or waits
 * its turn, before the first one writes. Each begins when those before it wait.
 */
export async function atOnce<T>(app: TestApp, table: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = new pg.Client(app.database.adminUrl);
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${table} in exclusive mode`);
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    const answers: Promise<T>[] = [];
    for (const call of calls) {
      answers.push(call());
      await until(async () => (await app.sql(waiting)).length >= answers.length, "the call to wait");
    }
    await holder.query("commit");
    return await Promise.all(answers);
  } finally {
    await holder.end();
  }
}
