/**
 * Adds a member of the operator's staff and prints the link at which they choose their password:
 * `node tradewind.mjs operator ada@example.com "Ada Lovelace"`, with the settings of the web process.
 */
import { invitedEmail } from "@tradewind/contract/access/invitations.ts";
import { welcomeStaff } from "@tradewind/server/access/operators/operators.actions.ts";
import { directUrl, readConfig } from "@tradewind/server/platform/config.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import { blaming } from "@tradewind/server/platform/db-errors.ts";
import { clusterOf } from "@tradewind/server/platform/servers.ts";

const [email, name] = process.argv.slice(2).map((each) => each.trim());
try {
  if (!email || !name || !invitedEmail.safeParse(email).success)
    throw new Error('Give an email address and a name: node tradewind.mjs operator ada@example.com "Ada Lovelace"');
  const config = readConfig([]);
  await clusterOf(directUrl(config), "primary").catch(blaming("DATABASE_URL"));
  const database = openDatabase(directUrl(config), { max: 1 });
  const path = await database.write({ role: "app_identity" }, (tx) => welcomeStaff(tx, { email, name }, new Date()));
  await database.close();
  if (!path) throw new Error(`Somebody signs in as ${email} already who is not the operator's.`);
  console.log(`${name} chooses a password here, within an hour and once:\n${config.PUBLIC_URL}${path}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
