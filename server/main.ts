import { enableCompileCache } from "node:module";

// Everything else is imported after this, so that the next start finds it compiled.
enableCompileCache();
const { vendors } = await import("@tradewind/vendors/index.ts");
const { webApp } = await import("./app.ts");
const { readConfig } = await import("./platform/config.ts");
const { blaming } = await import("./platform/db-errors.ts");
const { watchClock } = await import("./platform/clock-watch.ts");
const { openLog } = await import("./platform/log.ts");
const { serveMetrics } = await import("./platform/metrics.ts");
const { runUntilTold } = await import("./platform/process.ts");
const { drain } = await import("./platform/serve.ts");

await runUntilTold(async () => {
  const config = readConfig(vendors);
  const log = openLog(config.LOG_LEVEL, "web");
  const { app, platform, close } = await webApp(config, log);
  const clock = watchClock(platform, "app_identity");
  const metrics = config.METRICS_PORT ? await serveMetrics(platform, clock, app) : undefined;
  await app.listen({ port: config.PORT, host: config.HOST }).catch(blaming("PORT, HOST"));
  log.info({ port: config.PORT }, "The portal is ready");
  return async () => {
    await drain(app, platform);
    await clock.stop();
    await close();
    await metrics?.stop();
  };
});
