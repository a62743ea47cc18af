import { knowledgeBase } from "@tradewind/contract/support/knowledge-base.ts";
import { flags } from "@tradewind/contract/portal/flags.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { topicOf } from "@tradewind/domain/support/help.ts";
import { expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { fileHelpReads } from "./read-help.jobs.ts";

const app = await testApp();
const worker = await testWorker(app, { help: true });
const person = await app.signIn();
await app.call(await app.signInOperator(), flags.change, {
  params: { featureName: "Knowledgebase" },
  body: { Enabled: true, Percentage: 100 },
});

const act = (body: unknown) => worker.control("helpjuice", "act", body);
const reading = async () =>
  (
    await app.sql<{ read_at: Date | null; tried_at: Date | null; trouble: string | null }>("select * from help_reads")
  )[0]!;
/** Has the articles read now, and waits until that is over. */
async function read(isOver: (now: Awaited<ReturnType<typeof reading>>) => boolean = ({ trouble }) => trouble === null) {
  const before = await reading();
  await app.sql("update help_reads set tried_at = null");
  await app.sql("update pgboss.job set start_after = now() where name = 'help.read' and state < 'active'");
  await fileHelpReads(worker.platform);
  await worker.until(async () => {
    const now = await reading();
    return now.tried_at !== null && now.tried_at > (before.tried_at ?? new Date(0)) && isOver(now);
  }, "the articles to be read");
}
await worker.until(async () => (await reading()).read_at !== null, "the first reading", 600);

const search = async (Text: string) =>
  (await app.call(person, knowledgeBase.search, { query: { Text } })).Result!.Items.map(({ Header }) => Header);
const byPath = (Path: string) => app.call(person, knowledgeBase.byPath, { query: { Path } });

test("KB-07 KB-10 an article has its six fields, by its number and by its path", async () => {
  const found = (await byPath("set-up-an-authenticator-app")).Result!;
  expect(Object.keys(found).toSorted()).toEqual([
    "Categories",
    "Content",
    "Header",
    "HelpJuiceUrl",
    "Id",
    "WordPressId",
  ]);
  expect(found).toMatchObject({
    Header: "Set up an authenticator app",
    Categories: [{ name: "Two-step sign-in" }],
    HelpJuiceUrl: expect.stringMatching(/\/set-up-an-authenticator-app$/),
    WordPressId: null,
  });
  const same = await app.call(person, knowledgeBase.byId, { params: { articleId: String(found.Id) } });
  expect(same.Result).toEqual(found);
  expect((await app.call(person, knowledgeBase.byId, { params: { articleId: "999999" } })).status).toBe(404);
  expect((await byPath("nothing-like-it")).status).toBe(404);
});

test("KB-08 KB-11 a category has those above and below it, and its articles", async () => {
  const top = (await app.call(person, knowledgeBase.categories)).Result!;
  expect(top.Items.map(({ name }) => name)).toContain("Getting started");
  expect(top.Late).toBe(false);
  const started = top.Items.find(({ name }) => name === "Getting started")!;
  expect(started.Parents).toEqual([]);
  const signingIn = started.Children.find(({ name }) => name === "Signing in")!;
  const child = (await app.call(person, knowledgeBase.category, { params: { categoryId: String(signingIn.id) } }))
    .Result!;
  expect(Object.keys(child)).toEqual(["id", "name", "Parents", "Children"]);
  const deepest = (
    await app.call(person, knowledgeBase.category, { params: { categoryId: String(child.Children[0]!.id) } })
  ).Result!;
  expect(deepest).toMatchObject({
    name: "Two-step sign-in",
    Parents: [{ name: "Getting started" }, { name: "Signing in" }],
    Children: [],
  });
  const articles = await app.call(person, knowledgeBase.categoryArticles, {
    params: { categoryId: String(deepest.id) },
  });
  expect(articles.Result!.Items.map(({ Header }) => Header)).toContain("Sign in with a passkey");
  expect((await app.call(person, knowledgeBase.category, { params: { categoryId: "999" } })).status).toBe(404);
});

test("KB-09 articles come by page, the popular ones first where asked, and are found by words, beginnings and nearly", async () => {
  const first = (await app.call(person, knowledgeBase.articles)).Result!;
  const second = (await app.call(person, knowledgeBase.articles, { query: { After: first.Next! } })).Result!;
  const all = [...first.Items, ...second.Items].map(({ Id }) => Id);
  expect(new Set(all).size).toBe(all.length);
  expect(second.Next).toBe(null);
  const popular = (await app.call(person, knowledgeBase.popular)).Result!.Items;
  expect(popular[0]!.Header).toBe("I cannot sign in");
  expect((await search("authenticator"))[0]).toBe("Set up an authenticator app");
  expect(await search("authent")).toContain("Set up an authenticator app");
  expect(await search("direct debits")).toContain("Set up a direct debit");
  expect(await search("autenticator app")).toContain("Set up an authenticator app");
  expect(await search("o'365 (nce)!")).toContain("New commerce (NCE): the seven days for second thoughts");
});

test("every page that is about something has articles that fit it, in the demo's help site", async () => {
  const ours = Object.values(screens).filter(
    ({ access, path }) =>
      !(typeof access === "object" && access.kinds?.join() === "admin") && path !== "/operator/clock",
  );
  const paths = ours.map(({ path }) => path.replaceAll(/\$\w+/g, "1"));
  expect(paths.filter((path) => topicOf(path) === undefined)).toEqual([
    "/forum-sso",
    "/join-company/1",
    "/redirect",
    "/single-experience-dashboard",
    "/access-denied",
    "/no-access-resources",
    "/opt-out",
    "/gallery",
  ]);
  const empty: string[] = [];
  for (const topic of new Set(paths.flatMap((path) => topicOf(path) ?? [])))
    if ((await search(topic)).length === 0) empty.push(topic);
  expect(empty).toEqual([]);
  // The panel shows the first four.
  const shown = async (path: string) => (await search(topicOf(path)!)).slice(0, 4);
  expect(await shown("/renewals")).toContain("See what renews in the next weeks");
  expect(await shown("/billing/psa/match")).toContain("Match customers and services with your PSA");
  expect(await shown("/billing/invoice-detail/1")).toContain("Pay an invoice by card");
});

test.each(["", "   ", "!", "'", ":*", "a | b & !c", "or or or", "\\", "%", "\u0000".slice(1), "ä".repeat(100)])(
  "searching for %j is harmless",
  async (Text) => {
    expect((await app.call(person, knowledgeBase.search, { query: { Text } })).status).toBe(200);
  },
);

test("a search longer than any question is refused with how long it may be", async () => {
  const answer = await app.call(person, knowledgeBase.search, { query: { Text: "a".repeat(10_000) } });
  expect([answer.status, answer.Errors]).toEqual([400, { Text: expect.stringMatching(/100/) }]);
});

test("without the flag there is no knowledge base here, and without the view it is refused", async () => {
  const other = await app.signIn({ rights: ["support"] });
  expect((await app.call(other, knowledgeBase.popular)).status).toBe(403);
  const reseller = await app.signIn();
  await app.call(await app.signInOperator(), flags.changeForReseller, {
    params: { featureName: "Knowledgebase", resellerId: reseller.resellerId },
    body: { Enabled: false },
  });
  expect((await app.call(reseller, knowledgeBase.popular)).status).toBe(404);
});

test("what is changed, moved, added, drafted or deleted there is so here after the next reading", async () => {
  const old = (await byPath("use-the-portal-on-a-phone")).Result!;
  await act({
    article: {
      id: 5001,
      name: "A new article",
      codename: "a-new-article",
      categories: [100, 4711],
      body: `<h1 onclick="alert(1)">Hello</h1><script>alert(1)</script><p style="position:fixed">A <a href="javascript:alert(1)">link</a>, <a href="https://example.com/">another</a> and a <iframe src="https://evil.example/"></iframe>picture: <img src="https://evil.example/spy.png" onerror="alert(1)"><img src="/pictures/list.png" alt="A list"></p><form action="https://evil.example/"><input name="password"></form>`,
      views: 1,
      isPublished: true,
      accessibility: 1,
    },
  });
  await act({ article: { id: old.Id, name: "Use the portal on a telephone", categories: [100] } });
  const spam = (await byPath("release-a-message-held-as-spam")).Result!;
  await act({ article: { id: spam.Id, isPublished: false } });
  const words = (await byPath("words-we-use")).Result!;
  await act({ article: { id: words.Id, isDeleted: true } });
  await read();
  const added = (await byPath("a-new-article")).Result!;
  expect(added.Content).toMatch(
    /^<h2>Hello<\/h2><p>A <a>link<\/a>, <a href="https:\/\/example\.com\/">another<\/a> and a picture: <img src="\/help-pictures\/[0-9a-f]{64}\.webp" alt="A list" \/><\/p>$/,
  );
  expect(added.Categories).toEqual([{ id: 100, name: "Getting started" }]);
  const picture = /\/help-pictures\/[^"]+/.exec(added.Content)![0];
  const shown = await app.app.inject(picture);
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
  const moved = await app.call(person, knowledgeBase.byId, { params: { articleId: String(old.Id) } });
  expect(moved.Result).toMatchObject({ Header: "Use the portal on a telephone", Categories: [{ id: 100 }] });
  expect((await byPath("release-a-message-held-as-spam")).status).toBe(404);
  expect((await byPath("words-we-use")).status).toBe(404);
});

test("an article with what our database cannot keep stops no reading, and none leads to another site", async () => {
  await act({
    article: {
      id: 5002,
      name: "Odd\0 \ud800words",
      codename: "//evil.example/x",
      categories: [100],
      body: "<p>It has\0 a break</p>",
      views: 3_000_000_000,
      isPublished: true,
      accessibility: 1,
    },
  });
  await read();
  const odd = (await app.call(person, knowledgeBase.byId, { params: { articleId: "5002" } })).Result!;
  expect(odd.Header).toMatch(/^Odd .words$/);
  expect(odd.HelpJuiceUrl).not.toContain("evil");
  await act({ article: { id: 5002, isDeleted: true } });
});

test("while the help site is down, what was read last is shown, and since when", async () => {
  const before = (await app.call(person, knowledgeBase.categories)).Result!;
  await worker.control("helpjuice", "faults", { fault: { kind: "status", status: 500 }, times: 100 });
  await read(({ trouble }) => trouble !== null);
  const after = (await app.call(person, knowledgeBase.categories)).Result!;
  expect(after).toEqual({ ...before, Late: true });
  expect(await search("passkey")).toContain("Sign in with a passkey");
  await fetch(`${worker.simulators.urls.helpjuice}/__sim/faults`, { method: "DELETE" });
  await read();
  expect((await app.call(person, knowledgeBase.categories)).Result!.Late).toBe(false);
});
