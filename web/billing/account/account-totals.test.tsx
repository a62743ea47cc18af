import type { account } from "@tradewind/contract/billing/account.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import type { Breakdown } from "./account.queries.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const totals: ResultOf<typeof account.totals> = {
  On: "2026-11-21",
  Accounts: [
    {
      Currency: "GBP",
      Balance: gbp(14_000),
      Overdue: gbp(12_000),
      Credit: gbp(-6000),
      OnItsWay: gbp(3000),
      Ages: [
        { Age: "notDue", Documents: 1, Owed: gbp(8000) },
        { Age: "to30", Documents: 2, Owed: gbp(12_000) },
        { Age: "to60", Documents: 0, Owed: gbp(0) },
        { Age: "to90", Documents: 0, Owed: gbp(0) },
        { Age: "over90", Documents: 0, Owed: gbp(0) },
      ],
    },
  ],
};
const nextBill = {
  Month: "2026-11-01",
  IssuedOn: "2026-12-01",
  Net: gbp(4500),
  Items: [
    {
      Id: "019a0000-0000-7000-8000-00000000000d",
      CustomerName: "Acme Dental",
      ProductName: "Microsoft 365",
      Description: "Business Premium",
      DueOn: "2026-11-10",
      PeriodFrom: "2026-11-10",
      PeriodUntil: "2026-12-10",
      Quantity: 3,
      Net: gbp(4500),
    },
  ],
  Next: null,
};
const event = { InvoiceId: "019a0000-0000-7000-8000-00000000000a", Number: "TW-000012" };
const history = {
  From: "2025-11-21",
  Until: "2026-11-21",
  Opening: gbp(0),
  Closing: gbp(14_000),
  Items: [
    {
      ...event,
      Id: "019a0000-0000-7000-8000-00000000000c",
      On: "2026-11-10",
      Kind: "payment",
      Amount: gbp(-10_000),
      Credit: gbp(0),
      Balance: gbp(14_000),
    },
    {
      ...event,
      Id: "019a0000-0000-7000-8000-00000000000b",
      On: "2026-11-01",
      Kind: "invoice",
      Amount: gbp(24_000),
      Credit: gbp(0),
      Balance: gbp(24_000),
    },
  ],
  Next: null,
};
const breakdown: Breakdown = {
  Months: [
    { Month: "2026-09-01", Net: gbp(10_000) },
    { Month: "2026-10-01", Net: gbp(20_000) },
  ],
  Month: "2026-10-01",
  Items: [
    { Id: "microsoft-365", Name: "Microsoft 365", Net: gbp(15_000) },
    { Id: "azure", Name: "Azure", Net: gbp(4000) },
  ],
  Rest: { Count: 2, Net: gbp(1000) },
};

const serve = (session = sessionOf(), changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/account-totals": succeeded(totals),
    "GET /api/next-bill": succeeded(nextBill),
    "GET /api/billing-history": succeeded(history),
    "GET /api/monthly-breakdown": succeeded(breakdown),
    ...changes,
  });

test("BILL-04 BILL-39 account totals show what is owed, what is late and since when, what is in credit and on its way, and the next bill with its lines", async () => {
  const sent = serve();
  const { screen } = await renderApp("/billing/account-totals");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Account totals" })).toBeVisible();
  await expect.element(screen.getByText("£140.00").first()).toBeVisible();
  const ages = screen.getByRole("table", { name: "Owed since" });
  await expect.poll(() => ages.element().textContent).toMatch(/1–30£120\.00 2 invoices.*Credit−£60\.00Balance£140\.00/);
  await expect.element(screen.getByText("On its way")).toBeVisible();
  await expect.element(screen.getByRole("row", { name: /Acme Dental Business Premium.*£45\.00/ })).toBeVisible();
  expect(await faults()).toEqual([]);
  await page.viewport(390, 844);
  expect(await faults()).toEqual([]);
  await screen.getByRole("textbox", { name: "At the end of" }).fill("30/09/2026");
  await expect
    .poll(() =>
      sent
        .filter(({ path }) => path === "/api/account-totals")
        .at(-1)
        ?.query.get("On"),
    )
    .toBe("2026-09-30");
});

test("BILL-43 billing history lists documents and payments with what was owed after each", async () => {
  await page.viewport(1440, 900);
  const sent = serve();
  const { screen } = await renderApp("/billing/account-totals");
  const row = screen.getByRole("row", { name: /Payment TW-000012/ });
  await expect.element(row).toBeVisible();
  await expect.poll(() => row.element().textContent).toMatch(/10\/11\/2026.*−£100\.00.*£140\.00/);
  await expect
    .element(screen.getByRole("link", { name: "Invoice TW-000012" }))
    .toHaveAttribute("href", `/billing/invoice-detail/${event.InvoiceId}`);
  await expect.element(screen.getByText(/^Balance at the end of /)).toBeVisible();
  await screen.getByRole("combobox", { name: "Kind" }).selectOptions("Chargebacks");
  await expect.poll(() => sent.at(-1)?.query.get("Kind")).toBe("chargeback");
});

test("BILL-46 the monthly breakdown shows each month and what one was made of, by product, customer or kind", async () => {
  const sent = serve();
  const { screen } = await renderApp("/billing/account-totals");
  await expect
    .element(screen.getByRole("img", { name: /^Invoiced by month: .*£100\.00, .*£200\.00/ }))
    .toBeInTheDocument();
  const parts = screen.getByRole("table", { name: "October 2026 by product" });
  await expect.poll(() => parts.element().textContent).toMatch(/Microsoft 365£150\.00Azure£40\.00.*2 others£10\.00/);
  const asked = () =>
    sent
      .filter(({ path }) => path === "/api/monthly-breakdown")
      .at(-1)
      ?.query.toString();
  await screen.getByText("Customer", { exact: true }).last().click();
  await expect.poll(asked).toBe("By=customer");
  await screen.getByRole("combobox", { name: "Month" }).selectOptions("September 2026");
  await expect.poll(asked).toBe("By=customer&Month=2026-09-01");
});

test("an account on which nothing happened says so, and what cannot be read can be tried again", async () => {
  serve(sessionOf(), {
    "GET /api/next-bill": succeeded({ ...nextBill, Net: gbp(0), Items: [] }),
    "GET /api/billing-history": succeeded({ ...history, Items: [] }),
    "GET /api/monthly-breakdown": refused(503, "unavailable", "Try again in a moment."),
  });
  const { screen } = await renderApp("/billing/account-totals");
  await expect.element(screen.getByText("Nothing is charged yet")).toBeVisible();
  await expect.element(screen.getByText("Nothing happened in this period")).toBeVisible();
  await expect.element(screen.getByText("Try again in a moment.")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("ACL-39 where prices are hidden, so are the account totals", async () => {
  const sent = serve(sessionOf({ seesPrices: false }));
  const { screen } = await renderApp("/billing/account-totals");
  await expect.element(screen.getByText("Prices are hidden")).toBeVisible();
  expect(sent.some(({ path }) => path === "/api/account-totals")).toBe(false);
});
