import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import type { Figures, Overview } from "./analytics.queries.ts";
import { changeWords } from "./report-words.ts";

const flags = ["BillingPlatformReporting"];
const figures = (net: number | null, seats: number, active = 0, ended = 0): Figures => ({
  Cost: net === null ? null : { Minor: String(net), Currency: "GBP" },
  Sales: net === null ? null : { Minor: String(2 * net), Currency: "GBP" },
  Margin: net === null ? null : { Minor: String(net / 4), Currency: "GBP" },
  Seats: seats,
  Active: active,
  Ended: ended,
});
const overview = (prices = true): Overview => {
  const money = (net: number) => (prices ? net : null);
  return {
    From: "2026-04",
    To: "2026-05",
    Now: figures(money(150_000), 90, 40, 2),
    Before: figures(money(120_000), 80, 30, 3),
    Months: [
      { Month: "2026-04", ...figures(money(50_000), 85, 40, 2) },
      { Month: "2026-05", ...figures(money(100_000), 90, 39, 0) },
    ],
    MonthsBefore: [
      { Month: "2026-02", ...figures(money(60_000), 78, 30, 0) },
      { Month: "2026-03", ...figures(money(60_000), 80, 35, 3) },
    ],
    Products: [
      {
        Id: "microsoft-365",
        Name: "Microsoft 365",
        Now: figures(money(150_000), 90, 40, 2),
        Before: figures(money(120_000), 80, 30, 3),
        CostByMonth: prices ? [50_000, 100_000] : [],
        SalesByMonth: prices ? [100_000, 200_000] : [],
        MarginByMonth: prices ? [12_500, 25_000] : [],
        SeatsByMonth: [85, 90],
      },
    ],
  };
};
const customers = {
  Items: Array.from({ length: 12 }, (_, at) => ({
    Id: `019a0000-0000-7000-8000-0000000001${at + 10}`,
    Name: `Customer ${at + 1}`,
    Now: figures(20_000 - at * 1000, 20 - at, 4, at === 0 ? 2 : 0),
    Before: figures(9_000, 10, 4, 0),
  })),
  Next: null,
};

const show = (address: string, session = sessionOf({ flags }), handlers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/analytics": succeeded(overview(session.SeesPrices)),
    "GET /api/analytics/customers": succeeded(customers),
    ...handlers,
  });
  return renderApp(address).then((app) => ({ ...app, sent }));
};

test("DASH-03 N95 the page opens with cost, sales, margin, seats and churn, each over time, by product and by customer, and charts have tables behind them", async () => {
  const { screen } = await show("/analytics");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
  await expect.element(screen.getByText("25% more than in the months before").first()).toBeVisible();
  await expect.element(screen.getByRole("img", { name: /^Cost by month: Apr 26 These months £500/ })).toBeVisible();
  await expect.element(screen.getByRole("img", { name: /^Cost by product/ })).toBeVisible();
  const ranked = screen.getByRole("table", { name: "Cost by customer" });
  await expect.element(ranked.getByRole("row", { name: "Customer 1 £200.00" })).toBeVisible();
  expect(ranked.getByRole("rowheader").elements()).toHaveLength(10);

  await screen.getByRole("button", { name: "Show as table" }).first().click();
  await expect
    .element(
      screen.getByRole("table", { name: "Cost by month" }).getByRole("row", { name: "May 26 £1,000.00 £600.00" }),
    )
    .toBeVisible();
  expect(await faults()).toEqual([]);

  await screen.getByRole("tab", { name: "Churn" }).click();
  await expect.element(screen.getByRole("row", { name: "Customer 1 2 ended of 4" })).toBeVisible();
  await screen.getByRole("tab", { name: "Seats" }).click();
  await expect.element(screen.getByRole("img", { name: /^Seats at the end of each month/ })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("DASH-03 what customers pay and what is left of it are told apart from what the reseller is charged", async () => {
  const { screen } = await show("/analytics?report=sales");
  await expect.element(screen.getByRole("img", { name: /^Sales by month: Apr 26 These months £1,000/ })).toBeVisible();
  await expect.element(screen.getByText("£375.00", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^What your customers pay for the same/)).toBeVisible();
});

test("DASH-03 other months are requested from the server and kept in the address", async () => {
  const { screen, router, sent } = await show("/analytics?report=seats&from=2026-04&to=2026-05");
  await expect.element(screen.getByText("April 2026 to May 2026")).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("First month"), "March 2026");
  await expect.poll(() => router.state.location.search).toEqual({ report: "seats", from: "2026-03", to: "2026-05" });
  await expect
    .poll(() => sent.filter(({ path }) => path === "/api/analytics").map(({ query }) => query.get("From")))
    .toEqual(["2026-04", "2026-03"]);
});

test("ACL-18 with an empty view list the page opens; where prices are hidden there is no amount and no report about them", async () => {
  for (const kind of ["reseller", "engineer", "endUserAdmin"] as const) {
    const { screen, sent } = await show(
      "/analytics",
      sessionOf({ kind, views: [], permissions: [], seesPrices: false, flags }),
    );
    await expect.element(screen.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
    await expect.element(screen.getByRole("tab", { name: "Seats" })).toBeVisible();
    expect(screen.getByRole("tab", { name: "Cost" }).elements()).toHaveLength(0);
    expect(document.body.textContent).not.toContain("£");
    await expect.element(screen.getByRole("img", { name: /^Seats by product/ })).toBeVisible();
    const asked = () => sent.some(({ path }) => path === "/api/analytics/customers");
    await expect.poll(asked).toBe(kind === "reseller" || kind === "engineer");
    await screen.unmount();
  }
});

test("ACL-37 a customer's plain users have no analytics", async () => {
  const { screen, router } = await show("/analytics", sessionOf({ kind: "endUser", flags }));
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
  expect(screen.getByRole("link", { name: "Analytics" }).elements()).toHaveLength(0);
});

test("DASH-03 all customers of a report stand in a table that leads to each, on a phone as cards", async () => {
  const { screen } = await show("/analytics/customers?report=churn&from=2026-04&to=2026-05");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Churn by customer" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Customer 12" })).toBeVisible();
  expect(await faults()).toEqual([]);
  await page.viewport(390, 844);
  await expect.element(screen.getByRole("link", { name: "Customer 1", exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^\d+(\.\d)?% churn$/).first()).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("months without figures show a message instead of a line at zero", async () => {
  const none = figures(0, 0, 0, 0);
  const months = (...names: string[]) => names.map((Month) => ({ Month, ...none }));
  const empty: Overview = {
    ...overview(),
    Now: none,
    Before: none,
    Months: months("2026-04", "2026-05"),
    MonthsBefore: months("2026-02", "2026-03"),
    Products: [],
  };
  const { screen } = await show("/analytics", undefined, {
    "GET /api/analytics": succeeded(empty),
    "GET /api/analytics/customers": succeeded({ Items: [], Next: null }),
  });
  await expect.element(screen.getByText("Nothing in these months").nth(2)).toBeVisible();
  expect(screen.getByRole("img").elements()).toEqual([]);
});

test("without the flag the address leads nowhere, and what cannot be loaded can be tried again", async () => {
  const without = await show("/analytics", sessionOf());
  await expect.element(without.screen.getByText("Page not found")).toBeVisible();
  await without.screen.unmount();
  const failing = await show("/analytics", sessionOf({ flags }), {
    "GET /api/analytics": refused(409, "conflict", "This was changed in the meantime."),
  });
  await expect.element(failing.screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("changes are shown in percent, rates in points, and no change without an earlier figure", () => {
  const words = (report: "cost" | "seats" | "churn", now: Figures, before: Figures) => changeWords(report, now, before);
  expect(words("seats", figures(0, 90), figures(0, 100))).toBe("10% less than in the months before");
  expect(words("seats", figures(0, 90), figures(0, 0))).toBe("No earlier months to compare");
  expect(words("churn", figures(0, 0, 40, 2), figures(0, 0, 30, 3))).toBe("5.0 points below the months before");
  expect(words("churn", figures(0, 0), figures(0, 0, 10, 1))).toBe(
    "No active subscriptions at the start of these months",
  );
});
