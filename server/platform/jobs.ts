import { channel } from "node:diagnostics_channel";
import type { Logger } from "pino";
import { PgBoss, type JobResult, type JobWithMetadata } from "pg-boss";
import type { z } from "zod";
import type { Tx } from "./db.ts";
import { trailAlone } from "./trail.ts";
import type { QueueName } from "./job-queues.ts";

/** A job. `run` may be called again after a crash or a lost answer, so it must be safe to repeat. */
export type JobDefinition<Payload extends z.ZodType, Services> = {
  queue: QueueName;
  payload: Payload;
  /** Fetchers of this queue per worker, one by default; a hanging job only blocks its own. */
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

export type JobQueue = ReturnType<typeof jobQueue>;

/** Files jobs in the caller's transaction; in a worker it also runs them and maintains the queue. */
export function jobQueue(databaseUrl: string, log: Logger, isWorker: boolean) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    migrate: false,
    createSchema: false,
    max: isWorker ? 3 : 1,
    supervise: isWorker,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 5,
    maintenanceIntervalSeconds: 30,
    monitorIntervalSeconds: 5,
    application_name: "tradewind-jobs",
  });
  boss.on("error", (error) => log.warn({ err: error }, "The job queue lost its connection"));

  return {
    start: () => boss.start(),
    stop: () => boss.stop({ timeout: 8_000 }),

    /** Files a job that exists only if the transaction commits. */
    async file(tx: Tx, queue: QueueName, payload: Record<string, unknown>): Promise<void> {
      await boss.send(queue, payload, { db: withCommitOf(tx) });
    },

    /** Runs the jobs of the given definitions until stopped. */
    async work<Services>(definitions: readonly Job<NoInfer<Services>>[], services: Services) {
      for (const definition of definitions) {
        await boss.work(
          definition.queue,
          {
            batchSize: definition.fetchers ? 4 : 1,
            localConcurrency: definition.fetchers ?? 1,
            burstWhenBatchFull: true,
            perJobResults: true,
            includeMetadata: true,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 2,
          },
          (jobs: JobWithMetadata<object>[]) => Promise.all(jobs.map((each) => runOne(definition, services, each))),
        );
      }
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
        await boss.send(definition.queue, each.data, { startAfter: Math.max(1, Math.ceil(error.delayMs / 1000)) });
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
