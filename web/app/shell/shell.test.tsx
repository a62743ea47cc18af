import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faultsInBoth } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";
import { lineOf } from "../route-table.ts";
import { routes } from "../routes.ts";
import { crumbsOf } from "./crumbs.tsx";

const figures = {
  Organisation: null,
  Customers: 61,
  ActiveServices: 203,
  InProgress: 2,
  Failed: 1,
  SpendThisMonth: { Minor: "1284213", Currency: "GBP" },
  Overdue: { Minor: "231000", Currency: "GBP" },
  OverdueInvoices: 1,
  SpendByMonth: [{ Month: "2026-04", Net: { Minor: "990000", Currency: "GBP" } }],
  NeedsYou: [],
};
const signIn = (changes: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi({ "GET /api/session": succeeded(sessionOf(changes)), "GET /api/dashboard": succeeded(figures) });

test("SHELL-06 only resellers and engineers see the breadcrumb", async () => {
  for (const [kind, shown] of [
    ["reseller", true],
    ["engineer", true],
    ["endUserAdmin", false],
  ] as const) {
    signIn({ kind });
    const { screen } = await renderApp("/gallery");
    await expect.element(screen.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Breadcrumb" }).elements().length).toBe(shown ? 1 : 0);
    await screen.unmount();
  }
});

test("SHELL-07 one crumb alone is not shown", async () => {
  signIn();
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Breadcrumb" }).elements()).toHaveLength(0);
});

test("SHELL-08 SHELL-09 the first crumb leads to the dashboard, the last is no link", async () => {
  signIn();
  const { screen } = await renderApp("/gallery");
  const crumbs = screen.getByRole("navigation", { name: "Breadcrumb" });
  await expect.element(crumbs.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/dashboard");
  expect(crumbs.getByRole("link").elements()).toHaveLength(1);
  await expect.element(crumbs.getByText("Gallery")).toHaveAttribute("aria-current", "page");
});

test("one crumb is the current page, also where an address continues another", async () => {
  signIn();
  const { screen } = await renderApp("/customers/add");
  const crumbs = screen.getByRole("navigation", { name: "Breadcrumb" });
  await expect.element(crumbs.getByRole("link", { name: "Customers" })).toBeVisible();
  const current = [...crumbs.element().querySelectorAll("[aria-current]")].map(({ textContent }) => textContent);
  expect(current).toEqual(["Add customer"]);
});

test("crumbs follow the parents of the table and keep the ids of the address", () => {
  const line = lineOf("/customers/customer/42/services/7", routes)!;
  expect(crumbsOf(line, { ctx: "42", instanceId: "7" }).map((crumb) => [crumb.label, crumb.href])).toEqual([
    ["Dashboard", "/dashboard"],
    ["Customers", "/customers"],
    ["Customer", "/customers/customer/42"],
    ["Service", "/customers/customer/42/services/7"],
  ]);
});

test("SHELL-10 the logo leads home, and home to the page of each kind of user", async () => {
  for (const [changes, target] of [
    [{}, "/dashboard"],
    [{ views: ["customers", "support"] }, "/customers"],
    [{ kind: "endUserAdmin", views: ["customers"] }, "/customers/customer/019a0000-0000-7000-8000-000000000001"],
    [{ views: ["academy"] }, "/no-access-resources"],
  ] as const) {
    signIn(changes);
    const { screen, router } = await renderApp("/gallery");
    await expect.element(screen.getByRole("link", { name: "Tradewind" })).toHaveAttribute("href", "/");
    await screen.getByRole("link", { name: "Tradewind" }).click();
    await expect.poll(() => router.state.location.pathname).toBe(target);
    await screen.unmount();
  }
});

test("SHELL-11 LIM-01 the full menu from 1024 px, the hamburger below", async () => {
  signIn({ flags: ["BillingPlatformReporting", "Notifications"] });
  await page.viewport(1440, 800);
  const { screen } = await renderApp("/dashboard");
  const main = screen.getByRole("navigation", { name: "Main" });
  const shown = () => [...main.element().children].map(({ textContent }) => textContent);
  const everything = ["Dashboard", "Customers", "Provision and Services", "Billing", "Analytics", "Support"];
  for (const width of [1440, 1280, 1279, 1100, 1024]) {
    await page.viewport(width, 800);
    await expect.poll(shown).toEqual(everything);
  }
  expect(screen.getByRole("button", { name: "Open menu" }).elements()).toHaveLength(0);
  await page.viewport(1023, 800);
  await screen.getByRole("button", { name: "Open menu" }).click();
  await expect.element(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.viewport(767, 800);
  await expect.element(screen.getByRole("button", { name: "Close menu" })).toBeVisible();
});

test("SHELL-32 the header shows the version", async () => {
  signIn();
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByRole("banner").getByText("v.8.1.1", { exact: true })).toBeVisible();
});

test("ACL-02 nothing is drawn before the rights are known", async () => {
  fakeApi({ "GET /api/session": { ...succeeded(sessionOf()), after: 900 }, "GET /api/dashboard": succeeded(figures) });
  const { screen } = await renderApp("/dashboard");
  expect(screen.getByRole("banner").elements()).toHaveLength(0);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("ACL-06 AUTH-29 AUTH-30 a screen without its view leads to access denied, which reads 403", async () => {
  signIn({ views: ["customers"] });
  const { screen, router } = await renderApp("/dashboard");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Access denied" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/access-denied");
  await expect.element(screen.getByText("403", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Back" })).toBeVisible();
  await expect.element(screen.getByRole("main").getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
});

test("ACL-28 ACL-29 a person without any view lands on the page that says so", async () => {
  signIn({ views: [] });
  const { screen } = await renderApp("/");
  await expect.element(screen.getByRole("heading", { level: 1, name: "No access to resources" })).toBeVisible();
  await expect
    .element(
      screen.getByText("You do not have access to any part of this portal yet. Please contact your administrator."),
    )
    .toBeVisible();
});

test("AUTH-31 an unknown path is not found, signed in or not", async () => {
  const sent = signIn();
  const { screen } = await renderApp("/zzz/qqq");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expect.poll(() => document.title).toBe("Page not found · Tradewind");
  expect(sent).toEqual([]);
});

test("a page whose feature is off is not found, as an unknown path is", async () => {
  signIn({ flags: [] });
  const { screen, router } = await renderApp("/analytics");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expect.poll(() => document.title).toBe("Page not found · Tradewind");
  expect(router.state.location.pathname).toBe("/analytics");
});

test("AUTH-93 the kept address is where a reseller goes from home", async () => {
  signIn();
  const { router } = await renderApp("/?return=%2Fgallery%3Fa%3D1");
  await expect.poll(() => router.state.location.href).toBe("/gallery?a=1");
});

test("AUTH-92 an end user lands on the own page whatever was kept", async () => {
  signIn({ kind: "endUser", views: ["home"] });
  const { router } = await renderApp("/?return=%2Fgallery");
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});

test("AUTH-65 AUTH-66 what is kept of a session is identifiers in the specification's spelling", async () => {
  signIn({ kind: "endUserAdmin", views: ["home"] });
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByRole("banner")).toBeVisible();
  expect(Object.fromEntries(Object.entries(localStorage))).toMatchObject({
    userMex: "1000",
    username: "endUserAdmin@harbour.example",
    userType: "enduseradmin",
    enduseradminId: "019a0000-0000-7000-8000-000000000001",
    currencyCode: "GBP",
  });
  expect(JSON.stringify(localStorage)).not.toContain("access");
});

test.each([
  ["reseller", "admin"],
  ["engineer", "admin"],
  ["endUser", "enduser"],
] as const)("AUTH-72 a session of %s is stored as user type %s", async (kind, stored) => {
  signIn({ kind, views: ["home"] });
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByRole("banner")).toBeVisible();
  expect(localStorage.getItem("userType")).toBe(stored);
});

test("API-03 API-05 calls carry the token and the actor", async () => {
  const sent = signIn();
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByText("£12,842.13")).toBeVisible();
  const call = sent.find((line) => line.path === "/api/dashboard")!;
  expect(call.headers.get("authorization")).toBe("Bearer access");
  expect(decodeURIComponent(call.headers.get("x-actor")!)).toBe("reseller@harbour.example");
});

test("DASH-01 DASH-05 the dashboard shows the figures of the API", async () => {
  signIn();
  const { screen } = await renderApp("/dashboard");
  for (const figure of ["61", "203", "£12,842.13", "£2,310.00"])
    await expect.element(screen.getByText(figure, { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Nothing is waiting for you")).toBeVisible();
});

test("without prices the dashboard shows no money", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ seesPrices: false })),
    "GET /api/dashboard": succeeded({ ...figures, SpendThisMonth: null, Overdue: null, SpendByMonth: [] }),
  });
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByText("203", { exact: true })).toBeVisible();
  expect(screen.getByText("Cost").elements()).toHaveLength(0);
});

test("a dashboard that fails to load shows a reference and can be tried again", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/dashboard": refused(409, "conflict", "The figures are being counted. Please try again."),
  });
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByText("The figures are being counted. Please try again.")).toBeVisible();
  await expect.element(screen.getByText("Reference r-1")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test.each(bothEnds)("axe finds nothing on the dashboard at %i px", async (width) => {
  await page.viewport(width, 900);
  signIn();
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByText("£12,842.13")).toBeVisible();
  expect(await faultsInBoth()).toEqual([]);
});

test("LIM-03 two quick navigations change the breadcrumb once, 200 ms after the last", async () => {
  signIn();
  const { screen, router } = await renderApp("/account-setting");
  const crumbs = screen.getByRole("navigation", { name: "Breadcrumb" });
  // Quick means that nothing has to be loaded on the way.
  for (const to of ["/account-setting/sessions", "/gallery"]) await router.navigate({ to });
  await router.navigate({ to: "/account-setting" });
  await expect.element(crumbs.getByText("Your account")).toBeVisible();
  const seen: string[] = [];
  const watcher = new MutationObserver(() => seen.push(crumbs.element().textContent ?? ""));
  watcher.observe(crumbs.element(), { subtree: true, childList: true, characterData: true });
  await router.navigate({ to: "/account-setting/sessions" });
  await router.navigate({ to: "/gallery" });
  await expect.element(crumbs.getByText("Gallery")).toBeVisible();
  watcher.disconnect();
  expect(new Set(seen)).toEqual(new Set(["DashboardGallery"]));
});
