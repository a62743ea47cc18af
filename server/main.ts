import { webApp } from "./app.ts";
import { readConfig } from "./platform/config.ts";
import { openLog } from "./platform/log.ts";
import { runUntilTold } from "./platform/process.ts";
import { drain } from "./platform/serve.ts";

await runUntilTold(async () => {
  const config = readConfig();
  const log = openLog(config.LOG_LEVEL, "web");
  const { app, platform, close } = await webApp(config, log);
  await app.listen({ port: config.PORT, host: config.HOST });
  log.info({ port: config.PORT }, "The portal is ready");
  return async () => {
    await drain(app, platform);
    await close();
  };
});
