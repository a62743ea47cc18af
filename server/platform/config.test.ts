import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import { address, type Vendor } from "@tradewind/vendors/vendor.ts";
import { expect, test } from "vitest";
import { demoKeys, readConfig, type Config } from "./config.ts";

const base64 = (bytes: number) => Buffer.alloc(bytes, "key").toString("base64");
const pkcs8 = (kind: "ed25519" | "x25519") =>
  generateKeyPairSync(kind as "ed25519")
    .privateKey.export({ type: "pkcs8", format: "der" })
    .toString("base64");
const signingKey = { kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" };
const required = {
  DATABASE_URL: "postgres://tradewind_web@localhost/tradewind",
  TOKEN_KEY: JSON.stringify(signingKey),
  SECRET_KEY: base64(32),
  ENCRYPTION_KEYS: `1:${base64(32)}`,
  AUDIT_KEY: pkcs8("ed25519"),
};
const twoKeys = `12:${base64(32)},2:${base64(32)}`;
const read = (changes: Record<string, string> = {}, vendors: readonly Vendor[] = []) =>
  readConfig(vendors, { ...required, ...changes });

test("a setting that is absent or empty has the default of docs/configuration.md", () => {
  const text = fs.readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const rows = text
    .split("Commands for development")[0]!
    .match(/^\| `.*\|$/gm)!
    .map((row) => row.split("|").slice(1));
  const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, each]) => each!);
  const known = read();
  const documented = rows
    .flatMap(([names, , defaults]) => quoted(names!).map((name, at) => [name, quoted(defaults!)[at] ?? ""] as const))
    .filter(([name]) => name in known && !(name in required));
  expect(documented.length).toBeGreaterThan(40);
  expect(read(Object.fromEntries(documented))).toEqual(known);
  const empty = documented
    .filter(([, value]) => value === "")
    .map(([name]) => JSON.stringify(known[name as keyof Config] ?? ""));
  expect(new Set(empty)).toEqual(new Set(['""', "[]"]));
});

test.each<[string, string[], unknown[]]>([
  ["DATABASE_URL", ["postgresql://localhost/x"], ["postgresql://localhost/x"]],
  ["REPLICA_DATABASE_URL", ["postgres://x:y@a:1,b:2/x?z=1"], ["postgres://x:y@a:1,b:2/x?z=1"]],
  [
    "LOG_LEVEL",
    ["trace", "debug", "info", "warn", "error", "silent"],
    ["trace", "debug", "info", "warn", "error", "silent"],
  ],
  ["ENCRYPTION_KEYS", [twoKeys], [twoKeys]],
  ["NODE_ENV", ["development", "test"], ["development", "test"]],
  ["TRUST_PROXY", ["false", "true", "2"], [0, 1, 2]],
  ["LOGIN_HIDE_UNKNOWN", ["true"], [true]],
  ["PUBLIC_URL", ["https://portal.example/"], ["https://portal.example"]],
  ["PASSKEY_ORIGINS", ["https://a.example/, ,https://b.example"], [["https://a.example", "https://b.example"]]],
  ["SSO_ERROR_PATH", ["/x", "/sign-in/problem?why=1"], ["/x", "/sign-in/problem?why=1"]],
  ["USAGE_COLLECTOR_URL", ["http://localhost:1/x", "http://[::1]/x"], ["http://localhost:1/x", "http://[::1]/x"]],
  [
    "MAIL_URL",
    ["smtp://localhost", "smtps://robin:x@mail.example"],
    ["smtp://localhost", "smtps://robin:x@mail.example"],
  ],
  [
    "MIGRATION_DATABASE_URL",
    ["postgres://db.example/x", "postgresql://db.example/x"],
    ["postgres://db.example/x", "postgresql://db.example/x"],
  ],
  ["LOGIN_CLIENT_ID", ["x", "x".repeat(100)], ["x", "x".repeat(100)]],
  ["COMMS_NAME", ["x", "x".repeat(40)], ["x", "x".repeat(40)]],
])("%s takes %j", (name, texts, values) => {
  expect(texts.map((text) => read({ [name]: text })[name as keyof Config])).toEqual(values);
});

test.each([
  ["DATABASE_POOL", 2, 200],
  ["PORT", 0, 65_535],
  ["LOGIN_FLOW_LIMIT", 1, 100_000],
  ["NOTIFICATION_RELOAD_MS", 1_000, 86_400_000],
  ["ANNOUNCEMENT_REMIND_HOURS", 1, 8_760],
] as const)("%s is a whole number from %d to %d", (name, least, most) => {
  for (const value of [least, most]) expect(read({ [name]: String(value) })[name]).toBe(value);
  for (const wrong of [least - 1, most + 1, least + 0.5, "many"])
    expect(() => read({ [name]: String(wrong) })).toThrow(`\n  ${name}: `);
});

test.each([
  ["DATABASE_URL", ["localhost", "mysql://localhost/x", "https://postgres.example/", "postgres://a:x,b:1/x"], ""],
  ["REPLICA_DATABASE_URL", ["replica", "mysql://a,b/x", "postgres://a,b c/x"], ""],
  ["MIGRATION_DATABASE_URL", ["mypostgres://localhost/x", "postgresx://localhost/x"], ""],
  ["PUBLIC_URL", ["portal.example", "ftp://portal.example"], ""],
  ["LOG_LEVEL", ["loud"], ""],
  [
    "TOKEN_KEY",
    ["x", { ...signingKey, kty: "OKP" }, { ...signingKey, crv: "P-384" }, { ...signingKey, d: undefined }].map((key) =>
      typeof key === "string" ? key : JSON.stringify(key),
    ),
    "must be an ES256 private key as JSON Web Key",
  ],
  ["SECRET_KEY", [base64(31), "x"], "must be at least 32 bytes in base64"],
  ["ENCRYPTION_KEYS", [base64(32), `1:${base64(31)}`], "must be one or two keys, each version:base64"],
  ["ENCRYPTION_KEYS", [`7:${base64(32)},7:${base64(32)}`], "must give each key a version of its own"],
  ["AUDIT_KEY", [base64(32), pkcs8("x25519"), "x"], "must be an Ed25519 private key in PKCS 8, base64"],
  ["PASSKEY_ORIGINS", ["https://a.example,b.example"], ""],
  ["LOGIN_CLIENT_ID", ["x".repeat(101)], ""],
  ["COMMS_NAME", ["x".repeat(41)], ""],
  ["SSO_URL", ["id.example"], ""],
  [
    "SSO_ERROR_PATH",
    ["/", "problem", "x/problem", "//elsewhere.example", "/\\elsewhere.example", "/sign in", "/a\\b", "/a b", "/ab "],
    "must be a path of the portal",
  ],
  [
    "PREPRODUCTION_HOSTS",
    ["uat.example:443", "a.example,https://b.example", "a/b"],
    "must be host names without a port",
  ],
  ["MICRO_FRONTENDS_URL", ["http://frames.example"], "must be https, or http on this machine"],
  ["USAGE_COLLECTOR_URL", ["http://localhost.example"], "must be https, or http on this machine"],
  ["MAIL_URL", ["http://mail.example"], ""],
  ["MAIL_FROM", ["x@", "x".repeat(201)], ""],
  ["TRUST_PROXY", ["yes", "10", "-1", "untrue"], "must be true, false or the number of proxies"],
  ["DEMO", ["yes"], ""],
  ["PORT", ["70000"], "Must be at most 65535"],
  ["LOG_LEVEL", ["loud"], "Must be one of the values offered"],
  ["DNS_SERVERS", ["foo", "127.0.0.1:1,foo"], "must be address:port"],
])("%s refuses %j and says why", (name, wrong, why) => {
  for (const value of wrong)
    expect(() => read({ [name]: value })).toThrow(new RegExp(`\\n {2}${name}(\\.\\d)?: ${why}`));
});

test("everything wrong is said at once, of vendors too, and no value is", () => {
  const vendor = { settings: { LANTERN_URL: address, LANTERN_KEY: address.optional() } } as unknown as Vendor;
  expect(() => read({ PORT: "s3cret", PREPRODUCTION_HOSTS: "a,s3cret:1", LANTERN_URL: "s3cret" }, [vendor])).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /^The configuration cannot be used:\n {2}PORT: .+\n {2}PREPRODUCTION_HOSTS\.1: .+\n {2}LANTERN_URL: .+\nSee docs\/configuration\.md\.$/,
      ),
    }),
  );
  expect(() => read({}, [vendor])).toThrow("LANTERN_URL: This is required");
  try {
    read({ PORT: "s3cret", TOKEN_KEY: "s3cret", LANTERN_URL: "s3cret" }, [vendor]);
  } catch (error) {
    expect(String(error)).not.toContain("s3cret");
  }
  const { vendors, vendorSettings } = read({ LANTERN_URL: "https://lantern.example/", OTHER: "x" }, [vendor]);
  expect([vendors, vendorSettings]).toEqual([[vendor], { LANTERN_URL: "https://lantern.example/" }]);
});

test.each<[string, Record<string, string>]>([
  ["DEMO: the demo, its data and its movable clock are not for production", { DEMO: "true" }],
  ["TOKEN_KEY: this is the demo's key", { TOKEN_KEY: demoKeys.TOKEN_KEY }],
  ["SECRET_KEY: this is the demo's key", { SECRET_KEY: demoKeys.SECRET_KEY }],
  ["ENCRYPTION_KEYS: this is the demo's key", { ENCRYPTION_KEYS: `2:${demoKeys.ENCRYPTION_KEYS.slice(2)}` }],
  ["AUDIT_KEY: this is the demo's key", { AUDIT_KEY: demoKeys.AUDIT_KEY }],
  ["PUBLIC_URL: must be https, or http on this machine", { PUBLIC_URL: "http://portal.example" }],
  ["PUBLIC_URL: must be an address without a path", { PUBLIC_URL: "https://portal.example/x/" }],
  ["SSO_CLIENT_ID: is needed with SSO_URL", { SSO_URL: "https://id.example" }],
  ["AAD_CLIENT_SECRET: is needed with AAD_CLIENT_ID", { AAD_CLIENT_ID: "x" }],
  ["SIMULATOR_URLS: simulators are not for production", { SIMULATOR_URLS: "http://127.0.0.1:1" }],
])("production refuses %s", (fault, changes) => {
  expect(() => read(changes)).toThrow(
    expect.objectContaining({ message: `This cannot run in production:\n  ${fault}` }),
  );
  expect(() => read({ ...changes, NODE_ENV: "development" })).not.toThrow();
});

test("the demo brings its own keys where none are given, and nobody else does", () => {
  const { DATABASE_URL, SECRET_KEY } = required;
  const demo = readConfig([], { DATABASE_URL, SECRET_KEY, DEMO: "true", NODE_ENV: "development" });
  expect(demo).toMatchObject({ ...demoKeys, SECRET_KEY, DEMO: true });
  expect(() => readConfig([], { DATABASE_URL, SECRET_KEY })).toThrow(/TOKEN_KEY[^]*ENCRYPTION_KEYS/);
});
