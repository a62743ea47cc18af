import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { expect, test } from "vitest";
import { openStream, until } from "../test/processes.ts";
import { testApp, type Person } from "../test/test-app.ts";
import { announce } from "./events.store.ts";

const app = await testApp({ STREAMS_PER_PERSON: "2", STREAMS_PER_RESELLER: "3" });
const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });
const { hub } = app.platform;
const open = (person: Person, after?: string) => openStream(origin, person.token, after);

async function ticketOf(person: Person) {
  const headers = { authorization: `Bearer ${person.token}` };
  const { Result } = (await app.app.inject({ url: "/api/notifications/negotiate", headers })).json<{
    Result: { accessToken: string; url: string };
  }>();
  return `${Result.url}?access_token=${Result.accessToken}`;
}

test("a person and a reseller have so many streams, a browser its newest ones, and others are refused none", async () => {
  const person = await app.signIn();
  const elsewhere = await app.signInAgain(person);
  const third = await app.signInAgain(person);
  const { resellerId } = person;
  const colleagues = [await app.signIn({ resellerId }), await app.signIn({ resellerId })];
  const stranger = await app.signIn();
  const refused = async (who: Person) => {
    const { statusCode, headers } = await app.app.inject({ url: await ticketOf(who) });
    return [statusCode, headers["retry-after"]];
  };
  const first = await open(person);
  const others = [await open(elsewhere)];
  expect(await refused(third)).toEqual([429, "15"]);
  const pages = [await open(person)];
  expect(await refused(colleagues[0]!)).toEqual([429, "15"]);
  others[0]!.close();
  await until(() => hub.streams() === 2, "the stream to end");
  pages.push(await open(person));
  await until(() => !first.isOpen(), "the oldest to end");
  others.push(await open(colleagues[1]!), await open(stranger));
  for (const stream of [...pages, ...others.slice(1)]) expect(stream.isOpen()).toBe(true);
  for (const stream of [...pages, ...others]) stream.close();
  await until(() => hub.streams() === 0, "all streams to end");
});

test("pages that open at once have no more streams than one after the other", async () => {
  const [person, colleague] = [await app.signIn(), await app.signIn()];
  const pages = await Promise.all(Array.from({ length: 8 }, () => open(person)));
  expect(hub.streams()).toBe(2);
  await until(() => pages.filter((page) => page.isOpen()).length === 2, "the others to end");
  const browsers = [colleague];
  for (let n = 0; n < 7; n++) browsers.push(await app.signInAgain(colleague));
  const urls = await Promise.all(browsers.map(ticketOf));
  const stop = new AbortController();
  const answers = await Promise.all(urls.map((url) => fetch(`${origin}${url}`, { signal: stop.signal })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, ...Array(6).fill(429)]);
  stop.abort();
  for (const page of pages) page.close();
  await until(() => hub.streams() === 0, "all streams to end");
});

test("a stream ends with its session", async () => {
  const person = await app.signIn();
  const endOf = async () => (await app.platform.sessions.actorOf(person.sessionId))!.ends;
  const [session] = await app.sql<{ ends: Date; created_at: Date }>(
    "select expires_at as ends, created_at from sessions where id = $1",
    [person.sessionId],
  );
  expect(await endOf()).toEqual(session!.ends);
  await app.sql("insert into sign_in_rules (reseller_id, life_hours, changed_at) values ($1, 1, now())", [
    person.resellerId,
  ]);
  app.platform.sessions.forget("");
  expect((await endOf()).getTime()).toBe(session!.created_at.getTime() + 3_600_000);

  const { sessionId, personId, resellerId } = person;
  const who = { sessionId, personId, resellerId, customerId: null, customers: null, ends: new Date(Date.now()) };
  const server = http.createServer((_, response) => void hub.attach(response, {}, who, undefined));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as net.AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("retry: 1000\n\n");
  server.close();
});

test("a page that does not read is dropped, comes back and misses nothing, and others hear meanwhile", async () => {
  const [person, quiet] = [await app.signIn(), await app.signIn()];
  const url = await ticketOf(person);
  const socket = net.connect(Number(new URL(origin).port), "127.0.0.1");
  let said = "";
  socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
  socket.on("error", () => {});
  socket.write(`GET ${url} HTTP/1.1\r\nhost: portal\r\n\r\n`);
  await until(() => said.includes("retry: 1000"), "the stream");
  const page = await open(quiet);
  const tell = async ({ resellerId }: Person, topic: "orders" | "users") => {
    await app.platform.database.write({ role: "app_tenant", resellerId }, (tx) => announce(tx, resellerId, [topic]));
    app.platform.committed();
  };
  await tell(person, "orders");
  await until(() => said.includes("orders"), "the first event");
  socket.pause();
  await app.sql(
    "insert into events (reseller_id, topics) select $1, array_fill('services'::text, array[10000]) from generate_series(1, 100)",
    [person.resellerId],
  );
  await tell(quiet, "users");
  await until(() => page.seen.length === 1, "the quiet one's event");
  await until(async () => {
    await tell(person, "users");
    return hub.streams() === 1;
  }, "the page that does not read to be dropped");
  socket.resume();
  await until(() => socket.closed, "the end of what it got");
  const seen = [...said.matchAll(/^id: (.+)$/gm)].at(-1)![1];
  const back = await open(person, seen);
  await until(() => back.seen.some(({ data }) => data.includes("users")), "what was missed");
  expect(back.seen.length).toBeGreaterThan(1);
  for (const stream of [page, back]) stream.close();
});
