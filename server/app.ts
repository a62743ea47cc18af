import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { serveApiDescription } from "./features/api-description/api-description.routes.ts";
import { businessClock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { openDatabase } from "./platform/db.ts";
import { mount } from "./platform/http.ts";
import { jobQueue } from "./platform/jobs.ts";
import type { Platform } from "./platform/platform.ts";
import { realtimeHub } from "./platform/realtime.ts";
import { httpServer, servePortal } from "./platform/serve.ts";
import { sessionReader } from "./platform/sessions.ts";
import { tokenKeeper } from "./platform/tokens.ts";
import { routes } from "./routes.ts";

/** First path segments of the pages that need no session; everything else is the signed-in application. */
const signedOutPages = ["/login", "/sign-in", "/permission-error", "/not-found", "/404"];

/** The parts every process shares, joined up. `role` is what the process reads the clock as. */
export async function joinPlatform(
  config: Config,
  log: Logger,
  role: "app_identity" | "app_worker",
): Promise<Platform> {
  const database = openDatabase(config.DATABASE_URL, {
    max: config.DATABASE_POOL,
    name: `tradewind-${role === "app_worker" ? "worker" : "web"}`,
    onIdleError: (error) => log.warn({ err: error }, "An idle database connection was lost"),
  });
  const clock = businessClock(database, role);
  const tokens = await tokenKeeper(config);
  const sessions = sessionReader(database, tokens);
  const jobs = jobQueue(config.DATABASE_URL, log, role === "app_worker");
  const hub = realtimeHub(config.DATABASE_URL, database, log, (channel, payload) => {
    if (channel === "sessions") {
      sessions.forget(payload);
      if (payload) hub.close(payload);
    } else if (channel === "clock")
      clock.refresh().catch((error: unknown) => log.warn({ err: error }, "The clock could not be read"));
  });
  await clock.refresh();
  return { config, log, database, clock, tokens, sessions, jobs, hub, committed: () => hub.wake() };
}

/** The web process: stateless, any number of them. */
export async function webApp(
  config: Config,
  log: Logger,
): Promise<{ app: FastifyInstance; platform: Platform; close(): Promise<void> }> {
  const platform = await joinPlatform(config, log, "app_identity");
  const app = await httpServer(platform);
  mount(app, platform, routes);
  serveApiDescription(app);
  await servePortal(app, signedOutPages);
  await platform.jobs.start();
  await platform.hub.start();
  return {
    app,
    platform,
    async close() {
      await platform.hub.stop();
      await app.close();
      await platform.jobs.stop();
      await platform.database.close();
    },
  };
}
