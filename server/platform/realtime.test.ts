import { session } from "@tradewind/contract/access/session.ts";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openStream, until } from "../test/processes.ts";
import { testApp, type Person } from "../test/test-app.ts";
import { announce, type Topic } from "./events.store.ts";

const app = await testApp();
const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });
const admin = new pg.Client(app.database.adminUrl);
beforeAll(() => admin.connect());
afterAll(() => admin.end());

async function tell({ resellerId }: Person, ...topics: Topic[]): Promise<void> {
  for (const topic of topics)
    await app.platform.database.write({ role: "app_tenant", resellerId }, (tx) => announce(tx, resellerId, [topic]));
  app.platform.committed();
}
const open = (person: Person, after?: string) => openStream(origin, person.token, after);
const topicsOf = ({ seen }: Awaited<ReturnType<typeof open>>) => seen.map(({ data }) => data);
const said = (...topics: Topic[]) => topics.map((topic) => JSON.stringify({ Topics: [topic] }));

test("an open page hears of each event once, in order, and of no other reseller's", async () => {
  const [person, stranger] = [await app.signIn(), await app.signIn()];
  const [page, another, theirs] = [await open(person), await open(person), await open(stranger)];
  await tell(person, "orders", "invoices");
  await tell(stranger, "users");
  await tell(person, "support");
  for (const stream of [page, another]) await until(() => stream.seen.length >= 3, "three events");
  await until(() => theirs.seen.length > 0, "the stranger's event");
  expect([page, another].map(topicsOf)).toEqual(Array(2).fill(said("orders", "invoices", "support")));
  expect(topicsOf(theirs)).toEqual(said("users"));
  expect(page.seen.map(({ name }) => name)).toEqual(Array(3).fill("SendMessage"));
  for (const stream of [page, another, theirs]) stream.close();
});

test("a page that returns hears what it missed, and what happens meanwhile, once; a new one hears nothing of before", async () => {
  const [person, stranger] = [await app.signIn(), await app.signIn()];
  const page = await open(person);
  await tell(person, "orders");
  await until(() => page.seen.length > 0, "the event");
  page.close();
  await tell(person, "invoices", "users");
  await tell(stranger, "orders");
  const [back, late] = await Promise.all([open(person, page.seen[0]!.id), open(person), tell(person, "support")]);
  await tell(person, "clock");
  await until(() => back.seen.length >= 4, "what was missed");
  await until(() => topicsOf(late).includes(said("clock")[0]!), "the last event");
  expect(topicsOf(back)).toEqual(said("invoices", "users", "support", "clock"));
  expect(topicsOf(late)).not.toContain(said("orders")[0]);
  const unknown = await open(person, "yesterday");
  await tell(person, "display");
  await until(() => unknown.seen.length > 0, "the event");
  expect(topicsOf(unknown)).toEqual(said("display"));
  for (const stream of [back, late, unknown]) stream.close();
});

test("a page's first stream goes on from its session: what happens before it opens is heard", async () => {
  const person = await app.signIn();
  const { Seen } = (await app.call(person, session.current)).Result!;
  await tell(person, "orders", "invoices");
  const page = await open(person, Seen);
  await tell(person, "users");
  await until(() => topicsOf(page).includes(said("users")[0]!), "the last event");
  expect(topicsOf(page).slice(-3)).toEqual(said("orders", "invoices", "users"));
  page.close();
});

test("a page that missed too much is told to load anew, and what others did meanwhile does not count", async () => {
  const [person, stranger] = [await app.signIn(), await app.signIn()];
  const page = await open(person);
  await tell(person, "orders");
  await until(() => page.seen.length > 0, "the event");
  page.close();
  const { id } = page.seen[0]!;
  const happen = async ({ resellerId }: Person, times: number) => {
    await admin.query("insert into events (reseller_id, topics) select $1, '{users}' from generate_series(1, $2)", [
      resellerId,
      times,
    ]);
    app.platform.committed();
  };
  await happen(stranger, 600);
  await happen(person, 2);
  const soon = await open(person, id);
  await until(() => soon.seen.length >= 2, "what was missed");
  await tell(person, "clock");
  await until(() => soon.seen.length >= 3, "the next event");
  expect(topicsOf(soon)).toEqual(said("users", "users", "clock"));
  await happen(person, 600);
  await until(() => soon.seen.length >= 603, "all of it to be seen");
  const late = await open(person, id);
  await until(() => late.seen.some(({ name }) => name === "reload"), "the sign to load anew");
  for (const stream of [soon, late]) stream.close();
});

test("an event waits for no transaction still open, whoever's it is; that one's own follow when it commits, once", async () => {
  const [person, slow] = [await app.signIn(), await app.signIn()];
  const [page, theirs] = [await open(person), await open(slow)];
  await admin.query("begin");
  for (const { resellerId } of [person, slow])
    await admin.query("insert into events (reseller_id, topics) values ($1, '{users}')", [resellerId]);
  await tell(person, "orders");
  await until(() => page.seen.length > 0, "the event beside the open transaction");
  page.close();
  await admin.query("commit");
  await tell(slow, "orders");
  const back = await open(person, page.seen[0]!.id);
  await until(() => back.seen.length > 0, "the event of the older transaction");
  await tell(person, "clock");
  await until(() => back.seen.length > 1, "the next event");
  await until(() => theirs.seen.length > 1, "both of the other's");
  expect([topicsOf(page), topicsOf(back), topicsOf(theirs)]).toEqual([
    said("orders"),
    said("users", "clock"),
    said("users", "orders"),
  ]);
  for (const stream of [back, theirs]) stream.close();
});

test("an id that is none of ours makes the page load anew", async () => {
  const person = await app.signIn();
  const page = await open(person, "5:3:");
  await until(() => page.seen.some(({ name }) => name === "reload"), "the sign to load anew");
  await tell(person, "orders");
  await until(() => page.seen.length > 1, "the next event");
  expect(page.seen[1]!.data).toEqual(said("orders")[0]);
  page.close();
});

test("a process that loses its place among the listeners takes it again, and has missed nothing", async () => {
  const person = await app.signIn();
  const page = await open(person);
  const listeners = async () =>
    (
      await admin.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'tradewind-listen' and datname = current_database()",
      )
    ).rows.map(({ pid }) => pid);
  const [lost] = await listeners();
  await admin.query("select pg_terminate_backend($1)", [lost]);
  await until(async () => !(await listeners()).includes(lost!), "its end");
  await tell(person, "orders");
  await until(() => page.seen.length > 0, "what was missed");
  await until(async () => (await listeners()).length === 1, "its return");
  await tell(person, "invoices");
  await until(() => page.seen.length > 1, "the next event");
  expect(topicsOf(page)).toEqual(said("orders", "invoices"));
  page.close();
});

test("commits at one moment wake every process once, and a later one wakes them again", async () => {
  const other = new pg.Client(app.database.adminUrl);
  let woken = 0;
  other.on("notification", () => woken++);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("listen events");
  for (const expected of [1, 2]) {
    for (let commits = 0; commits < 3; commits++) app.platform.committed();
    await until(() => woken >= expected, "the notification");
    expect(woken).toBe(expected);
  }
});

test("what could not be told is told again, and does not wait for somebody to look", async () => {
  const other = new pg.Client(app.database.adminUrl);
  const heard: (string | undefined)[] = [];
  other.on("notification", ({ payload }) => heard.push(payload));
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("listen jobs");
  await admin.query("revoke execute on function pg_notify from public");
  app.platform.hub.tell("jobs", "payments.look");
  await sleep(300);
  expect(heard).toEqual([]);
  await admin.query("grant execute on function pg_notify to public");
  await until(() => heard.length > 0, "the notification");
  expect(heard).toEqual(["payments.look"]);
});

test("a process that stops ends its streams and listens no more", async () => {
  const stopping = await testApp();
  const person = await stopping.signIn();
  const page = await openStream(await stopping.app.listen({ host: "127.0.0.1", port: 0 }), person.token);
  await stopping.platform.hub.stop();
  await until(() => !page.isOpen(), "the stream to end");
  expect(
    await stopping.sql(
      "select from pg_stat_activity where application_name = 'tradewind-listen' and datname = current_database()",
    ),
  ).toEqual([]);
});
