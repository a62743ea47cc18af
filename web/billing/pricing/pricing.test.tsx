import type { OwnPrice } from "@tradewind/contract/catalogue/own-prices.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const price = (changes: Partial<OwnPrice> = {}): OwnPrice => ({
  OfferId: "CFQ7TTC0LCHC:0002:P1Y:monthly",
  Name: "Microsoft 365 Business Premium",
  Sku: "CFQ7TTC0LCHC:0002",
  Unit: "Licence",
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  Term: "P1Y",
  Billing: "monthly",
  Cost: "15",
  Recommended: "18",
  Own: null,
  ChargingModel: "Licence",
  Last: null,
  Next: null,
  ...changes,
});

const serve = (Items: OwnPrice[], session = sessionOf()) =>
  fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/billing/prices": succeeded({ Items, Next: null }),
    "GET /api/price-rules/choices": succeeded({
      Products: [{ Id: "microsoft-365", Name: "Microsoft 365" }],
      Customers: [],
    }),
  });

test("BILL-05 BILL-42 the pricing page shows cost, recommended and own price, and what is left", async () => {
  const sent = serve([
    price(),
    price({
      OfferId: "b",
      Name: "Bitdefender Secure",
      Own: "14.25",
      Last: { From: "2026-06-01", Cost: "13" },
      Next: { From: "2027-01-01", Cost: "16.5" },
    }),
  ]);
  const { screen } = await renderApp("/billing/pricing");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Prices" })).toBeVisible();
  const row = screen.getByRole("row", { name: /Business Premium/ });
  await expect.poll(() => row.element().textContent).toMatch(/£15\.00.*£18\.00.*£18\.00.*16\.7 %/);
  const loss = screen.getByRole("row", { name: /Bitdefender/ });
  await expect
    .poll(() => loss.element().textContent)
    .toMatch(/£14\.25.*−5\.3 %.*£13\.00 before 01\/06\/2026.*£16\.50 on 01\/01\/2027/);
  await expect
    .element(screen.getByText(/^Microsoft 365 Business Premium: 3 licences at £15\.00 are £45\.00/))
    .toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("combobox", { name: "Product" }).selectOptions("Microsoft 365");
  await expect.poll(() => sent.some(({ query }) => query.get("ProductId") === "microsoft-365")).toBe(true);
  await page.viewport(390, 844);
  expect(await faults()).toEqual([]);
});

test("BILL-05 where prices are hidden, so is the page's list", async () => {
  const sent = serve([price()], sessionOf({ seesPrices: false }));
  const { screen } = await renderApp("/billing/pricing");
  await expect.element(screen.getByText("Prices are hidden")).toBeVisible();
  expect(sent.some(({ path }) => path === "/api/billing/prices")).toBe(false);
});
