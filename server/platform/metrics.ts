import { subscribe } from "node:diagnostics_channel";
import fastify, { type FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ClockWatch } from "./clock-watch.ts";
import { blaming } from "./db-errors.ts";
import { findOldestUnscanned, listDueJobs } from "./metrics.store.ts";
import type { Platform } from "./platform.ts";
import { queues } from "./job-queues.ts";
import { jobEnded, type JobEnd } from "./jobs.ts";
import { answered, type Answered } from "./replica.ts";

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Serves what the process says about itself, in the Prometheus format, on a port of its own. Labels name routes, hosts
 * and queues, never people or companies. docs/operations.md says what to watch.
 */
export async function serveMetrics(
  platform: Platform,
  clock: ClockWatch,
  app?: FastifyInstance,
): Promise<{ stop(): Promise<void> }> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { database, hub } = platform;
  registry.registerMetric(
    new Gauge({
      registers: [],
      name: "tradewind_database_connections",
      help: "Connections of the pool by state; waiting counts calls that wait for one",
      labelNames: ["state"],
      collect() {
        for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      registers: [],
      name: "tradewind_clock_ahead_seconds",
      help: "By how much this machine's clock is ahead of the database's",
      collect() {
        this.set(clock.ahead());
      },
    }),
  );
  countOutgoing(registry);
  if (app) {
    timeRequests(app, registry);
    countReplica(registry);
    registry.registerMetric(
      new Gauge({
        registers: [],
        name: "tradewind_streams",
        help: "Open event streams",
        collect() {
          this.set(hub.streams());
        },
      }),
    );
  } else watchJobs(platform, registry);

  const server = fastify();
  server.get("/*", async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  const { METRICS_PORT: port, HOST: host } = platform.config;
  await server.listen({ port, host }).catch(blaming("METRICS_PORT, HOST"));
  return { stop: () => server.close() };
}

function timeRequests(app: FastifyInstance, registry: Registry) {
  const requests = new Histogram({
    registers: [registry],
    name: "tradewind_request_seconds",
    help: "Time to answer a request, by route and class of status",
    labelNames: ["method", "route", "status"],
    buckets,
  });
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const status = `${Math.trunc(statusCode / 100)}xx`;
    requests.observe({ method, route: routeOptions.url ?? "unknown", status }, elapsedTime / 1000);
  });
}

/** Counts which server answered the reads that a replica may answer. */
function countReplica(registry: Registry) {
  const reads = new Counter({
    registers: [registry],
    name: "tradewind_replica_reads_total",
    help: "Reads that the replica may answer, by who did; none without a replica",
    labelNames: ["by"],
  });
  for (const by of ["replica", "primary"] satisfies Answered["by"][]) reads.inc({ by }, 0);
  subscribe(answered.name, (message) => reads.inc(message as Answered));
}

/** Counts calls to other systems by what the HTTP client says of them. */
function countOutgoing(registry: Registry) {
  const calls = new Counter({
    registers: [registry],
    name: "tradewind_outgoing_requests_total",
    help: "Requests to other systems, by host and class of status",
    labelNames: ["host", "status"],
  });
  const hostOf = ({ origin }: { origin: string | URL }) => new URL(origin).host;
  subscribe("undici:request:headers", (message) => {
    const { request, response } = message as { request: { origin: string }; response: { statusCode: number } };
    calls.inc({ host: hostOf(request), status: `${Math.trunc(response.statusCode / 100)}xx` });
  });
  subscribe("undici:request:error", (message) => {
    calls.inc({ host: hostOf((message as { request: { origin: string } }).request), status: "none" });
  });
}

function watchJobs({ database, scanner }: Platform, registry: Registry) {
  const ended = new Histogram({
    registers: [registry],
    name: "tradewind_job_seconds",
    help: "Time a job took, by queue and outcome; one that gave up is not tried again",
    labelNames: ["queue", "outcome"],
    buckets,
  });
  subscribe(jobEnded.name, (message) => {
    const { queue, outcome, seconds } = message as JobEnd;
    ended.observe({ queue, outcome }, seconds);
  });
  registry.registerMetric(
    new Gauge({
      registers: [],
      name: "tradewind_scanner_up",
      help: "Whether the virus scanner answers; -1 where none is set up",
      async collect() {
        const up = await scanner?.version().then(
          () => 1,
          () => 0,
        );
        this.set(up ?? -1);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      registers: [],
      name: "tradewind_unscanned_file_seconds",
      help: "How long the oldest file that waits for the virus scanner has been waiting",
      async collect() {
        this.set(await database.read({ role: "app_worker" }, findOldestUnscanned));
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      registers: [],
      name: "tradewind_oldest_due_job_seconds",
      help: "How long the job that has been waiting longest should have begun",
      labelNames: ["queue"],
      async collect() {
        const waiting = await database.read({ role: "app_worker" }, listDueJobs);
        for (const queue of Object.keys(queues))
          this.set({ queue }, waiting.find((each) => each.queue === queue)?.oldest ?? 0);
      },
    }),
  );
}
