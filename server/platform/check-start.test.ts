import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import pg from "pg";
import pino from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../test/database.ts";
import { checkSettings, checkStart, forgetOldKeys } from "./check-start.ts";
import { demoKeys, readConfig, type Config } from "./config.ts";
import { openDatabase } from "./database.ts";

const { adminUrl, webUrl, workerUrl, drop } = await freshDatabase();
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const database = openDatabase(webUrl, { max: 1 });
afterAll(async () => {
  await database.close();
  await admin.end();
  await drop();
});
beforeEach(() => admin.query("delete from kept_settings"));

const read = (changes: Partial<Record<keyof Config, string>> = {}) =>
  readConfig([], { DATABASE_URL: webUrl, NODE_ENV: "test", ...demoKeys, ...changes });
const start = (changes: Parameters<typeof read>[0] = {}) => checkStart(database, read(changes), "app_identity");
const base64 = (text: string) => Buffer.alloc(32, text).toString("base64");
const another = {
  TOKEN_KEY: JSON.stringify(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })),
  SECRET_KEY: base64("s"),
  ENCRYPTION_KEYS: `1:${base64("e")}`,
  AUDIT_KEY: generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
  PUBLIC_URL: "https://elsewhere.example.com",
};

test.each(Object.entries(another))(
  "a process whose %s is not that of the others does not start",
  async (name, value) => {
    await start();
    await start();
    await expect(start({ [name]: value })).rejects.toThrow(new RegExp(`^${name}: .*differs`));
    await admin.query("delete from kept_settings where setting = $1", [name]);
    await start({ [name]: value });
  },
);

test("what is kept of a key does not show it", async () => {
  await start();
  const { rows } = await admin.query<{ value: string }>(
    "select value from kept_settings where setting <> 'PUBLIC_URL'",
  );
  expect(rows).toHaveLength(4);
  for (const { value } of rows) {
    expect(value).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(demoKeys)).not.toContain(value);
  }
});

test("keys are rotated step by step, and a key is asked for while secrets need it", async () => {
  const [older, newer] = [demoKeys.ENCRYPTION_KEYS, `2:${base64("n")}`];
  const both = `${newer},${older}`;
  await start({ ENCRYPTION_KEYS: older });
  await start({ ENCRYPTION_KEYS: both });
  await expect(start({ ENCRYPTION_KEYS: older })).rejects.toThrow("ENCRYPTION_KEYS: version 2 is missing");
  await expect(start({ ENCRYPTION_KEYS: newer })).rejects.toThrow("ENCRYPTION_KEYS: version 1 is missing");
  await forgetOldKeys(database, read({ ENCRYPTION_KEYS: both }));
  await start({ ENCRYPTION_KEYS: newer });
});

test("the demo may be started on another port", async () => {
  await start({ DEMO: "true" });
  await expect(start({ DEMO: "true", PUBLIC_URL: "http://localhost:4001" })).resolves.toBeUndefined();
});

test("a worker looks, too, and a superuser may not be one", async () => {
  const worker = openDatabase(workerUrl, { max: 1 });
  await checkStart(worker, read(), "app_worker");
  await worker.close();
  const above = openDatabase(adminUrl, { max: 1 });
  await expect(checkStart(above, read(), "app_identity")).rejects.toThrow("DATABASE_URL: this user is above");
  await above.close();
});

test("a database that lacks a migration is refused, one that is ahead is not", async () => {
  const last = fs
    .readdirSync(new URL("../migrations", import.meta.url))
    .toSorted()
    .at(-1)!;
  await admin.query("insert into schema_migrations (name) values ('9999_of_later.sql')");
  await start();
  await admin.query("begin; delete from schema_migrations where name = '" + last + "'; commit");
  await expect(start()).rejects.toThrow(
    `DATABASE_URL: the database lacks ${last}. Run node tradewind.mjs migrate first.`,
  );
  await admin.query("insert into schema_migrations (name) values ($1)", [last]);
  await admin.query("alter table schema_migrations rename to somewhere_else");
  await expect(start()).rejects.toThrow("Run node tradewind.mjs migrate first.");
  await admin.query("alter table somewhere_else rename to schema_migrations");
});

test("production names what it still has from the demo, and sends no mail from there", () => {
  const settings = Object.keys(read()).filter((name) =>
    /tradewind\.example/.test(JSON.stringify(read()[name as keyof Config]) ?? ""),
  );
  expect(settings).toEqual(expect.arrayContaining(["COMMS_URL", "STATUS_PAGE_URL", "MAIL_FROM"]));
  const said = (role: "app_identity" | "app_worker", changes: Parameters<typeof read>[0] = {}) => {
    const lines: { settings?: string[]; msg: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    checkSettings(read({ ...another, NODE_ENV: "production", ...changes }), log, role);
    return lines.map(({ msg, settings: named }) => named ?? msg);
  };
  const unscanned = expect.stringContaining("CLAMD_URL is not set");
  const ofWeb = settings.filter((name) => name !== "MAIL_FROM");
  expect(said("app_identity")).toEqual([unscanned, ofWeb.filter((name) => !name.includes("UAT"))]);
  expect(said("app_identity", { PREPRODUCTION_HOSTS: "uat.example.com" })).toEqual([unscanned, ofWeb]);
  expect(() => said("app_worker")).toThrow(/^MAIL_FROM: is needed in production/);
  const own = { MAIL_FROM: "portal@example.com", CLAMD_URL: "tcp://scanner.internal:3310" };
  expect(said("app_worker", own)).toEqual([]);
  expect(said("app_worker", { ...own, PUBLIC_URL: "http://localhost:4000" })).toEqual([["PUBLIC_URL"]]);
  expect(said("app_identity", { NODE_ENV: "test" })).toEqual([]);
  const theirs = settings.map((name) => [name, name === "MAIL_FROM" ? name : "https://elsewhere.example.com"]);
  expect(said("app_identity", { ...own, ...Object.fromEntries(theirs) })).toEqual([]);
});
