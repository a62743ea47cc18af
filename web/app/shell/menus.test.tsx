import type { UserKind } from "@tradewind/domain/values/permissions.ts";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import type { Session } from "../../platform/session.ts";
import { closeAddProduct } from "../../shared/add-product.ts";
import { fitting } from "./fitting.ts";
import { navOf } from "./nav.ts";
import { portalsOf } from "./portal-lines.ts";

afterEach(closeAddProduct);

type Changes = NonNullable<Parameters<typeof sessionOf>[0]>;

const sessionWith = (changes: Changes = {}): Session => {
  const wire = sessionOf(changes);
  return {
    ...wire,
    rights: new Set([...(changes.views ?? []), ...(changes.permissions ?? [])]),
    flags: new Set(changes.flags),
  };
};
const labelsOf = (changes: Changes) => navOf(sessionWith(changes)).map(({ label }) => label);
/** Returns the groups of a menu, each as its entries. */
const menuOf = (label: string, changes: Changes) => {
  const line = navOf(sessionWith(changes)).find((each) => each.label === label);
  return line && "groups" in line ? line.groups : [];
};
const entriesOf = (label: string, changes: Changes) => menuOf(label, changes).flatMap(({ items }) => items);

test("SHELL-12 FLAG-05 analytics show while their feature is on", () => {
  expect(labelsOf({ views: ["home"], flags: ["BillingPlatformReporting"] })).toContain("Analytics");
  expect(labelsOf({ views: ["home"] })).not.toContain("Analytics");
});

const supporter = ["support", "community", "knowledgeBase", "academy"] as const;

test("SHELL-15 support holds six entries, which go with their views", () => {
  const labels = (views: Changes["views"]) => entriesOf("Support", { views: views ?? [] }).map(({ label }) => label);
  expect(labels(supporter)).toEqual(["Overview", "Tickets", "Status page", "Community", "Knowledge base", "Academy"]);
  expect(labels(["support"])).toEqual(["Overview", "Tickets", "Status page"]);
  expect(labels(["support", "academy"])).toEqual(["Overview", "Tickets", "Status page", "Academy"]);
  expect(labels(["community", "knowledgeBase", "academy"])).toEqual([]);
});

const figures = {
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
const open = async (changes: Changes = {}, path = "/dashboard") => {
  fakeApi({ "GET /api/session": succeeded(sessionOf(changes)), "GET /api/dashboard": succeeded(figures) });
  return (await renderApp(path)).screen;
};

test("SHELL-16 SUP-08 status page, community, knowledge base and academy open pages of others, each a new one", async () => {
  const screen = await open();
  await screen.getByRole("button", { name: "Support" }).click();
  for (const [name, href] of [
    ["Status page", "https://status.example"],
    ["Community", "https://community.example"],
    ["Knowledge base", "https://help.example"],
    ["Academy", "https://academy.example"],
  ] as const) {
    const link = screen.getByRole("link", { name: `${name} opens a new page` });
    await expect.element(link).toHaveAttribute("href", href);
    await expect.element(link).toHaveAttribute("target", "_blank");
    await expect.element(link).toHaveAttribute("rel", expect.stringContaining("noopener"));
  }
});

test("FLAG-13 ACL-08 ACL-09 the feature NewStatusPage puts the new status page in the place of the old one", () => {
  const pages = (flags: string[]) =>
    entriesOf("Support", { views: ["support"], flags }).flatMap(({ label, href }) =>
      label === "Status page" ? [href] : [],
    );
  expect(pages([])).toEqual(["https://status.example"]);
  expect(pages(["NewStatusPage"])).toEqual(["https://health.example"]);
});

test("SHELL-17 provision and services hold cloud products by category, cloud services and service agreements", () => {
  const groups = menuOf("Provision and Services", {
    views: ["marketplaceOrder", "manageService", "serviceAgreements"],
  });
  expect(groups.map(({ title, items }) => [title, items.map(({ label }) => label)])).toEqual([
    ["Cloud products", ["Modern workplace", "Cloud infrastructure", "Security", "Backup continuity"]],
    [undefined, ["Cloud services"]],
    [undefined, ["Service agreements"]],
  ]);
});

test("a page is offered only to the kinds of user who may open it", () => {
  const offered = (kind: UserKind) => labelsOf({ kind, views: ["billing"] }).includes("Billing");
  expect([offered("engineer"), offered("endUser")]).toEqual([true, false]);
});

const portalsFor = (changes: Changes) =>
  portalsOf(sessionOf(changes)).map(({ label, tag }) => (tag ? [label, tag] : label));

test("SHELL-21 the links of a fully linked reseller are cloud, comms, hardware, distribution, analytics and customers", async () => {
  const linked = ["comms", "hardware", "distribution"] as const;
  const screen = await open({ linked });
  const portals = screen.getByRole("navigation", { name: "Portals" });
  await expect.element(portals.getByRole("link", { name: "Cloud" })).toHaveAttribute("href", "/");
  for (const name of ["Comms", "Hardware", "Distribution"])
    await expect
      .element(portals.getByRole("link", { name, exact: true }))
      .toHaveAttribute("href", `https://${name.toLowerCase()}.example`);
  const labels = labelsOf({ views: ["customers"], flags: ["BillingPlatformReporting"] });
  for (const label of ["Analytics", "Customers"]) expect(labels.filter((each) => each === label)).toEqual([label]);
});

test("SHELL-22 distribution shows only while the account there is linked", () => {
  expect(portalsFor({ linked: ["distribution"] })).toContain("Distribution");
  expect(portalsFor({ linked: ["comms", "hardware"] }).flat()).not.toContain("Distribution");
});

test("SHELL-23 comms and hardware ask to be tried while they are not linked", () => {
  expect(portalsFor({})).toEqual(["Cloud", ["Comms", "Try"], ["Hardware", "Try"]]);
  expect(portalsFor({ linked: ["comms"] })).toEqual(["Cloud", "Comms", ["Hardware", "Try"]]);
});

test("SHELL-24 a customer's people are shown neither comms nor hardware", async () => {
  for (const kind of ["endUserAdmin", "endUser"] as const)
    expect(portalsFor({ kind, linked: ["comms", "hardware"] })).toEqual(["Cloud"]);
  const screen = await open({ kind: "endUserAdmin", linked: ["comms", "hardware"] }, "/account-setting");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Portals" }).elements()).toHaveLength(0);
});

test("SHELL-26 add product opens the popup in which the product is selected", async () => {
  const screen = await open();
  await screen.getByRole("button", { name: "New" }).click();
  await screen.getByRole("button", { name: "Add product" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Add product" }).getByText("Select product")).toBeVisible();
});

test("the operator's pages stand in two menus beside the two queues, new ones in the second", () => {
  const nav = navOf(sessionWith({ kind: "admin", views: ["home", "marketplaceOrder", "support"] }));
  expect(nav.map(({ label }) => label)).toEqual(["Work queue", "Tickets", "People", "Marketplace"]);
  expect(entriesOf("People", { kind: "admin" }).map(({ label }) => label)).toEqual([
    "Applications",
    "Company changes",
    "People",
    "Sign-in providers",
  ]);
});

test.each([
  { widths: [100, 100, 100], space: 308, shown: 3, why: "all fit to the pixel" },
  { widths: [100, 100, 100], space: 307, shown: 2, why: "a pixel less leaves room for two and the menu" },
  { widths: [100, 100, 100], space: 291, shown: 1, why: "the menu takes its own place" },
  { widths: [100], space: 50, shown: 0, why: "nothing fits" },
  { widths: [], space: 50, shown: 0, why: "there is nothing" },
])("$why", ({ widths, space, shown }) => {
  expect(fitting(widths, space, 4)).toBe(shown);
});

const variants: Record<string, Changes> = {
  reseller: { flags: ["BillingPlatformReporting", "Notifications"], linked: ["comms", "hardware", "distribution"] },
  "unlinked reseller": {},
  "euro reseller": { currency: "EUR", linked: ["comms"] },
  engineer: { kind: "engineer", views: ["home", "customers", "support"] },
  "end-user admin": { kind: "endUserAdmin" },
  "end user": { kind: "endUser", views: ["manageService"] },
  operator: { kind: "admin", views: [], permissions: [] },
};

test.each(Object.keys(variants))(
  "the header of the %s fits at every width, its hidden pages in a menu",
  async (name) => {
    const screen = await open(variants[name], "/account-setting");
    const pages = navOf(sessionWith({ views: [], ...variants[name] }));
    for (const width of [1440, 1280, 1024, 900, 390]) {
      await page.viewport(width, 800);
      const large = width >= 1024;
      await expect.poll(() => screen.getByRole("button", { name: "Open menu" }).elements().length).toBe(large ? 0 : 1);
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      if (!large) continue;
      const nav = screen.getByRole("navigation", { name: "Main" }).element();
      await expect.poll(() => nav.scrollWidth <= nav.clientWidth).toBe(true);
      if (pages.length > 0) expect(nav.children.length).toBeGreaterThan(0);
    }
  },
);

test.each(["light", "dark"])("axe finds nothing in the header of an unlinked reseller, %s", async (scheme) => {
  localStorage.setItem("colourScheme", scheme);
  const screen = await open({}, "/account-setting");
  await expect.element(screen.getByText("Try").first()).toBeVisible();
  await screen.getByRole("button", { name: "Support" }).click();
  await settled();
  expect(await faults()).toEqual([]);
});

test("Escape closes the menu of a phone and goes back to where it was opened", async () => {
  await page.viewport(390, 844);
  fakeApi({ "GET /api/session": succeeded(sessionOf()) });
  const { screen } = await renderApp("/account-setting");
  await screen.getByRole("button", { name: "Open menu" }).click();
  const link = screen.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Customers" });
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard("{Escape}");
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Open menu" })).toHaveFocus();
});

test("on a phone the menu holds the portals too, with what can be tried", async () => {
  await page.viewport(390, 800);
  const screen = await open();
  await screen.getByRole("button", { name: "Open menu" }).click();
  await expect
    .element(screen.getByRole("link", { name: /^Comms ?Try/ }))
    .toHaveAttribute("href", "https://comms.example");
  await settled();
  expect(await faults()).toEqual([]);
});
