import { once } from "node:events";
import net from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import compress from "@fastify/compress";
import fastify from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../test/database.ts";
import { csvExports } from "./exports.ts";

const own = await freshDatabase();
const exports = csvExports(own.webUrl);
/** Every sign of a stream, its mark too. */
const text = async (stream: Readable) => (await buffer(stream)).toString();
const narrowLimits = {
  most: 4,
  each: 2,
  kept: 1,
  waiting: 1,
  patience: 60_000,
  idle: 1_000,
  longest: 60_000,
  bytes: 25_000_000,
};
const narrow = csvExports(own.webUrl, { limits: narrowLimits });
const exportsOf = (bounds: Parameters<typeof narrow.stream>[0], count: number) => narrow.stream(bounds, rows(count));

const admin = new pg.Client(own.adminUrl);
const id = "0198c0de-0000-7000-8000-000000000001";
const events = { role: "app_events" } as const;

beforeAll(() => admin.connect());
afterAll(async () => {
  await exports.close();
  await narrow.close();
  await admin.end();
  await own.drop();
});

const connections = async () =>
  (
    await admin.query<{ pid: number; state: string }>(
      "select pid, state from pg_stat_activity where application_name = 'tradewind-exports' and datname = current_database()",
    )
  ).rows;
const areIdle = async () => (await connections()).every(({ state }) => state === "idle");
const csv = async (query: ReturnType<typeof sql>) => text(await exports.stream(events, () => query));
const many = sql`select n, repeat('x', 1000) as text from generate_series(1, ${10_000}::int) n`;

test("an export reads as its caller alone, changes nothing, and takes values for what they are", async () => {
  const whoAmI = sql`select current_user as role, current_setting('app.reseller_id') as reseller,
                            current_setting('app.restricted_to') as restricted, current_setting('transaction_read_only') as only`;
  const asked = async (bounds: Parameters<typeof exports.stream>[0]) =>
    (await text(await exports.stream(bounds, () => whoAmI))).split("\r\n")[1];
  expect(await asked({ role: "app_restricted", resellerId: id, restrictedTo: id })).toBe(
    `app_restricted,${id},${id},on`,
  );
  expect(await asked({ role: "app_tenant", resellerId: id })).toBe(`app_tenant,${id},"",on`);
  expect(await asked(events)).toBe('app_events,"","",on');
  const values = sql`select ${"it's $2"} as one, ${["a b", 'c"d']}::text[] as "list", ${7} as two`;
  expect(await csv(values)).toBe('\uFEFFone,list,two\r\nit\'s $2,"{""a b"",""c\\""d""}",7\r\n');
  expect(await csv(sql`select e'two\nlines' as "a ""b""", -12.5 as n`)).toBe(
    '\uFEFF"a ""b""",n\r\n"two\nlines",-12.5\r\n',
  );
});

test("a cell that a spreadsheet would run is text, however its sign is written or hidden", async () => {
  const guarded = [
    "=1",
    "+1",
    "-1",
    "@a",
    "\t=1",
    "\r1",
    " =1",
    "\n-1",
    "\u200b=1",
    "\ufeff\u2066+1",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    ";=1",
    "﹢1",
    "\ufe0f=1",
    "\u0301=1",
  ];
  const plain = ["1=1", "a@b.example", "Tom - Sons", "\u200bTom", ""];
  const asked = async (texts: string[]) =>
    (
      await admin.query<{ text: string }>(
        "select csv_text(t) as text from unnest($1::text[]) with ordinality as a (t, n) order by n",
        [texts],
      )
    ).rows.map(({ text: given }) => given);
  expect(await asked(guarded)).toEqual(guarded.map((each) => `'${each}`));
  expect(await asked(plain)).toEqual(plain);
});

test("an export that ends, fails or is given up leaves no transaction open and no connection taken", async () => {
  expect((await csv(many)).length).toBeGreaterThan(10_000_000);
  await expect.poll(areIdle).toBe(true);
  for (const _ of [1, 2, 3]) {
    await expect(csv(sql`select 1 / (n - 2) from generate_series(1, 3) n`)).rejects.toThrow("division by zero");
    await expect(exports.stream({ role: "app_worker" }, () => many)).rejects.toThrow("permission denied");
    const givenUp = await exports.stream(events, () => many);
    await once(givenUp, "readable");
    givenUp.destroy();
  }
  expect(await csv(sql`select 1 as one`)).toBe("\uFEFFone\r\n1\r\n");
  await expect.poll(areIdle).toBe(true);
});

test("a connection lost fails its export alone", async () => {
  const lost = await exports.stream(events, () => many);
  await once(lost, "readable");
  for (const { pid } of (await connections()).filter(({ state }) => state !== "idle"))
    await admin.query("select pg_terminate_backend($1)", [pid]);
  await expect(text(lost)).rejects.toThrow(/terminat|aborted|close/i);
  expect(await csv(sql`select 1 as one`)).toBe("\uFEFFone\r\n1\r\n");
});

/** Ask before anything else is waited for: a stream that was cut off before says nothing any more. */
const cutOff = (stream: Readable) => expect(once(stream, "end")).rejects.toThrow("nobody reads it");
const of = (resellerId: string) => ({ role: "app_tenant", resellerId }) as const;
const [noisy, quiet] = [of(id), of("0198c0de-0000-7000-8000-000000000002")];
const rows = (count: number) => () => sql`select n, repeat('x', 1000) as text from generate_series(1, ${count}::int) n`;

test("downloads that nobody reads take no slot of another reseller, and end with their sessions", async () => {
  const patient = csvExports(own.webUrl, { limits: { ...narrowLimits, idle: 600_000 } });
  const stalled = [await patient.stream(noisy, rows(20_000)), await patient.stream(noisy, rows(20_000))];
  for (const stream of stalled) await once(stream, "readable");
  const waiting = patient.stream(noisy, rows(1));
  await expect(patient.stream(noisy, rows(1))).rejects.toMatchObject({ code: "exportsBusy" });
  expect(await text(await patient.stream(quiet, rows(1)))).toContain("n,text");
  stalled[0]!.destroy();
  expect(await text(await waiting)).toContain("n,text");
  stalled[1]!.destroy();
  await patient.close();

  const unread = cutOff(await exportsOf(noisy, 20_000));
  const begun = await exportsOf(quiet, 20_000);
  await once(begun, "readable");
  begun.read();
  await Promise.all([unread, cutOff(begun)]);
  await expect.poll(areIdle).toBe(true);
  expect((await text(await exportsOf(noisy, 10_000))).length).toBeGreaterThan(10_000_000);
});

test("a download whose socket nobody reads is cut off, compressed or not", async () => {
  const server = fastify({ forceCloseConnections: true });
  const random = sql`select n, (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 32) m) as text
                     from generate_series(1, ${20_000}::int) n`;
  await server.register(compress, { encodings: ["gzip"], global: true });
  server.get("/csv", async (_, reply) => reply.type("text/csv").send(await narrow.stream(noisy, () => random)));
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as net.AddressInfo;
  for (const accepted of ["identity", "gzip"]) {
    const socket = net.connect(port, "127.0.0.1").on("error", () => {});
    socket.write(`GET /csv HTTP/1.1\r\nhost: x\r\naccept-encoding: ${accepted}\r\n\r\n`);
    await once(socket, "readable");
    await expect.poll(areIdle, { timeout: 15_000 }).toBe(true);
    let said = "";
    socket.on("data", (chunk: Buffer) => (said += chunk.toString("latin1")));
    await once(socket, "close");
    // Nothing tells the reader that this is all.
    expect([said.slice(0, 15), said.endsWith("0\r\n\r\n")]).toEqual(["HTTP/1.1 200 OK", false]);
  }
  await server.close();
});

test("pieces of text are bounded as rows are, and take the same turns", async () => {
  let made = 0;
  const pieces = async function* (count: number) {
    for (let n = 0; n < count; n++, made++) yield "é".repeat(500_000);
  };
  expect((await text(await narrow.pieces(noisy, pieces(2)))).length).toBe(1_000_000);
  await expect(text(await narrow.pieces(noisy, pieces(30)))).rejects.toThrow("it is too large");
  made = 0;
  const begun = await narrow.pieces(noisy, pieces(20));
  begun.once("readable", () => {});
  const unread = [cutOff(begun), cutOff(await exportsOf(noisy, 20_000))];
  const waiting = narrow.pieces(noisy, pieces(1));
  await expect(exportsOf(noisy, 1)).rejects.toMatchObject({ code: "exportsBusy" });
  await Promise.all(unread);
  expect([1, 2]).toContain(made);
  expect((await text(await waiting)).length).toBe(500_000);
});

test("an export that is too large or takes too long is cut off, and its session ends", async () => {
  await expect(text(await exportsOf(noisy, 30_000))).rejects.toThrow("it is too large");
  const short = csvExports(own.webUrl, { limits: { ...narrowLimits, longest: 200 } });
  const slow = await short.stream(noisy, () => sql`select n, pg_sleep(0.01) from generate_series(1, 100000) n`);
  await expect(text(slow)).rejects.toThrow(/it takes too long|statement timeout/);
  await expect.poll(areIdle).toBe(true);
  await short.close();
});
