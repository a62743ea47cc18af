/** Re-encrypts every stored secret with the first of `ENCRYPTION_KEYS`. Afterwards the second can be removed. */
import { checkKept, forgetOldKeys } from "@tradewind/server/platform/check-start.ts";
import { directUrl, readConfig } from "@tradewind/server/platform/config.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { blaming } from "@tradewind/server/platform/db-errors.ts";
import { clusterOf } from "@tradewind/server/platform/servers.ts";
import { rotateSecrets } from "@tradewind/server/platform/rotate-secrets.ts";
import { secretKeeper } from "@tradewind/server/platform/secrets.ts";

try {
  const config = readConfig([]);
  await clusterOf(directUrl(config), "primary").catch(blaming("DATABASE_URL"));
  const database = openDatabase(directUrl(config), { max: 1 });
  await checkKept(database, config, "app_identity");
  const turned = await rotateSecrets(database, secretKeeper(config));
  await forgetOldKeys(database, config);
  await database.close();
  console.log(turned === 1 ? "One secret was wrapped anew." : `${turned} secrets were wrapped anew.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
