import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Database } from "./database.ts";
import { forgetOlder, isSuperuser, keepSettings, listMigrations, type KeptSetting } from "./kept-settings.store.ts";
import { migrationFiles } from "./migrations.ts";
import { keysOf } from "./secrets.ts";

type Role = "app_identity" | "app_worker";

const demoHost = /\btradewind\.example\b/;
const advice = 'See "Keys" in docs/configuration.md.';

/** Makes sure that this process and its database belong together; throws what is wrong, naming its setting. */
export async function checkStart(database: Database, config: Config, role: Role): Promise<void> {
  await checkMigrations(database, role);
  if (await database.read({ role }, isSuperuser))
    throw new Error("DATABASE_URL: this user is above PostgreSQL's rights; use tradewind_web or tradewind_worker");
  await checkKept(database, config, role);
}

/**
 * Says which settings production still has from the demo, of those that this process reads. The worker does not start
 * with the demo's sender: mail servers would refuse its mails, and nobody could sign in for the first time.
 */
export function checkSettings(config: Config, log: Logger, role: Role): void {
  if (config.NODE_ENV !== "production") return;
  if (config.CLAMD_URL === "") log.warn("Nothing that people send is scanned for viruses: CLAMD_URL is not set");
  if (role === "app_worker" && demoHost.test(config.MAIL_FROM))
    throw new Error("MAIL_FROM: is needed in production: the sender of mails, at a domain of yours");
  const settings = [
    ...(new URL(config.PUBLIC_URL).hostname === "localhost" ? ["PUBLIC_URL"] : []),
    ...(role === "app_worker" ? [] : Object.entries(config))
      .filter(([name, value]) => name !== "MAIL_FROM" && typeof value === "string" && demoHost.test(value))
      .filter(([name]) => config.PREPRODUCTION_HOSTS.length > 0 || !name.includes("_UAT_"))
      .map(([name]) => name),
  ];
  if (settings.length > 0) log.warn({ settings }, "These settings still have the demo's addresses, which lead nowhere");
}

/** A database that is ahead is fine: upgrades begin there, and going back ends there. */
async function checkMigrations(database: Database, role: Role): Promise<void> {
  const ran = await database.read({ role }, listMigrations).catch((error: { code?: string }): string[] => {
    // Not there, or not yet for us.
    if (["42P01", "42501", "22023"].includes(error.code ?? "")) return [];
    throw error;
  });
  const lacking = migrationFiles().filter((name) => !ran.includes(name));
  if (lacking.length > 0)
    throw new Error(`DATABASE_URL: the database lacks ${lacking.at(-1)}. Run node tradewind.mjs migrate first.`);
}

/** Makes sure that every process has the same keys and public address, and a key for every stored secret. */
export async function checkKept(database: Database, config: Config, role: Role): Promise<void> {
  const ours = settingsOf(config);
  const kept = await database.write({ role }, (tx) => keepSettings(tx, ours));
  for (const { setting, version, value } of kept) {
    const named = version === "" ? `${setting}:` : `${setting}: version ${version}`;
    const own = ours.find((each) => each.setting === setting && each.version === version);
    if (own && own.value !== value)
      throw new Error(`${named} differs from what this database's processes have. ${advice}`);
    if (!own && version !== "") throw new Error(`${named} is missing, and opens secrets in this database. ${advice}`);
  }
}

/** Forgets the keys under which nothing is kept any more. */
export const forgetOldKeys = (database: Database, config: Config) =>
  database.write({ role: "app_identity" }, (tx) =>
    forgetOlder(tx, "ENCRYPTION_KEYS", keysOf(config.ENCRYPTION_KEYS)[0]!.version),
  );

function settingsOf({ TOKEN_KEY, SECRET_KEY, ENCRYPTION_KEYS, AUDIT_KEY, PUBLIC_URL, DEMO }: Config): KeptSetting[] {
  const check = (setting: string, key: Buffer, version = "") => ({
    setting,
    version,
    value: createHmac("sha256", key).update(`tradewind|${setting}|${version}`).digest("base64url"),
  });
  const { d } = JSON.parse(TOKEN_KEY) as { d: string };
  return [
    check("TOKEN_KEY", Buffer.from(d, "base64url")),
    check("SECRET_KEY", Buffer.from(SECRET_KEY, "base64")),
    ...keysOf(ENCRYPTION_KEYS).map(({ version, key }) => check("ENCRYPTION_KEYS", key, version)),
    check("AUDIT_KEY", Buffer.from(AUDIT_KEY, "base64")),
    // The demo may be started on another port.
    ...(DEMO ? [] : [{ setting: "PUBLIC_URL", version: "", value: PUBLIC_URL }]),
  ];
}
