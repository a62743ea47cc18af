import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const item = (n: number, changes: object = {}) => ({
  Id: id(n),
  Number: `TW-${String(n).padStart(6, "0")}`,
  Kind: "invoice",
  IssuedOn: "2026-05-01",
  PeriodFrom: "2026-04-01",
  PeriodUntil: "2026-05-01",
  DueOn: "2026-05-31",
  Status: "open",
  Net: gbp(100_000),
  Vat: gbp(20_000),
  Gross: gbp(120_000),
  Balance: gbp(120_000),
  ...changes,
});
const line = (n: number, customer: number, changes: object = {}) => ({
  Id: id(1000 + n),
  CustomerId: id(2000 + customer),
  CustomerName: `Customer ${customer}`,
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  Description: `Business Premium ${n}`,
  Quantity: 2,
  Unit: "Licence",
  UnitCost: "18.10",
  PeriodFrom: "2026-04-03",
  PeriodUntil: "2026-05-03",
  Net: gbp(3620),
  VatPercent: "20",
  Corrects: null,
  ...changes,
});
const party = {
  Name: "Harbour IT",
  AddressLines: ["16 Narrow Quay", "Bristol"],
  Country: "GB",
  VatNumber: "GB428113096",
};
const detail = (lines: object[], changes: object = {}) => ({
  Invoice: item(7),
  TaxPoint: "2026-05-01",
  Seller: {
    ...party,
    Name: "Tradewind Distribution Ltd",
    CompanyNumber: "09876543",
    RegisteredOffice: "Bristol",
    BankDetails: ["Sort code 20-00-00"],
  },
  Buyer: party,
  Wording: null,
  Taxes: [{ Category: "S", Percent: "20", Net: gbp(100_000), Vat: gbp(20_000) }],
  VatInSterling: null,
  Lines: lines,
  Next: null,
  ...changes,
});
const totals = {
  Count: 2,
  Owed: gbp(120_000),
  Overdue: gbp(0),
  OverdueCount: 0,
  NextNet: gbp(4200),
  NextOn: "2026-06-01",
};

const api = (answers: Record<string, unknown>, session: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi(
    Object.fromEntries(
      Object.entries({ "GET /api/session": sessionOf(session), "GET /api/invoices/totals": totals, ...answers }).map(
        ([path, result]) => [path, succeeded(result)],
      ),
    ),
  );

test("BILL-01 BILL-44 the overview of billing shows when the next bill comes, and what it comes to so far", async () => {
  api({ "GET /api/invoices": { Items: [item(7)], Next: null } });
  const { screen } = await renderApp("/billing");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  await expect.element(screen.getByText("Next invoice so far")).toBeVisible();
  await expect.element(screen.getByText("£42.00")).toBeVisible();
  await expect.element(screen.getByText("Before VAT. Issued on 01/06/2026")).toBeVisible();
  await expect.element(screen.getByText("£1,200.00").first()).toBeVisible();
});

test("beside a filtered list the amount says that it is of all invoices", async () => {
  api({ "GET /api/invoices": { Items: [item(7, { Status: "overdue" })], Next: null } });
  const { screen } = await renderApp("/billing/invoices");
  const about = screen.getByRole("status").filter({ hasText: "to pay" });
  await expect.poll(() => about.element().textContent).toBe("2 documents, £1,200.00 to pay");
  await screen.getByRole("radio", { name: "Overdue" }).click({ force: true });
  await expect.poll(() => about.element().textContent).toBe("2 documents, £1,200.00 to pay in all");
});

test("an invoice's lines stand under headings that can be seen, each quantity with its unit", async () => {
  await page.viewport(1440, 900);
  api({
    [`GET /api/invoices/${id(7)}`]: detail([
      line(1, 1),
      line(2, 1, { ProductId: "backup", Quantity: 800, Unit: "GB" }),
    ]),
  });
  const { screen } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  await expect.element(screen.getByText("800 GB")).toBeVisible();
  for (const name of ["Description", "Period", "Quantity", "Unit price", "Net amount"]) {
    const [first] = screen.getByRole("columnheader", { name }).elements();
    expect(first!.clientWidth).toBeGreaterThan(40);
  }
  await expect.element(screen.getByText("2 licences")).toBeVisible();
});

test("where an invoice is not found, a button leads back to the list", async () => {
  api({ "GET /api/invoices": { Items: [], Next: null } });
  const { screen, router } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  await screen.getByRole("link", { name: "Back to the list" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/billing/invoices");
});

test("BILL-06 BILL-09 the invoices page lists each invoice with its total; a status asks the server", async () => {
  const items = [
    item(7),
    item(6, { Status: "paid", Balance: gbp(0) }),
    item(5, { Kind: "creditMemo", Number: "TWC-000001", Gross: gbp(-900) }),
  ];
  const sent = api({ "GET /api/invoices": { Items: items, Next: null } });
  const { screen } = await renderApp("/billing/invoices");
  await expect
    .element(screen.getByRole("link", { name: "TW-000007" }))
    .toHaveAttribute("href", `/billing/invoice-detail/${id(7)}`);
  await expect
    .element(screen.getByRole("link", { name: "TWC-000001" }))
    .toHaveAttribute("href", `/billing/credit-memo-detail/${id(5)}`);
  await expect.element(screen.getByText("£1,200.00").first()).toBeVisible();
  await screen.getByRole("radio", { name: "Overdue" }).click({ force: true });
  await expect.poll(() => sent.some((each) => each.query.get("Status") === "overdue")).toBe(true);
});

test.each([`/billing/invoice-detail/${id(7)}`, `/invoice-detail/${id(7)}`])(
  "BILL-07 %s shows the invoice",
  async (path) => {
    api({ [`GET /api/invoices/${id(7)}`]: detail([line(1, 1), line(2, 1, { Net: gbp(100) }), line(3, 2)]) });
    const { screen } = await renderApp(path);
    await expect.element(screen.getByRole("heading", { level: 1, name: "Invoice TW-000007" })).toBeVisible();
    await expect.element(screen.getByText("Business Premium 1", { exact: false })).toBeVisible();
    // The subtotal of a customer's lines appears beside its name.
    await expect.element(screen.getByText("£37.20")).toBeVisible();
    await expect.element(screen.getByText("VAT at 20%")).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Download PDF" })).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "E-invoice (XML)" })).toBeVisible();
  },
);

test("F11 BILL-07 a credit names the charge that it corrects, and leads to the document on which it stands", async () => {
  const corrects = {
    LineId: id(900),
    PeriodFrom: "2026-03-03",
    PeriodUntil: "2026-04-03",
    Kind: "invoice",
    IssuedOn: "2026-04-01",
  };
  api({
    [`GET /api/invoices/${id(7)}`]: detail([
      line(1, 1, { Net: gbp(-900), Corrects: { ...corrects, InvoiceId: id(6), Number: "TW-000006" } }),
      line(2, 1, { Net: gbp(-100), Corrects: { ...corrects, InvoiceId: id(7), Number: "TW-000007" } }),
    ]),
  });
  const { screen } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  await expect
    .element(screen.getByText("Corrects the charge for 03/03/2026 to 02/04/2026 on TW-000006 of 01/04/2026"))
    .toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "TW-000006" }))
    .toHaveAttribute("href", `/billing/invoice-detail/${id(6)}`);
  await expect
    .element(screen.getByText("Corrects the charge for 03/03/2026 to 02/04/2026 on this document"))
    .toBeVisible();
});

test("BILL-07 an invoice for many customers begins as an overview, opens one by one, and is searched by customer", async () => {
  api({ [`GET /api/invoices/${id(7)}`]: detail(Array.from({ length: 120 }, (_, n) => line(n, n))) });
  const { screen } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  await expect.element(screen.getByText("120 lines for 120 customers")).toBeVisible();
  expect(document.querySelectorAll("details")).toHaveLength(50);
  expect(document.querySelectorAll("tbody tr")).toHaveLength(0);
  await screen.getByRole("button", { name: "Show 50 more of 70 customers" }).click();
  expect(document.querySelectorAll("details")).toHaveLength(100);
  await screen.getByRole("searchbox", { name: "Search customers on this invoice" }).fill("customer 119");
  await screen.getByText("Customer 119").click();
  await expect.element(screen.getByText("Business Premium 119", { exact: false })).toBeVisible();
});

test("BILL-07 a long invoice opens with its first lines, goes on where they end, and asks the server for a customer", async () => {
  const sent = api({
    [`GET /api/invoices/${id(7)}`]: detail([line(1, 1), line(2, 2)], { Next: "two" }),
    [`GET /api/invoices/${id(7)}/lines`]: { Lines: [line(3, 3), line(4, 3)], Next: "three" },
  });
  const { screen } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  await expect.element(screen.getByText("The first 2 lines for 2 customers")).toBeVisible();
  expect(sent.some(({ path }) => path.endsWith("/lines"))).toBe(false);
  await screen.getByRole("button", { name: "Show more customers" }).click();
  await expect.element(screen.getByText("The first 4 lines for 3 customers")).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith("/lines"))!.query.get("After")).toBe("two");
  // The lines of the last customer may go on, so that their sum is not known yet.
  expect(document.querySelectorAll("summary")[2]!.textContent).toBe("Customer 3");

  await screen.getByRole("searchbox", { name: "Search customers on this invoice" }).fill("Customer 3");
  await expect.element(screen.getByText("The first 2 lines for 1 customer")).toBeVisible();
  const asked = sent.filter(({ path }) => path.endsWith("/lines")).at(-1)!;
  expect([asked.query.get("Search"), asked.query.get("After")]).toEqual(["Customer 3", null]);
});

test.each([
  { kind: "invoice", wrong: "/billing/credit-memo-detail", right: "/billing/invoice-detail" },
  { kind: "invoice", wrong: "/credit-memo-detail", right: "/billing/invoice-detail" },
  { kind: "creditMemo", wrong: "/billing/invoice-detail", right: "/billing/credit-memo-detail" },
  { kind: "creditMemo", wrong: "/invoice-detail", right: "/billing/credit-memo-detail" },
] as const)("$wrong of an id of kind $kind leads to $right", async ({ kind, wrong, right }) => {
  api({ [`GET /api/invoices/${id(7)}`]: detail([line(1, 1)], { Invoice: item(7, { Kind: kind }) }) });
  const { screen, router } = await renderApp(`${wrong}/${id(7)}`);
  await expect.poll(() => router.state.location.pathname).toBe(`${right}/${id(7)}`);
  await expect
    .element(screen.getByRole("heading", { level: 1 }))
    .toHaveTextContent(kind === "invoice" ? "Invoice TW-000007" : "Credit memo TW-000007");
});

test("BILL-08 ACL-39 a credit memo says so; without prices there are no amounts and nothing to download", async () => {
  const hidden = { Net: null, Vat: null, Gross: null, Balance: null };
  api(
    {
      [`GET /api/invoices/${id(7)}`]: detail([line(1, 1, { Net: null, UnitCost: null })], {
        Invoice: item(7, { ...hidden, Kind: "creditMemo", Number: "TWC-000001" }),
      }),
    },
    { seesPrices: false },
  );
  const { screen } = await renderApp(`/credit-memo-detail/${id(7)}`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Credit memo TWC-000001" })).toBeVisible();
  expect(document.body.textContent).not.toContain("£");
  expect(screen.getByRole("button", { name: /PDF|CSV/ }).elements()).toHaveLength(0);
});

test.each(["light", "dark"] as const)(
  "billing, the list and an invoice have no accessibility faults in %s, wide and on a phone",
  async (theme) => {
    document.documentElement.style.colorScheme = theme;
    for (const width of bothEnds)
      for (const path of ["/billing", "/billing/invoices", `/billing/invoice-detail/${id(7)}`]) {
        await page.viewport(width, 900);
        api({
          "GET /api/invoices": { Items: [item(7), item(6, { Status: "overdue" })], Next: null },
          [`GET /api/invoices/${id(7)}`]: detail(
            Array.from({ length: 8 }, (_, n) =>
              line(
                n,
                n % 3,
                n === 0
                  ? {
                      Corrects: {
                        LineId: id(9),
                        PeriodFrom: "2026-03-03",
                        PeriodUntil: "2026-04-03",
                        InvoiceId: id(6),
                        Kind: "invoice",
                        Number: "TW-000006",
                        IssuedOn: "2026-04-01",
                      },
                    }
                  : {},
              ),
            ),
          ),
        });
        const { screen } = await renderApp(path);
        await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
        expect({ path, width, faults: await faults(true) }).toEqual({ path, width, faults: [] });
        await screen.unmount();
      }
    document.documentElement.style.colorScheme = "";
  },
);

test("what ran on by the day is one line with its number of days, which opens to each day", async () => {
  await page.viewport(1440, 900);
  const day = (n: number, date: number, minor: number) =>
    line(n, 1, {
      Description: "Business Premium, extended by the day",
      UnitCost: "0.73",
      PeriodFrom: `2026-04-${date}`,
      PeriodUntil: `2026-04-${date + 1}`,
      Net: gbp(minor),
    });
  api({
    [`GET /api/invoices/${id(7)}`]: detail([line(1, 1), day(2, 10, 146), day(3, 11, 147), day(4, 12, 146)]),
  });
  const { screen } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  const days = screen.getByText("3 days", { exact: true });
  await expect.element(days).toBeVisible();
  expect(screen.getByText("Business Premium, extended by the day", { exact: false }).elements()).toHaveLength(1);
  await expect.element(screen.getByText("£4.39")).toBeVisible();
  await expect.element(screen.getByText("£1.47")).not.toBeVisible();
  await days.click();
  await expect.element(screen.getByText("£1.47")).toBeVisible();
  expect(await faults()).toEqual([]);
});
