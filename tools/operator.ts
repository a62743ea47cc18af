/**
 * Adds a member of the operator's staff and prints the link at which they choose their password:
 * `node tradewind.mjs operator ada@example.com "Ada Lovelace"`, with the settings of the web process. Erases one for good:
 * `node tradewind.mjs operator erase ada@example.com`.
 */
import { invitedEmail } from "@tradewind/contract/access/invitations.ts";
import { welcomeStaff } from "@tradewind/server/access/operators/operators.actions.ts";
import { eraseStaff } from "@tradewind/server/access/privacy/privacy.actions.ts";
import { directUrl, readConfig } from "@tradewind/server/platform/config.ts";
import { openDatabase } from "@tradewind/server/platform/database.ts";
import type { Tx } from "@tradewind/server/platform/db.ts";
import { blaming } from "@tradewind/server/platform/db-errors.ts";
import { clusterOf } from "@tradewind/server/platform/servers.ts";

const given = process.argv.slice(2).map((each) => each.trim());
const erases = given[0] === "erase";
const [user, called] = erases ? given.slice(1) : given;
try {
  if (!user || (!erases && !called) || !invitedEmail.safeParse(user).success)
    throw new Error(
      'Give an email address and a name: node tradewind.mjs operator ada@example.com "Ada Lovelace". To erase: node tradewind.mjs operator erase ada@example.com',
    );
  const config = readConfig([]);
  await clusterOf(directUrl(config), "primary").catch(blaming("DATABASE_URL"));
  const database = openDatabase(directUrl(config), { max: 1 });
  const said = await database
    .write({ role: "app_identity" }, (tx) => (erases ? erase(tx, user) : welcome(tx, user, called!, config.PUBLIC_URL)))
    .finally(() => database.close());
  console.log(said);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function welcome(tx: Tx, email: string, name: string, portal: string): Promise<string> {
  const path = await welcomeStaff(tx, { email, name }, new Date());
  if (!path) throw new Error(`Somebody signs in as ${email} already who is not the operator's.`);
  return `${name} chooses a password here, within an hour and once:\n${portal}${path}`;
}

async function erase(tx: Tx, email: string): Promise<string> {
  if (!(await eraseStaff(tx, email, new Date())))
    throw new Error(`Nobody of the operator's staff signs in as ${email}.`);
  return `${email} was erased: their name, their ways to sign in and their data.`;
}
