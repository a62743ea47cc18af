import { channel } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { PoolConfig } from "pg";
import { PgBoss, type ConstructorOptions, type JobResult, type JobWithMetadata } from "pg-boss";
import type { z } from "zod";
import type { Tx } from "./db.ts";
import { afterCommit, boundsOfTransaction, trailAlone } from "./trail.ts";
import { jobFetchers } from "./job-fetchers.ts";
import type { QueueName } from "./job-queues.ts";
import { clientFor } from "./servers.ts";

/** A job. `run` may be called again after a crash or a lost answer, so it must be safe to repeat. */
export type JobDefinition<Payload extends z.ZodType, Services> = {
  queue: QueueName;
  payload: Payload;
  /**
   * Fetchers of this queue per worker, one by default; a hanging job only blocks its own. The jobs of one reseller have
   * at most a quarter of them, so that they hold up nobody else's.
   */
  fetchers?: number;
  run(services: Services, payload: z.output<Payload>): Promise<void>;
  /** Called once after every try has failed. */
  gaveUp?(services: Services, payload: z.output<Payload>, error: unknown): Promise<void>;
};

/**
 * A job that parses its own payload: jobs with different payloads fit into one list, each for the services it needs.
 */
export type Job<Services> = {
  queue: QueueName;
  fetchers?: number;
  run: (services: Services, payload: unknown) => Promise<void>;
  gaveUp?: (services: Services, payload: unknown, error: unknown) => Promise<void>;
};
export function job<Payload extends z.ZodType, Services>(definition: JobDefinition<Payload, Services>): Job<Services> {
  const { queue, fetchers, payload, gaveUp } = definition;
  return {
    queue,
    ...(fetchers === undefined ? {} : { fetchers }),
    run: (services, data) => definition.run(services, payload.parse(data)),
    ...(gaveUp ? { gaveUp: (services, data, error) => gaveUp(services, payload.parse(data), error) } : {}),
  };
}

/** Says of every run of a job how it ended. */
export type JobEnd = { queue: QueueName; outcome: "completed" | "later" | "failed" | "gave up"; seconds: number };
export const jobEnded = channel("tradewind:job-ended");

/** Milliseconds for which jobs under way may go on after a worker was told to stop. */
const patience = 8_000;

/** When jobs that wait are due, in seconds from now. */
const waiting = `select distinct name as queue, ceil(extract(epoch from start_after - clock_timestamp()))::int as seconds
  from pgboss.job where state < 'active' and start_after between clock_timestamp() and clock_timestamp() + interval '1 minute'`;

/** Throw to run again after `delayMs` without counting as a failure or logging a warning. */
export class TryLater extends Error {
  readonly delayMs: number;
  constructor(delayMs: number, why: string) {
    super(why);
    this.name = "TryLater";
    this.delayMs = delayMs;
  }
}

/** Sends the queue's own statement with the commit: nobody needs the job's id. */
const withCommitOf = (tx: Tx) => ({
  async executeSql(text: string, values: unknown[] = []) {
    trailAlone(tx, { sql: text, parameters: values });
    return { rows: [] };
  },
});

const groupOf = (resellerId: string | null | undefined) => (resellerId ? { group: { id: resellerId } } : {});

const groupFor = (tx: Tx, payload: Record<string, unknown>) =>
  groupOf(({ ...boundsOfTransaction(tx), ...payload } as { resellerId?: string }).resellerId);

export type JobQueue = ReturnType<typeof jobQueue>;

/**
 * Files jobs in the caller's transaction; in a worker it also runs them and maintains the queue. `tell` is told of a
 * queue with a new job once it is there, and makes every worker call `wake`.
 */
export function jobQueue(databaseUrl: string, log: Logger, isWorker: boolean, tell: (queue: QueueName) => void) {
  // The queue passes on to the driver what it does not know itself.
  const connection: ConstructorOptions & Pick<PoolConfig, "Client"> = { Client: clientFor(databaseUrl) };
  const boss = new PgBoss({
    ...connection,
    migrate: false,
    createSchema: false,
    max: isWorker ? 3 : 1,
    supervise: isWorker,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 5,
    maintenanceIntervalSeconds: 30,
    monitorIntervalSeconds: 5,
    application_name: "tradewind-jobs",
  });
  const fetchers = new Map<string, ReturnType<typeof jobFetchers>>();
  let stopping = false;
  boss.on("error", (error: Error & { queue?: string }) => {
    log.warn({ err: error }, "The job queue lost its connection");
    if (error.queue !== undefined) fetchers.get(error.queue)?.failed();
  });

  return {
    start: () => boss.start(),
    async stop() {
      stopping = true;
      for (const team of fetchers.values()) team.stop();
      // The queue's own graceful stop looks only every half second whether all have ended.
      const ended = Promise.all([...fetchers.keys()].map((queue) => boss.offWork(queue)));
      await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },

    /**
     * Files a job that exists only if the transaction commits. It counts as the reseller's whom the transaction or the
     * payload names.
     */
    async file(tx: Tx, queue: QueueName, payload: Record<string, unknown>): Promise<void> {
      await boss.send(queue, payload, { db: withCommitOf(tx), ...groupFor(tx, payload) });
      afterCommit(tx, () => tell(queue));
    },

    /** Files several jobs of a queue with one statement. */
    async fileAll(tx: Tx, queue: QueueName, payloads: readonly Record<string, unknown>[]): Promise<void> {
      if (payloads.length === 0) return;
      const jobs = payloads.map((data) => ({ data, ...groupFor(tx, data) }));
      await boss.insert(queue, jobs, { db: withCommitOf(tx) });
      afterCommit(tx, () => tell(queue));
    },

    /** Looks for jobs now, in the queue named or in all. */
    wake(queue: string) {
      for (const [name, team] of fetchers) if (queue === "" || queue === name) team.look();
    },

    /** Runs the jobs of the given definitions until stopped. A queue has one fetcher until that has found a job. */
    async work<Services>(definitions: readonly Job<NoInfer<Services>>[], services: Services) {
      for (const definition of definitions) {
        const { queue, fetchers: most = 1 } = definition;
        let left = most - 1;
        const team = jobFetchers(() => {
          const all = boss.getWipData().filter(({ name }) => name === queue);
          const idle = all.find(({ count }) => count === 0);
          // Those at work look for more as soon as they are done.
          for (const { id, count } of all) if (count > 0 || id === idle?.id) boss.notifyWorker(id);
          if (idle || left === 0 || stopping) return;
          void hire(left);
          left = 0;
        });
        fetchers.set(queue, team);
        const hire = (localConcurrency: number) => {
          const options = {
            localConcurrency,
            // Of a queue, not of this call: the last one says it for all.
            localGroupConcurrency: Math.min(localConcurrency, Math.ceil(most / 4)),
            perJobResults: true,
            includeMetadata: true,
            pollingIntervalSeconds: 60,
          } as const;
          return boss.work(queue, options, ([each]: JobWithMetadata<object>[]) => {
            team.found();
            return runOne(definition, services, each!).then((result) => [result]);
          });
        };
        await hire(1);
        team.begun();
      }
      // What waits was put off by a process that may be gone.
      const { rows } = await boss.getDb().executeSql(waiting);
      for (const { queue, seconds } of rows as { queue: string; seconds: number }[])
        fetchers.get(queue)?.dueIn(seconds);
    },
  };

  async function runOne<Services>(
    definition: Job<Services>,
    services: Services,
    each: JobWithMetadata<object>,
  ): Promise<JobResult> {
    const startedAt = performance.now();
    const say = (outcome: JobEnd["outcome"]) =>
      jobEnded.publish({ queue: definition.queue, outcome, seconds: (performance.now() - startedAt) / 1000 });
    try {
      await definition.run(services, each.data);
      say("completed");
      return { id: each.id, status: "completed" };
    } catch (error) {
      if (error instanceof TryLater) {
        say("later");
        const startAfter = Math.max(1, Math.ceil(error.delayMs / 1000));
        await boss.send(definition.queue, each.data, { startAfter, ...groupOf(each.groupId) });
        fetchers.get(definition.queue)?.dueIn(startAfter);
        return { id: each.id, status: "completed" };
      }
      const last = each.retryCount >= each.retryLimit;
      say(last ? "gave up" : "failed");
      log[last ? "error" : "warn"](
        { err: error, job: each.id, queue: definition.queue, tries: each.retryCount + 1 },
        "A job failed",
      );
      if (last) await definition.gaveUp?.(services, each.data, error);
      return {
        id: each.id,
        status: "failed",
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  }
}
