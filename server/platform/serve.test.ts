import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { session } from "@tradewind/contract/access/session.ts";
import fastify from "fastify";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openStream, until } from "../test/processes.ts";
import { testApp, type Person } from "../test/test-app.ts";
import { answerErrors } from "./answers.ts";
import { drain, httpServer, servePortal, type PageLabel } from "./serve.ts";

const app = await testApp({ LOG_LEVEL: "silent" });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const label: PageLabel = { name: "Tom & Sons", theme: "default", accent: "#123456", sheet: "/accent.css", logo: null };

async function portal(built = folder) {
  const server = fastify();
  answerErrors(server);
  const pageAt = (pathname: string) =>
    ({ document: pathname === "/login" ? "signedOut" : "signedIn", exists: pathname !== "/nothing" }) as const;
  const labelOf = async (host: string) => (host === "tom.example" ? label : undefined);
  await servePortal(server, pageAt, app.config, labelOf, built);
  return server;
}

test("the built pages and their files are served, each at its addresses and with its host's look, and nothing in their place", async () => {
  const page = (name: string) =>
    `<!doctype html><html><head><title>${name} · Tradewind</title><meta name="settings" content="{}" /></head></html>`;
  fs.writeFileSync(path.join(folder, "auth.html"), page("Sign in"));
  fs.writeFileSync(path.join(folder, "index.html"), page("Portal"));
  fs.mkdirSync(path.join(folder, "assets"));
  fs.writeFileSync(path.join(folder, "assets/app.js"), "plain");
  fs.writeFileSync(path.join(folder, "assets/app.js.br"), "small");
  const server = await portal();
  const get = (url: string, headers = {}) => server.inject({ url, headers });

  const signIn = await get("/login?from=/orders");
  expect([signIn.statusCode, signIn.headers["content-type"], signIn.headers["cache-control"]]).toEqual([
    200,
    "text/html; charset=utf-8",
    "no-cache",
  ]);
  expect(signIn.body).toContain("<title>Sign in · Tradewind</title>");
  expect(signIn.body).toContain('content="{&quot;loginClientId&quot;:&quot;tradewind-portal&quot;');
  expect((await get("/orders")).body).toContain("<title>Portal · Tradewind</title>");
  const unknown = await get("/nothing");
  expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining("Portal · Tradewind")]);
  const head = await server.inject({ method: "HEAD", url: "/login" });
  expect([head.statusCode, head.body, head.headers["content-type"]]).toEqual([200, "", "text/html; charset=utf-8"]);

  const theirs = await get("/login", { host: "TOM.example:4000" });
  expect(theirs.body).toContain('<html data-theme="default" data-accent="#123456" data-brand="Tom &amp; Sons">');
  expect(theirs.body).toContain("<title>Sign in · Tom &amp; Sons</title>");
  expect(theirs.body).toContain('<link rel="stylesheet" href="/accent.css" /></head>');

  const file = await get("/assets/app.js");
  expect([file.statusCode, file.body, file.headers["cache-control"]]).toEqual([
    200,
    "plain",
    "public, max-age=31536000, immutable",
  ]);
  const small = await get("/assets/app.js", { "accept-encoding": "br" });
  expect([small.body, small.headers["content-encoding"]]).toEqual(["small", "br"]);
  for (const url of ["/api/nothing", "/assets/nothing.js"]) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.json<{ Error: string }>().Error]).toEqual([url, 404, "notFound"]);
  }
  // What Fastify routes and no address can be read from.
  for (const url of ["//", "//[", "///\\", "//:80:80/"]) expect([url, (await get(url)).statusCode]).toEqual([url, 400]);
  await server.close();
  const unbuilt = await portal(path.join(folder, "none"));
  expect((await unbuilt.inject({ url: "/login" })).json<{ Error: string }>().Error).toBe("notFound");
});

test("an answer of the API is kept nowhere, however its address is spelt", async () => {
  const person = await app.signIn();
  for (const url of ["/api/customers", "/%61pi/customers", "/ap%69/customers"]) {
    const answer = await app.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
    expect([url, answer.statusCode, answer.headers["cache-control"]]).toEqual([url, 200, "no-store"]);
  }
});

test("where weaknesses are reported is said at its usual address, if it is set", async () => {
  const server = await httpServer({
    ...app.platform,
    config: { ...app.config, SECURITY_CONTACT: "mailto:security@tradewind.example" },
  });
  const { statusCode, headers, body } = await server.inject({ url: "/.well-known/security.txt" });
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toMatch(
    /^Contact: mailto:security@tradewind\.example\nExpires: (\S+)\nPreferred-Languages: en\nCanonical: http:\/\/localhost:4000\/\.well-known\/security\.txt\n$/,
  );
  const days = (Date.parse(/Expires: (\S+)/.exec(body)![1]!) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(180);
  await server.close();
  expect((await app.app.inject({ url: "/.well-known/security.txt" })).statusCode).toBe(404);
});

test("long answers are compressed for who takes it, short ones are not", async () => {
  const encodingOf = async (url: string, accepted: string) =>
    (await app.app.inject({ url, headers: { "accept-encoding": accepted } })).headers["content-encoding"];
  expect(await encodingOf("/api/openapi.json", "gzip, br")).toBe("gzip");
  expect(await encodingOf("/api/openapi.json", "br")).toBeUndefined();
  expect(await encodingOf("/healthz", "gzip")).toBeUndefined();
});

test("a process without its database lives, and is not ready", async () => {
  const config = { ...app.config, DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
  const server = await httpServer({ ...app.platform, config });
  expect((await server.inject({ url: "/healthz" })).json()).toEqual({ alive: true });
  const ready = await server.inject({ url: "/readyz" });
  expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, why: "no database" }]);
  expect((await app.app.inject({ url: "/readyz" })).json()).toEqual({ ready: true, scanner: "off" });
  await server.close();
});

test("a process is not ready while its database only follows another", async () => {
  const follower = await testApp();
  const ready = async () => (await follower.app.inject({ url: "/readyz" })).json<object>();
  await follower.sql("create function pg_is_in_recovery() returns boolean language sql return true");
  await follower.sql(
    `do $$ begin execute format('alter role tradewind_web in database %I set search_path = public, pg_catalog', current_database()); end $$`,
  );
  expect(await ready()).toEqual({ ready: false, why: "database in recovery" });
});

test("one reseller's waiting calls take no connection that others need, and none that says whether the process is ready", async () => {
  const narrow = await testApp({ DATABASE_POOL: "4" });
  const [noisy, quiet] = [await narrow.signIn(), await narrow.signIn()];
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const hold = ({ resellerId }: Person) =>
    narrow.platform.database.read({ role: "app_tenant", resellerId }, async (db) => {
      await sql`select 1`.execute(db);
      await promise;
    });
  const held = Array.from({ length: 6 }, () => hold(noisy));
  const connections = async () =>
    (
      await narrow.sql<{ state: string }>(
        "select state from pg_stat_activity where application_name = 'tradewind-web' and datname = current_database()",
      )
    ).filter(({ state }) => state === "idle in transaction").length;
  await until(async () => (await connections()) === 2, "the noisy one to have its share");
  expect((await narrow.call(quiet, session.current)).status).toBe(200);
  held.push(hold(quiet), hold(quiet));
  await until(async () => (await connections()) === 4, "all to be taken");
  for (const url of ["/healthz", "/readyz"]) expect((await narrow.app.inject({ url })).statusCode).toBe(200);
  letGo();
  await Promise.all(held);
});

test("a process that is told to stop says so, ends its streams and each connection with an answer, and then takes no more", async () => {
  const stopping = await testApp();
  const origin = await stopping.app.listen({ host: "127.0.0.1", port: 0 });
  const page = await openStream(origin, (await stopping.signIn()).token);
  const before = await fetch(`${origin}/readyz`);
  expect([before.status, before.headers.get("connection")]).toEqual([200, "keep-alive"]);
  const stopped = drain(stopping.app, stopping.platform);
  const meanwhile = await fetch(`${origin}/readyz`);
  expect([meanwhile.status, meanwhile.headers.get("connection"), await meanwhile.json()]).toEqual([
    503,
    "close",
    { ready: false, why: "stopping" },
  ]);
  await until(() => !page.isOpen(), "the stream to end");
  await stopped;
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow("fetch failed");
});
