import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { closeHelp } from "../../shared/help.ts";

afterEach(closeHelp);

const item = (Id: number, Header: string) => ({
  Id,
  Header,
  Categories: [{ id: 3, name: "Two-step sign-in" }],
  HelpJuiceUrl: `https://help.example/${Id}`,
  WordPressId: null,
  Summary: "How it is done.",
});
const article = {
  Id: 11,
  Header: "Set up an app",
  Categories: [{ id: 3, name: "Two-step sign-in" }],
  HelpJuiceUrl: "https://help.example/set-up",
  WordPressId: null,
  Content: '<p>Scan the picture.</p><img src="https://evil.example/a.png" onerror="alert(1)"><script>alert(1)</script>',
};
const chain = [
  { id: 1, name: "Getting started" },
  { id: 2, name: "Signing in" },
  { id: 3, name: "Two-step sign-in" },
];
const categoryAt = (at: number) => ({
  ...chain[at]!,
  Parents: chain.slice(0, at),
  Children: chain.slice(at + 1, at + 2),
});
const figures = {
  Organisation: null,
  Customers: 61,
  ActiveServices: 203,
  InProgress: 2,
  Failed: 1,
  SpendThisMonth: null,
  Overdue: null,
  OverdueInvoices: 0,
  SpendByMonth: [],
  NeedsYou: [],
};

async function open(top: object = {}, flags: readonly string[] = ["Knowledgebase"]) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags })),
    "GET /api/dashboard": succeeded(figures),
    "GET /api/knowledge-base/categories": succeeded({
      Items: [categoryAt(0)],
      ReadAt: "2026-11-28T10:00:00.000Z",
      Late: false,
      ...top,
    }),
    "GET /api/knowledge-base/popular": succeeded({ Items: [item(21, "I cannot sign in")] }),
    "GET /api/knowledge-base/search": succeeded({ Items: [item(11, "Set up an app")] }),
    "GET /api/knowledge-base/categories/1": succeeded(categoryAt(0)),
    "GET /api/knowledge-base/categories/2": succeeded(categoryAt(1)),
    "GET /api/knowledge-base/categories/3": succeeded(categoryAt(2)),
    "GET /api/knowledge-base/categories/1/articles": succeeded({ Items: [] }),
    "GET /api/knowledge-base/categories/2/articles": succeeded({ Items: [item(12, "Change your password")] }),
    "GET /api/knowledge-base/categories/3/articles": succeeded({ Items: [item(11, "Set up an app")] }),
    "GET /api/knowledge-base/articles/11": succeeded(article),
  });
  const app = await renderApp("/dashboard");
  return { ...app, sent };
}
async function openPanel(...given: Parameters<typeof open>) {
  const app = await open(...given);
  await app.screen.getByRole("button", { name: "Support" }).click();
  await app.screen.getByRole("button", { name: "Knowledge base", exact: true }).click();
  const panel = app.screen.getByRole("complementary", { name: "Knowledge base" });
  await expect.element(panel).toBeVisible();
  return { ...app, panel };
}
const searched = (sent: readonly Sent[]) =>
  sent.filter(({ path }) => path === "/api/knowledge-base/search").map(({ query }) => query.get("Text"));

test("KB-02 FLAG-18 with its feature on the knowledge base slides in over the page and stays from page to page", async () => {
  const { panel, router, sent } = await openPanel();
  await expect.element(panel.getByRole("searchbox")).toHaveFocus();
  await expect.element(panel.getByText("For this page")).toBeVisible();
  await expect.element(panel.getByText("I cannot sign in")).toBeVisible();
  expect(searched(sent)).toEqual(["dashboard"]);
  expect(getComputedStyle(panel.element()).position).toBe("fixed");
  await panel.getByRole("button", { name: "Getting started" }).click();
  await router.navigate({ to: "/account-setting" });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.element(panel.getByRole("button", { name: "Signing in" })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("KB-03 KB-04 a category shows those below it and its articles, and a trail that leads back", async () => {
  const { panel } = await openPanel();
  await panel.getByRole("button", { name: "Getting started" }).click();
  await panel.getByRole("button", { name: "Signing in" }).click();
  await expect.element(panel.getByRole("button", { name: /Change your password/ })).toBeVisible();
  await panel.getByRole("button", { name: "Two-step sign-in", exact: true }).click();
  await panel.getByRole("button", { name: /Set up an app/ }).click();
  await expect.element(panel.getByText("Scan the picture.")).toBeVisible();
  expect(panel.element().querySelector("img, script")).toBe(null);
  const trail = panel.getByRole("navigation", { name: "Category trail" });
  expect([...trail.element().querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
    "All topics",
    "Getting started",
    "Signing in",
    "Two-step sign-in",
    "Set up an app",
  ]);
  await trail.getByRole("button", { name: "Getting started" }).click();
  await expect.element(panel.getByRole("button", { name: "Signing in" })).toBeVisible();
  await trail.getByRole("button", { name: "All topics" }).click();
  await expect.element(panel.getByText("Popular")).toBeVisible();
});

test("KB-05 what is typed is searched for by its word characters and spaces, and the arrow keys go to what is found", async () => {
  const { panel, sent } = await openPanel();
  await panel.getByRole("searchbox").fill("o'365 (nce)!");
  await expect.element(panel.getByText("Found")).toBeVisible();
  await expect.poll(() => searched(sent)).toEqual(["dashboard", "o365 nce"]);
  await panel.getByRole("searchbox").click();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(panel.getByRole("button", { name: /Set up an app/ })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(panel.getByText("Scan the picture.")).toBeVisible();
  await panel.getByRole("searchbox").fill("!?()");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(searched(sent)).toEqual(["dashboard", "o365 nce"]);
});

test("KB-06 the panel leaves the page about a second after it is closed, by its button or by Escape", async () => {
  const { panel, screen } = await openPanel();
  const began = performance.now();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => panel.query()?.hasAttribute("data-leaving")).toBe(true);
  await expect.poll(() => document.querySelector(".help-panel"), { timeout: 3_000, interval: 20 }).toBe(null);
  const took = performance.now() - began;
  expect(took).toBeGreaterThan(950);
  expect(took).toBeLessThan(2_000);
  await expect.element(screen.getByRole("button", { name: "Support" })).toBeVisible();
});

test("the subject of a ticket that is being written suggests articles, which open in the panel", async () => {
  const { screen, router, sent } = await open();
  await router.navigate({ to: "/support/add-new-ticket" });
  await screen.getByLabelText("Subject").fill("App: set up?");
  await screen
    .getByRole("region", { name: "Articles that may help" })
    .getByRole("button", { name: "Set up an app" })
    .click();
  const panel = screen.getByRole("complementary", { name: "Knowledge base" });
  await expect.element(panel.getByText("Scan the picture.")).toBeVisible();
  expect(searched(sent)).toContain("App or set or up");
});

test("articles that could not be read anew say since when they are as they are", async () => {
  const { panel } = await openPanel({ Late: true });
  await expect.element(panel.getByText(/These articles are as they were on .*28.*2026/)).toBeVisible();
});

test("KB-12 with its feature off the entry opens the help site, signed in by a token", async () => {
  const { screen } = await open({}, []);
  const address = "https://help.example/?jwt=a.b.c";
  const replaced: string[] = [];
  const opened = {
    document: { title: "", body: {} },
    opener: window,
    location: { replace: (to: string) => replaced.push(to) },
  };
  const real = window.open;
  window.open = () => opened as unknown as Window;
  try {
    fakeApi({
      "GET /api/session": succeeded(sessionOf({})),
      "GET /api/knowledge-base/token": succeeded({ Token: "a.b.c", Url: address }),
    });
    await screen.getByRole("button", { name: "Support" }).click();
    await screen.getByRole("link", { name: /Knowledge base/ }).click();
    await expect.poll(() => replaced).toEqual([address]);
    expect(opened.opener).toBe(null);
  } finally {
    window.open = real;
  }
});
