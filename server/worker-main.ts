import { vendors } from "@tradewind/vendors/index.ts";
import { watchClock } from "./platform/clock-watch.ts";
import { readConfig } from "./platform/config.ts";
import { openLog } from "./platform/log.ts";
import { serveMetrics } from "./platform/metrics.ts";
import { runUntilTold } from "./platform/process.ts";
import { startWorker } from "./worker.ts";

await runUntilTold(async () => {
  const config = readConfig(vendors);
  const worker = await startWorker(config, openLog(config.LOG_LEVEL, "worker"));
  const clock = watchClock(worker.platform, "app_worker");
  const metrics = config.METRICS_PORT ? await serveMetrics(worker.platform, clock) : undefined;
  return async () => {
    await clock.stop();
    await worker.stop();
    await metrics?.stop();
  };
});
