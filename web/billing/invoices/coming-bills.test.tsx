import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";
import type { ComingBills } from "../../shared/coming-bills/coming-bills.queries.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const totals = { Count: 0, Owed: gbp(0), Overdue: gbp(0), OverdueCount: 0, NextNet: gbp(4200), NextOn: "2026-12-01" };
const row = (Kind: ComingBills["Bills"][number]["Rows"][number]["Kind"], minor: number, Count = 1) => ({
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  Kind,
  Count,
  Net: gbp(minor),
});
const bill = (Month: string, IssuedOn: string, net: number, Rows: ComingBills["Bills"][number]["Rows"]) => ({
  Month,
  IssuedOn,
  Net: gbp(net),
  Vat: gbp(net / 5),
  Gross: gbp((net * 6) / 5),
  Estimated: gbp(0),
  Rows,
});
const coming: ComingBills = {
  Bills: [
    bill("2026-11-01", "2026-12-01", 10_000, [row("charged", 4200, 3), row("recurring", 5800)]),
    {
      ...bill("2026-12-01", "2027-01-01", 12_500, [row("ended", 0, 2), row("usage", 12_000), row("spend", 500, 2)]),
      Estimated: gbp(12_500),
    },
    bill("2027-01-01", "2027-02-01", 0, []),
  ],
  Unpriced: 1,
  SpendKnownUntil: "2026-11-26",
};
const serve = (changes: object = {}, session = sessionOf()) =>
  fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/invoices/totals": succeeded(totals),
    "GET /api/invoices": succeeded({ Items: [], Next: null }),
    "GET /api/coming-bills": succeeded(coming),
    ...changes,
  });

test("BILL-44 the overview shows the coming three bills, and each opens to what it is made of", async () => {
  await page.viewport(1440, 900);
  serve();
  const { screen } = await renderApp("/billing");
  const table = screen.getByRole("table", { name: "Coming bills", exact: true });
  await expect.element(table).toBeVisible();
  await expect
    .poll(() => table.element().textContent)
    .toMatch(/November 2026Issued on 01\/12\/2026£100\.00.*£20\.00£120\.00/);
  await expect
    .element(screen.getByRole("img", { name: /Nov 26 As scheduled £100\.00.*Usage, estimated £125\.00/ }))
    .toBeVisible();
  await expect.element(screen.getByText(/1 subscription has no price/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /January 2027/ })).toBeDisabled();
  const december = screen.getByRole("button", { name: /December 2026/ });
  await december.click();
  await expect.element(december).toHaveAttribute("aria-expanded", "true");
  await expect.element(screen.getByText("2 subscriptions end with the term")).toBeVisible();
  await expect.element(screen.getByText("Usage, estimated for 1 meter")).toBeVisible();
  await expect.element(screen.getByText("Use, estimated for 2 subscriptions")).toBeVisible();
  await expect.element(screen.getByText(/told day by day is known up to 26\/11\/2026/)).toBeVisible();
  for (const width of widths) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});

test("where nothing is coming, the overview says so; where it cannot be told, it offers to try again", async () => {
  const none = coming.Bills.map((each) => ({ ...each, Rows: [], Estimated: gbp(0) }));
  serve({ "GET /api/coming-bills": succeeded({ Bills: none, Unpriced: 0, SpendKnownUntil: null }) });
  const { screen } = await renderApp("/billing");
  await expect.element(screen.getByText("Nothing is coming")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("a forecast that fails leaves the rest of the overview, and can be tried again", async () => {
  let calls = 0;
  serve({
    "GET /api/coming-bills": () =>
      ++calls === 1 ? refused(409, "pricesHidden", "Prices are hidden") : succeeded(coming),
  });
  const { screen } = await renderApp("/billing");
  await expect.element(screen.getByText("Prices are hidden")).toBeVisible();
  await expect.element(screen.getByText("£42.00")).toBeVisible();
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("button", { name: /November 2026/ })).toBeVisible();
});

test.each([
  ["prices are hidden", sessionOf({ seesPrices: false })],
  ["only part of the company is theirs", sessionOf({ restricted: { Customers: true, Products: false } })],
  ["they only connect a PSA", sessionOf({ views: ["pSA"] })],
])("no coming bills are asked for where %s", async (_, session) => {
  const sent = serve({}, session);
  const { screen } = await renderApp("/billing");
  await expect.element(screen.getByText("No invoices yet")).toBeVisible();
  expect(sent.some(({ path }) => path.includes("coming-bills"))).toBe(false);
});
