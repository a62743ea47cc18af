import { expect, test } from "vitest";
import { checkHouse, parseSources } from "./house.ts";
import { exceptions } from "./exceptions.data.ts";
import { beyond } from "./exceptions.ts";
import type { Manifest } from "./packages.ts";
import { checkSizes } from "./sizes.ts";

const none: Manifest = { dependencies: [], devDependencies: [], scripts: [] };
const manifests: Record<string, Manifest> = {
  "": { ...none, devDependencies: ["vitest", "oxlint", "oxlint-tsgolint"], scripts: ["oxlint ."] },
  domain: none,
  contract: { ...none, dependencies: ["zod", "@tradewind/domain"] },
  vendors: { ...none, dependencies: ["@tradewind/domain", "undici"], devDependencies: ["@tradewind/simulators"] },
  simulators: none,
  server: {
    ...none,
    dependencies: ["@tradewind/vendors", "@tradewind/contract", "@tradewind/domain", "kysely", "altcha-lib"],
    devDependencies: ["@tradewind/simulators", "pino-pretty"],
  },
  web: { ...none, dependencies: ["@tradewind/contract", "@tradewind/domain", "react"], devDependencies: ["vite"] },
  tools: { ...none, dependencies: ["@tradewind/server", "@tradewind/simulators"] },
};

const faultsOf = (files: Record<string, string>) =>
  checkHouse(parseSources(Object.entries(files).map(([path, text]) => ({ path, text }))), manifests).filter(
    ({ rule }) => rule !== "unused packages",
  );
const loads = (specifier: string) => `import { x } from "${specifier}";\nexport const y = x;\n`;
const orders = "server/ordering/orders/orders.actions.ts";
test.each([
  ["domain/values/money.ts", "@tradewind/contract/customers/customers.ts", "move what they need into domain"],
  ["contract/access/users.ts", "zod", "zod/mini"],
  ["vendors/acronis/acronis.ts", "../microsoft/microsoft-api.ts", "no other vendor"],
  ["simulators/microsoft/main.ts", "@tradewind/domain/values/money.ts", "agrees with its mistakes"],
  ["server/platform/http.ts", "../customers/customers/customers.store.ts", "knows no area"],
  ["server/platform/jobs.ts", "@tradewind/vendors/microsoft/microsoft-api.ts", "knows no area"],
  ["server/platform/jobs.ts", "@tradewind/vendors/index.ts", "knows no area"],
  ["server/ordering/orders/rows.ts", "@tradewind/vendors/acronis/acronis.ts", "Of another feature"],
  ["server/ordering/orders/rows.ts", "../../customers/customers/customers.routes.ts", "Of another feature"],
  ["server/ordering/orders/rows.ts", "../../test/builders.ts", "What only tests need"],
  ["server/main.ts", "@tradewind/simulators/kit/listener.ts", "by its address"],
  ["web/ui/button.tsx", "../platform/api.ts", "ui know nothing"],
  ["web/platform/api.ts", "../customers/customers/customers.queries.ts", "no screen and no feature"],
  ["web/shared/customer-picker.tsx", "../customers/customers/customers-screen.tsx", "*.queries.ts"],
  ["web/ordering/orders/wizard.tsx", "../../customers/customers/add-customer-dialog.tsx", "moves to web/shared"],
  ["web/signed-out/sign-in.tsx", "../app/routes.ts", "stay small"],
  ["tools/migrate.ts", "@tradewind/simulators/kit/listener.ts", "Only tools/dev"],
  ["server/app.ts", "../contract/all.ts", "Write @tradewind/contract/all.ts"],
  ["server/app.ts", "@tradewind/server/main.ts", "relative path"],
  ["server/app.ts", "fs", "Write node:fs"],
  ["server/app.ts", "vitest", "does not name"],
  ["server/app.ts", "pino-pretty", "for tests only"],
  ["server/app.ts", "lodash", "does not name"],
] as const)("%s importing %s", (from, specifier, instead) => {
  expect(faultsOf({ [from]: loads(specifier) })).toMatchObject([
    { place: `${from}:1`, instead: expect.stringContaining(instead) },
  ]);
});

test.each([
  ["server/ordering/orders/rows.ts", "../../customers/customers/customers.store.ts"],
  ["server/ordering/orders/rows.ts", "../proposals/proposals.reads.ts"],
  ["server/ordering/orders/rows.ts", "@tradewind/vendors/vendor.ts"],
  ["server/ordering/orders/orders.routes.test.ts", "../../test/builders.ts"],
  ["vendors/acronis/acronis.test.ts", "@tradewind/simulators/acronis/acronis.ts"],
  ["server/worker.ts", "@tradewind/vendors/acronis/acronis.ts"],
  ["web/ordering/orders/wizard.tsx", "../../customers/customers/customers.queries.ts"],
  ["web/app/main.tsx", "../customers/customers/customers-screen.tsx"],
  ["tools/dev/product.ts", "@tradewind/simulators/kit/listener.ts"],
])("%s may import %s", (from, specifier) => {
  expect(faultsOf({ [from]: loads(specifier) })).toEqual([]);
});

test.each([
  "server/helpers/text.ts",
  "server/ordering/orders.ts",
  "web/features/orders/wizard.tsx",
  "domain/money.ts",
  "domain/helpers/money.ts",
])("%s lies in no room", (path) => {
  expect(faultsOf({ [path]: "export const a = 1;" })).toMatchObject([{ place: path, rule: "rooms" }]);
});

test("a file that is not in kebab-case is named", () => {
  expect(faultsOf({ "web/ui/BigButton.tsx": "export const a = 1;" })).toMatchObject([{ rule: "names" }]);
});

test("imports are seen in every form, and not in comments", () => {
  const text = [
    'import type {\n  A,\n  B,\n} from "left-pad";',
    'import "left-pad/style.css";',
    'export * from "left-pad";',
    'const later = () => import("left-pad");',
    "const again = () => import(`left-pad`);",
    '// import x from "left-pad";',
    '/* import "left-pad"; */ const said = \'import "left-pad"\';',
  ].join("\n");
  expect(faultsOf({ "server/app.ts": text }).map(({ place }) => Number(place.split(":")[1]))).toEqual([4, 5, 6, 7, 8]);
});

test("a file fetched by import.meta.glob is imported like any other", () => {
  const screen = "web/customers/customers/customers-screen.tsx";
  const shared = (text: string) => faultsOf({ [screen]: "export const a = 1;", "web/shared/slot.tsx": text });
  for (const call of [
    'glob("../customers/customers/customers-screen.tsx")',
    'glob(["../customers/*/*-screen.tsx"])',
    "glob<Module>(`../**/*-screen.tsx`)",
  ])
    expect(shared(`export const slot = import.meta.${call};`)).toMatchObject([
      { place: "web/shared/slot.tsx:1", instead: expect.stringContaining(`must not import ${screen}`) },
    ]);
});

test("every import on a circle of files is named, with the whole of it", () => {
  const faults = faultsOf({
    "domain/values/a.ts": loads("./b.ts"),
    "domain/values/b.ts": loads("./c.ts"),
    "domain/values/c.ts": loads("./a.ts"),
    "domain/values/d.ts": loads("./a.ts"),
  });
  expect(faults.map(({ key }) => key.replaceAll("domain/values/", ""))).toEqual([
    "a.ts -> b.ts",
    "b.ts -> c.ts",
    "c.ts -> a.ts",
  ]);
  expect(faults[0]?.instead).toContain(
    "domain/values/a.ts -> domain/values/b.ts -> domain/values/c.ts -> domain/values/a.ts",
  );
});

test("features that import each other through different files make a circle, tests aside", () => {
  const files = {
    "server/ordering/orders/rows.ts": loads("../services/instances.ts"),
    "server/ordering/services/instances.ts": "export const x = 1;",
    "server/ordering/services/page.ts": loads("../orders/lines.ts"),
    "server/ordering/services/page.test.ts": loads("../work/rows.ts"),
    "server/ordering/work/rows.ts": loads("../services/instances.ts"),
    "server/ordering/orders/lines.ts": "export const x = 1;",
  };
  const circles = faultsOf(files).filter(({ rule }) => rule.startsWith("circles"));
  expect(circles.map(({ rule, key }) => [rule, key])).toEqual([
    ["circles of features", "server ordering/orders -> server ordering/services"],
    ["circles of features", "server ordering/services -> server ordering/orders"],
  ]);
});

test.each([
  ["server/customers/customers/rows.ts", "../../ordering/orders/orders.store.ts"],
  ["domain/catalogue/products.ts", "../ordering/forms.ts"],
  ["server/access/users/rows.ts", "@tradewind/contract/ordering/orders.ts"],
  ["web/portal/flags/flags-screen.tsx", "../../access/users/users.queries.ts"],
])("an area imports no later one: %s importing %s", (from, specifier) => {
  expect(faultsOf({ [from]: loads(specifier) })).toMatchObject([{ rule: "order of areas", place: `${from}:1` }]);
});

const sql = "SQL lives in";
const clock = "clock is handed in";
const day = "A test's day is that of its business clock";
test.each([
  [orders, "await db.selectFrom(name);", sql],
  [orders, 'await db["selectFrom"](name);', sql],
  [orders, "await db.mergeInto(name);", sql],
  [orders, 'client.query("select id from orders");', sql],
  [orders, 'client.query("SELECT * FROM orders");', sql],
  [orders, 'client.query("UPDATE orders SET status = 1");', sql],
  [orders, 'client.query("update orders " + "set status = 1");', sql],
  [orders, "client.query(`with late as (select 1) select * from late`);", sql],
  [orders, 'client.query("with recursive tree (id) as (values (1)) table tree");', sql],
  [orders, 'client.query("truncate table orders");', sql],
  [orders, 'client.query("TRUNCATE orders");', sql],
  [orders, 'client.query("merge into orders using lines on true");', sql],
  [orders, "client.query(`delete from ${table}`);", sql],
  ["server/main.ts", "const x = sql<{ id: string }>`now()`;", sql],
  [orders, 'import { sql as q } from "kysely"; q`now()`;', "talks to the database"],
  [orders, "const at = new Date();", clock],
  ["server/test/objects.ts", "const at = new Date();", day],
  ["e2e/portal.ts", "const day = new Date(Date.now() + 1).toISOString().slice(0, 10);", day],
  ["server/app.test.ts", 'app.sql("update quotes set valid_until = current_date");', day],
  ["server/app.test.ts", "app.sql(`select now()::date + ${days}`);", day],
  [orders, "const at = new Date;", clock],
  [orders, "const at = new globalThis.Date();", clock],
  [orders, "const at = new Date(...[]);", clock],
  ["domain/values/dates.ts", "const at = Date.now();", clock],
  ["domain/values/dates.ts", 'const at = Date["now"]();', clock],
  ["domain/values/dates.ts", "const at = Date.now.call(Date);", clock],
  ["domain/values/dates.ts", "const { now } = Date;", clock],
  ["domain/values/dates.ts", "const Day = Date;", clock],
  ["domain/values/dates.ts", "const clocks = [Date];", clock],
  ["domain/values/dates.ts", "const at = Temporal.Now.instant();", clock],
  ["domain/values/dates.ts", "const { Now } = Temporal;", clock],
  ["domain/values/dates.ts", "const at = performance.now();", clock],
  ["vendors/acronis/acronis.ts", "const at = Date.now();", clock],
  ["vendors/http.ts", "const at = new Date();", clock],
  ["domain/values/dates.ts", "const luck = Math.random();", "random"],
  ["web/ordering/orders/list-step.tsx", 'new Intl.DateTimeFormat("en-GB").format(then);', "Dates are written"],
  [orders, "const { DateTimeFormat } = Intl;", "Dates are written"],
  [orders, 'then["toLocaleDateString"]("en-GB");', "Dates are written"],
  ["domain/values/dates.ts", "const { random } = Math;", "random"],
  ["contract/access/users.ts", "const id = crypto.randomUUID();", "random"],
  [orders, 'import { randomBytes as some } from "node:crypto";', "random"],
  [orders, 'import { randomUUIDv7 } from "node:crypto";', "random"],
  [orders, 'import { randomInt } from "altcha-lib";', "random"],
  [orders, 'crypto["getRandomValues"](bytes);', "random"],
  ["server/app.ts", "const port = process.env.PORT;", "platform/config.ts"],
  ["server/app.ts", 'const port = process["env"].PORT;', "platform/config.ts"],
  ["server/app.ts", "const { env } = process;", "platform/config.ts"],
  ["server/app.ts", 'import { env } from "node:process";', "platform/config.ts"],
  ["server/app.ts", 'import process from "node:process";', "platform/config.ts"],
  ["server/app.ts", "const port = globalThis.process.env.PORT;", "platform/config.ts"],
  ["web/ui/button.tsx", "const mode = import.meta.env.MODE;", "platform/config.ts"],
  ["vendors/http.ts", "const { env: own } = process;", "platform/config.ts"],
  [orders, "await fetch(url);", "vendors/ alone"],
  [orders, "const get = globalThis.fetch;", "vendors/ alone"],
  ["server/platform/http.ts", 'import { request } from "node:https";', "vendors/ alone"],
  ["server/platform/http.ts", 'import net from "node:net";', "vendors/ alone"],
  [orders, "const late = (name: string) => import(name);", "Name the file"],
  [orders, 'import { createRequire } from "node:module";', "Name the file"],
  ["web/ui/button.tsx", "export default function Button() {}", "by name"],
  ["web/ui/button.tsx", "const Button = 1; export { Button as default };", "by name"],
  ["domain/customers/customers.ts", "export enum Status { Active }", "union type"],
  ["domain/customers/customers.ts", "export const enum Status { Active }", "union type"],
  [orders, 'type Currency = "EUR" | "GBP";', "listed in domain"],
  [orders, 'const all = ["P1M", "P1Y", "P3Y", "none"] as const;', "listed in domain"],
  ["contract/customers/customers.ts", "type Row = { town_city: string | null };", "no column"],
  ["server/portal/footer/policies.data.ts", "export const twice = (n: number) => 2 * n;", "holds code"],
  ["server/catalogue/catalogue-data/offers.ts", "export const all = offers.map((o) => ({ ...o }));", "holds code"],
])("%s: %s", (path, text, instead) => {
  expect(faultsOf({ [path]: text }).map((fault) => fault.instead)).toContainEqual(expect.stringContaining(instead));
});

test.each([
  [
    "server/ordering/orders/orders.store.ts",
    'import { sql } from "kysely"; const find = () => db.selectFrom(name).where(sql`now()`);',
  ],
  ["server/ordering/orders/orders.test.ts", "new Date(Date.now()); Date.now(); fetch(url); Math.random();"],
  ["server/platform/config.ts", "process.env"],
  ["domain/values/money.ts", 'export const currencies = ["GBP", "EUR"] as const;'],
  ["web/vite.config.ts", "export default {}"],
  ["web/ordering/orders/orders-screen.tsx", "<p>Select a product from the list, or update your order</p>"],
  ["web/ordering/orders/orders-screen.tsx", 'const hint = "Select a product from the list";'],
  ["server/ordering/orders/page.ts", 'const title = "Update your order"; const verb = "Delete";'],
  ["domain/values/dates.ts", '// new Date()\nconst words = "new Date()"; const at = new Date(given);'],
  [
    "domain/values/dates.ts",
    "const a = Date.UTC(2026); const b = (x: Date) => x instanceof Date; type D = { Date: Date };",
  ],
  ["domain/values/dates.ts", "const c = Math.round(2.5); const d = { random: 1, now: 2 }; d.now;"],
  ["server/app.ts", "process.exit(1); process.on(name, stop);"],
  ["server/platform/realtime.ts", 'import type { ServerResponse } from "node:http";'],
  ["server/platform/http.ts", "const own = { fetch: 1 }; own.fetch;"],
  ["vendors/http.ts", 'import { request } from "undici"; fetch(url);'],
  [
    "server/portal/footer/policies.data.ts",
    'export const all = [content("x", 1)]; export type A = { a: (x: B) => void };',
  ],
  ["contract/access/auth.ts", "type Refusal = { error_description: string };"],
])("%s may say %s", (path, text) => {
  expect(faultsOf({ [path]: text })).toEqual([]);
});

test("a fault names its line", () => {
  expect(faultsOf({ "domain/values/dates.ts": "/* a\n b */\nconst at = Date.now();\n" })[0]?.place).toBe(
    "domain/values/dates.ts:3",
  );
});

test("a file that only re-exports is named", () => {
  const text = 'export * from "./customers/customers.ts";\nexport { a } from "./ordering/orders.ts";\n';
  expect(faultsOf({ "contract/index.ts": text })).toMatchObject([{ rule: "barrels" }]);
});

test.each([
  ["orders.jobs.ts", "export const late = (tx: Tx) => insertRow(tx);", "defines no job"],
  ["orders.reads.ts", "export const sneak = (tx: Tx) => insertRow(tx);", "sneak changes data"],
  ["orders.reads.ts", "const inner = (tx: Tx) => insertRow(tx);\nexport const sneak = (tx: Tx) => inner(tx);", "sneak"],
  ["orders.reads.ts", "export const later = (p: Platform) => p.jobs.file(tx, name, {});", "later changes data"],
  ["orders.reads.ts", "export const held = (tx: Tx) => lockRow(tx);", "held changes data"],
  ["orders.actions.ts", "export const look = (db: Db) => findRow(db);", "Name it *.reads.ts"],
  ["lines.store.ts", "export const look = (db: Db) => findRow(db);", "holds no SQL"],
])("a door that is not what it is called: %s", (name, text, instead) => {
  const imports = 'import { findRow, insertRow, lockRow } from "./orders.store.ts";\n';
  const store = [
    "export const insertRow = (tx: Tx) => sql`insert into orders values (1)`.execute(tx);",
    'export const lockRow = (tx: Tx) => tx.selectFrom("orders").forUpdate();',
    'export const findRow = (db: Db) => db.selectFrom("orders");',
  ].join("\n");
  const folder = "server/ordering/orders";
  const faults = faultsOf({ [`${folder}/orders.store.ts`]: store, [`${folder}/${name}`]: imports + text });
  expect(faults).toMatchObject([{ rule: "doors", instead: expect.stringContaining(instead) }]);
  const honest = {
    jobs: "export const one = job({ queue });",
    reads: "export const look = (db: Db) => findRow(db);",
    store: "export const look = (db: Db) => db.selectNoFrom(findRow);",
  };
  const right = honest[name.split(".")[1] as keyof typeof honest] ?? "export const add = (tx: Tx) => insertRow(tx);";
  expect(faultsOf({ [`${folder}/orders.store.ts`]: store, [`${folder}/${name}`]: imports + right })).toEqual([]);
});

test("a queries file gives away only what fetches", () => {
  const text = [
    'import { queryOptions } from "@tanstack/react-query";',
    "export type Line = { a: 1 };",
    "const key = (id: string) => [id];",
    "export const lineQuery = (id: string) => queryOptions({ queryKey: key(id) });",
    "export const useLine = (id: string) => useWrite(lineQuery(id));",
    "export const address = (id: string) => `/lines/${id}`;",
  ].join("\n");
  const web = { ...manifests["web"]!, dependencies: ["@tanstack/react-query"] };
  const sources = parseSources([{ path: "web/ordering/orders/orders.queries.ts", text }]);
  expect(checkHouse(sources, { ...manifests, web }).filter(({ rule }) => rule === "doors")).toMatchObject([
    { instead: expect.stringContaining("address fetches nothing") },
  ]);
});

test("a package that nothing uses is named; commands, types, styles and what another package loads are uses", () => {
  const own: Record<string, Manifest> = {
    "": { ...none, devDependencies: ["oxlint", "oxlint-tsgolint", "left-pad", "@types/node"], scripts: ["oxlint ."] },
    web: { ...none, dependencies: ["react", "inter", "router"], devDependencies: ["@types/react", "@types/router"] },
  };
  const sources = parseSources([{ path: "web/app/main.tsx", text: 'import { a } from "react";' }]);
  const styles = [{ path: "web/ui/styles.css", text: 'src: url("inter/latin.woff2");' }];
  const unused = checkHouse(sources, own, styles).filter(({ rule }) => rule === "unused packages");
  expect(unused.map(({ key }) => key)).toEqual(["root left-pad", "web router", "web @types/router"]);
});

test("files that are too long or too deep are named, and only files that hold only values may be long", () => {
  const text = (lines: number, line: string) => `${line}\n`.repeat(lines);
  const { faults } = checkSizes(
    parseSources([
      { path: "server/app.ts", text: text(400, "run();") },
      { path: "server/main.ts", text: text(401, "run();") },
      { path: "domain/products.ts", text: `export const all = [\n${text(900, '  { id: "a" },')}];\n` },
      { path: "domain/rules.data.ts", text: `export const all = [\n${text(900, "  () => 1,")}];\n` },
      { path: "web/ordering/orders/steps/billing.tsx", text: "" },
    ]),
  );
  expect(faults.map(({ place }) => place)).toEqual([
    "server/main.ts",
    "domain/rules.data.ts",
    "web/ordering/orders/steps/billing.tsx",
  ]);
});

test("a server feature holds at most twelve files, not counting tests", () => {
  const feature = (count: number) =>
    parseSources(
      [...Array(count).keys(), "a.test"].map((name) => ({ path: `server/access/auth/${name}.ts`, text: "run();" })),
    );
  expect(checkSizes(feature(12)).faults).toEqual([]);
  expect(checkSizes(feature(13)).faults).toMatchObject([{ place: "server/access/auth", rule: "sizes" }]);
});

test("the core names no vendor of the list: not in a name, not in a text, and not in a test's or a data file's place", () => {
  const list = {
    "vendors/index.ts": 'import { a } from "./acronis/acronis.ts";\nimport { p } from "./people/people.ts";',
  };
  const named = (path: string, text: string) =>
    faultsOf({ ...list, [path]: text }).filter(({ rule, place }) => rule === "vendor names" && place.startsWith(path));
  const file = "server/ordering/orders/orders.reads.ts";
  expect(named(file, "export const hasAcronisTenant = () => 1;")).toHaveLength(1);
  expect(named(file, 'export const is = (id: string) => id === "acronis";')).toHaveLength(1);
  expect(named(file, "export const words = `Ask Acronis 9`;")).toHaveLength(1);
  expect(named(file, "export const people = [1].map((person) => person);")).toEqual([]);
  expect(named("server/ordering/orders/orders.test.ts", 'run("acronis");')).toEqual([]);
  expect(named("domain/catalogue/numbers.data.ts", "export const acronis = 9;")).toEqual([]);
  expect(named("vendors/acronis/acronis.ts", 'run("acronis");')).toEqual([]);
});

test("a fault is excused by its number, one more is not, and an excuse that is no longer needed is a fault", () => {
  const fault = { rule: "clock", key: "domain/a.ts", place: "domain/a.ts:1", instead: "No." };
  const excused = { clock: { "domain/a.ts": 2 } };
  expect(beyond([fault, fault], excused)).toEqual([]);
  expect(beyond([fault, fault, fault], excused)).toHaveLength(3);
  expect(beyond([fault], excused)).toMatchObject([{ instead: expect.stringContaining("down to 1. Lower") }]);
  expect(beyond([], excused)).toMatchObject([{ instead: expect.stringContaining("Strike it out") }]);
});

/** Lower these as the list shrinks; never raise them. */
const most: Readonly<Record<string, number>> = {};

test("the list of exceptions only shrinks", () => {
  const sums = Object.entries(exceptions).map(
    ([rule, keys]) => [rule, Object.values(keys).reduce((sum, count) => sum + count, 0)] as const,
  );
  expect(sums.filter(([rule, sum]) => sum > (most[rule] ?? 0))).toEqual([]);
});

test.each([
  ['const to = "/customers";', 1],
  ["const to = `/support/ticket-detail?id=${ticket}`;", 1],
  ['const mail = base + "/invitation/" + key;', 1],
  ['const path = "/api/customers";', 0],
  ['const to = "/";', 0],
])("addresses of screens are not written out: %s", (line, count) => {
  expect(faultsOf({ "web/customers/customers/rows.ts": line }).map(({ rule }) => rule)).toEqual(
    Array.from({ length: count }, () => "addresses"),
  );
});
