import { afterEach, expect, inject, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { faults, faultsInBoth } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { headerOf } from "../../test/header.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { closeAddProduct } from "../../shared/add-product.ts";
import { fitting } from "./fitting.ts";

afterEach(closeAddProduct);

type Changes = NonNullable<Parameters<typeof sessionOf>[0]>;

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
const open = async (changes: Changes = {}, path = "/dashboard") => {
  fakeApi({ "GET /api/session": succeeded(sessionOf(changes)), "GET /api/dashboard": succeeded(figures) });
  return (await renderApp(path)).screen;
};
/** Opens a page that everybody may open, in a new portal each time. */
const shownTo = async (changes: Changes) => {
  await cleanup();
  return headerOf(await open(changes, "/account-setting"));
};

test("SHELL-12 FLAG-05 analytics show while their feature is on", async () => {
  expect((await shownTo({ views: ["home"], flags: ["BillingPlatformReporting"] })).pages()).toEqual([
    "Dashboard",
    "Analytics",
  ]);
  expect((await shownTo({ views: ["home"] })).pages()).toEqual(["Dashboard"]);
});

test("SHELL-13 SHELL-14 customers and billing show with their views, billing with either of its two", async () => {
  for (const [view, name] of [
    ["home", "Dashboard"],
    ["customers", "Customers"],
    ["billing", "Billing"],
    ["pSA", "Billing"],
  ] as const)
    expect((await shownTo({ views: [view] })).pages()).toEqual([name]);
});

const supporter = ["support", "community", "knowledgeBase", "academy"] as const;

test("SHELL-15 support holds six entries, which go with their views", async () => {
  const entries = async (views: Changes["views"]) => (await shownTo({ views })).entries("Support");
  expect(await entries(supporter)).toEqual([
    "Overview",
    "Tickets",
    "Status page",
    "Community",
    "Knowledge base",
    "Academy",
  ]);
  expect(await entries(["support"])).toEqual(["Overview", "Tickets", "Status page"]);
  expect(await entries(["support", "academy"])).toEqual(["Overview", "Tickets", "Status page", "Academy"]);
  expect((await shownTo({ views: ["community", "knowledgeBase", "academy"] })).pages()).toEqual([]);
});

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

test("COMM-03 community leads to the outside forum, for those who hold its view", async () => {
  const { screen, entries } = await shownTo({ views: ["support", "community"] });
  expect(await entries("Support")).toContain("Community");
  const link = screen.getByRole("link", { name: "Community opens a new page" });
  await expect.element(link).toHaveAttribute("href", "https://community.example");
  expect(await (await shownTo({ views: ["support"] })).entries("Support")).not.toContain("Community");
});

test("FLAG-13 ACL-08 ACL-09 the feature NewStatusPage puts the new status page in the place of the old one", async () => {
  for (const [flags, href] of [
    [[], "https://status.example"],
    [["NewStatusPage"], "https://health.example"],
  ] as const) {
    const { screen, entries } = await shownTo({ views: ["support"], flags });
    expect(await entries("Support")).toEqual(["Overview", "Tickets", "Status page"]);
    await expect.element(screen.getByRole("link", { name: /^Status page/ })).toHaveAttribute("href", href);
  }
});

test("SHELL-17 provision and services hold cloud products by category, cloud services and service agreements", async () => {
  const { screen, entries } = await shownTo({ views: ["marketplaceOrder", "manageService", "serviceAgreements"] });
  expect(await entries("Provision and Services")).toEqual([
    "Modern workplace",
    "Cloud infrastructure",
    "Security",
    "Backup continuity",
    "All products",
    "Cloud services",
    "Renewals",
    "Bulk changes",
    "Quotes",
    "Requests",
    "Differences",
    "Transfers",
    "Service agreements",
  ]);
  await expect.element(screen.getByText("Cloud products", { exact: true })).toBeVisible();
});

test("SHELL-18 SHELL-19 LIM-04 a euro reseller is offered two categories, everybody else four", async () => {
  for (const [currency, categories] of [
    ["GBP", ["Modern workplace", "Cloud infrastructure", "Security", "Backup continuity"]],
    ["EUR", ["Modern workplace", "Cloud infrastructure"]],
  ] as const)
    expect(await (await shownTo({ views: ["marketplaceOrder"], currency })).entries("Provision and Services")).toEqual([
      ...categories,
      "All products",
    ]);
});

test("SHELL-20 customer admins see Services and Users instead of the dropdown", async () => {
  const { pages } = await shownTo({
    kind: "endUserAdmin",
    views: ["manageService", "manageUsers", "marketplaceOrder"],
  });
  expect(pages()).toEqual(["Services", "Users"]);
});

test("a page is offered only to the kinds of user who may open it", async () => {
  for (const [kind, offered] of [
    ["engineer", ["Billing"]],
    ["endUser", []],
  ] as const)
    expect((await shownTo({ kind, views: ["billing"] })).pages()).toEqual(offered);
});

test("SHELL-21 the links of a fully linked reseller are cloud, comms, hardware, distribution, analytics and customers", async () => {
  const { screen, portals, pages } = await shownTo({
    views: ["customers"],
    flags: ["BillingPlatformReporting"],
    linked: ["comms", "hardware", "distribution"],
  });
  expect(portals()).toEqual(["Cloud", "Comms", "Hardware", "Distribution"]);
  const bar = screen.getByRole("navigation", { name: "Portals" });
  await expect.element(bar.getByRole("link", { name: "Cloud" })).toHaveAttribute("href", "/");
  for (const name of ["Comms", "Hardware", "Distribution"])
    await expect
      .element(bar.getByRole("link", { name, exact: true }))
      .toHaveAttribute("href", `https://${name.toLowerCase()}.example`);
  expect(pages()).toEqual(["Customers", "Analytics"]);
});

test("SHELL-22 distribution shows only while the account there is linked", async () => {
  expect((await shownTo({ linked: ["distribution"] })).portals()).toContain("Distribution");
  expect((await shownTo({ linked: ["comms", "hardware"] })).portals()).toEqual(["Cloud", "Comms", "Hardware"]);
});

test("SHELL-23 comms and hardware invite people to try them while they are not linked", async () => {
  expect((await shownTo({})).portals()).toEqual(["Cloud", "CommsTry", "HardwareTry"]);
  expect((await shownTo({ linked: ["comms"] })).portals()).toEqual(["Cloud", "Comms", "HardwareTry"]);
});

test("SHELL-24 an end-user admin is shown neither comms nor hardware, an end user only what they were let into", async () => {
  const linked = ["comms", "hardware"] as const;
  for (const kind of ["endUserAdmin", "endUser"] as const) {
    expect((await shownTo({ kind, linked: [] })).portals()).toEqual([]);
    expect((await shownTo({ kind, linked: ["distribution"] })).portals()).toEqual(["Cloud", "Distribution"]);
  }
  expect((await shownTo({ kind: "endUserAdmin", linked })).portals()).toEqual([]);
  expect((await shownTo({ kind: "endUser", linked: ["comms"] })).portals()).toEqual(["Cloud", "Comms"]);
});

const three = ["addProducts", "addOrEditCustomers", "submitAndRespondToAllTickets"] as const;

test("SHELL-25 New holds add product, add customer and add support ticket", async () => {
  expect(await (await shownTo({ permissions: three })).entries("New")).toEqual([
    "Add product",
    "Add customer",
    "Add support ticket",
  ]);
});

test("ACL-53 somebody restricted to certain customers cannot add one", async () => {
  const restricted = { Customers: true, Products: false };
  expect(
    await (await shownTo({ permissions: ["addProducts", "addOrEditCustomers"], restricted })).entries("New"),
  ).toEqual(["Add product"]);
});

test("SHELL-27 New shows to those who hold one of its permissions, never to end users or customer admins", async () => {
  for (const [permission, entry] of [
    ["addProducts", "Add product"],
    ["addOrEditCustomers", "Add customer"],
    ["submitAndRespondToAllTickets", "Add support ticket"],
  ] as const)
    expect(await (await shownTo({ permissions: [permission] })).entries("New")).toEqual([entry]);
  for (const changes of [
    { permissions: ["liveChat"] },
    { kind: "endUser", permissions: three },
    { kind: "endUserAdmin", permissions: three },
  ] satisfies Changes[])
    expect(await (await shownTo(changes)).entries("New")).toEqual([]);
});

test("SHELL-28 My Account of a reseller holds five entries", async () => {
  const { entries } = await shownTo({
    views: ["myBusiness", "manageUsers"],
    permissions: ["createResellerEngineer"],
  });
  expect(await entries("My Account")).toEqual([
    "My profile",
    "My business",
    "Manage users",
    "Your account",
    "Sign out",
  ]);
});

test("SHELL-29 my profile, my business and manage users are not offered to end users", async () => {
  const { entries } = await shownTo({ kind: "endUser", views: ["myBusiness", "manageUsers"] });
  expect(await entries("My Account")).toEqual(["Your account", "Sign out"]);
});

test.each([
  [["createResellerEngineer"], "engineer"],
  [["createCustomerAdmin"], "end-user-admin"],
  [["createCustomerAdmin", "createResellerEngineer"], "engineer"],
] as const)("SHELL-30 manage users with %j opens on the tab %s", async (permissions, tab) => {
  const { screen, entries } = await shownTo({ views: ["manageUsers"], permissions });
  await entries("My Account");
  await expect
    .element(screen.getByRole("link", { name: "Manage users" }))
    .toHaveAttribute("href", `/account-setting/manage-access?tab=${tab}`);
});

test("SHELL-26 add product opens the popup in which the product is selected", async () => {
  const screen = await open();
  await screen.getByRole("button", { name: "New" }).click();
  await screen.getByRole("button", { name: "Add product" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Add product" }).getByText("Select product")).toBeVisible();
});

test("the operator's pages stand by the work they are for beside the two queues, new ones in the last", async () => {
  const { pages, entries } = await shownTo({ kind: "admin", views: ["home", "marketplaceOrder", "support"] });
  expect(pages()).toEqual(["Work queue", "Tickets", "Money", "Catalogue", "Vendors", "People", "Marketplace"]);
  expect(await entries("Vendors")).toEqual(["Differences", "Scheduled", "Tenants", "Transfers"]);
  expect(await entries("People")).toEqual([
    "Applications",
    "Company changes",
    "People",
    "Activity log",
    "Sign-in providers",
    "Sign-in rules",
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
    for (const width of inject("long") ? [1440, 1280, 1024, 900, 390] : [1440, 1024, 390]) {
      await page.viewport(width, 800);
      const large = width >= 1024;
      await expect.poll(() => screen.getByRole("button", { name: "Open menu" }).elements().length).toBe(large ? 0 : 1);
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      if (!large) continue;
      const nav = screen.getByRole("navigation", { name: "Main" }).element();
      await expect.poll(() => nav.scrollWidth <= nav.clientWidth).toBe(true);
    }
  },
);

test("axe finds nothing in the header of an unlinked reseller", async () => {
  const screen = await open({}, "/account-setting");
  await expect.element(screen.getByText("Try").first()).toBeVisible();
  await screen.getByRole("button", { name: "Support" }).click();
  expect(await faultsInBoth()).toEqual([]);
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
  expect(await faults()).toEqual([]);
});
