import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const party = { Name: "Harbour IT", AddressLines: ["16 Narrow Quay"], Country: "GB", VatNumber: null };
const line = (changes: object = {}) => ({
  Id: id(8),
  CustomerId: id(9),
  CustomerName: "Acme",
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  Description: "Business Premium, added",
  Quantity: 4,
  Unit: "Licence",
  UnitCost: "18.10",
  PeriodFrom: "2026-04-16",
  PeriodUntil: "2026-05-01",
  Net: gbp(3620),
  VatPercent: "20",
  Corrects: null,
  ...changes,
});
const detail = (lines: object[]) => ({
  Invoice: {
    Id: id(7),
    Number: "TW-000007",
    Kind: "invoice",
    IssuedOn: "2026-05-01",
    PeriodFrom: "2026-04-01",
    PeriodUntil: "2026-05-01",
    DueOn: "2026-05-31",
    Status: "paid",
    Net: gbp(3620),
    Vat: gbp(724),
    Gross: gbp(4344),
    Balance: gbp(0),
  },
  TaxPoint: "2026-05-01",
  Seller: { ...party, CompanyNumber: "09876543", RegisteredOffice: "Bristol", BankDetails: [] },
  Buyer: party,
  Wording: null,
  Taxes: [],
  VatInSterling: null,
  Lines: lines,
  Next: null,
});
const side = (units: number, minor: number) => ({ Units: units, Whole: gbp(minor * 2), Cost: gbp(minor) });
const proof = {
  Working: { Kind: "units", Before: side(7, 6335), After: side(11, 9955), Shares: [{ Days: 15, Of: 30 }] },
  Credit: null,
  ChargedAt: "2026-04-16T09:00:00.000Z",
  Service: { InstanceId: id(10), Name: "Microsoft 365" },
  Order: { Id: id(11), Number: "0000-0011", PlacedAt: "2026-04-16T09:00:00.000Z", PlacedBy: "Ada Lovelace" },
  PriceList: { From: "2026-01-01", Recommended: "22.60" },
  PriceProtectedUntil: "2027-04-01",
  Rule: { Id: "microsoft.nce.refund-daily-started-days", Text: "Days that have begun are kept." },
  History: [
    {
      Id: id(12),
      EffectiveAt: "2026-04-16T09:00:00.000Z",
      RecordedAt: "2026-04-16T09:00:00.000Z",
      Text: "Added 4 licences",
      By: "Ada Lovelace",
      Order: { Id: id(11), Number: "0000-0011" },
    },
  ],
};

async function open(answer: ReturnType<typeof succeeded>, changes: object = {}) {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({})),
    [`GET /api/invoices/${id(7)}`]: succeeded(detail([line(changes)])),
    [`GET /api/invoices/${id(7)}/lines/${id(8)}`]: answer,
  });
  const { screen } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  return screen;
}

test.each(bothEnds)(
  "the amount of a line opens its arithmetic, price, order, rule and history, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const screen = await open(succeeded(proof));
    await screen.getByRole("button", { name: "Explain Business Premium, added, £36.20" }).click();
    const panel = screen.getByRole("dialog", { name: "How this amount came about" });
    const rows = () =>
      panel
        .getByRole("row")
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(rows)
      .toEqual([
        "11 licences at £18.10, for 15 of 30 days£99.55",
        "Less the 7 licences there were before, at £18.10, for 15 of 30 days−£63.35",
        "Amount of the line, before VAT£36.20",
      ]);
    await expect
      .element(panel.getByText(/on the price list of 01\/01\/2026, which recommends to sell at £22.60/))
      .toBeVisible();
    await expect.element(panel.getByText(/Protected until 31\/03\/2027/)).toBeVisible();
    await expect.element(panel.getByText(/Days that have begun are kept/)).toBeVisible();
    await expect.element(panel.getByRole("link", { name: "0000-0011" }).first()).toBeVisible();
    await expect.element(panel.getByText(/Added 4 licences/)).toBeVisible();
    expect(await faults()).toEqual([]);
  },
);

test("a corrected and a measured line say what they correct and what was used", async () => {
  const of = { Kind: "correction", Charged: gbp(12_670), ChargedQuantity: 7, Quantity: -2 };
  const screen = await open(succeeded({ ...proof, Working: of }), { Quantity: -2, Net: gbp(-3620) });
  await screen.getByRole("button", { name: /Explain/ }).click();
  await expect.element(screen.getByText("2 licences of the 7 charged for £126.70")).toBeVisible();
});

test("a line that was credited by hand says by whom, when, why and of which charge", async () => {
  const Credit = {
    Reason: "wrongPrice",
    Words: "The list of May was meant",
    By: "Olive Operator",
    At: "2026-05-16T09:00:00.000Z",
    InvoiceId: id(7),
    Number: "TW-000007",
    IssuedOn: "2026-05-01",
    PeriodFrom: "2026-04-01",
    PeriodUntil: "2026-05-01",
  };
  const screen = await open(succeeded({ ...proof, Working: null, Credit, Order: null }), {
    Quantity: -1,
    Net: gbp(-3620),
  });
  await screen.getByRole("button", { name: /Explain/ }).click();
  const panel = screen.getByRole("dialog");
  await expect.element(panel.getByText("Billed at a wrong price: The list of May was meant")).toBeVisible();
  await expect.element(panel.getByText(/^By Olive Operator on 16\/05\/2026/)).toBeVisible();
  await expect.element(panel.getByText(/The charge for 01\/04\/2026 to 30\/04\/2026/)).toBeVisible();
  await expect.element(panel.getByText("Nothing was recorded", { exact: false })).not.toBeInTheDocument();
});

test("what was not recorded is said, and a failure can be tried again", async () => {
  const screen = await open(
    succeeded({ ...proof, Working: null, History: [], Order: null, Service: null, PriceList: null, Rule: null }),
  );
  await screen.getByRole("button", { name: /Explain/ }).click();
  await expect
    .element(screen.getByText(/Nothing was recorded from which this amount could be worked out/))
    .toBeVisible();
});

test("without a right to prices there is nothing to open", async () => {
  const screen = await open(succeeded(proof), { Net: null, UnitCost: null });
  await expect.element(screen.getByText(/Business Premium, added/).first()).toBeVisible();
  expect(screen.getByRole("button", { name: /Explain/ }).elements()).toEqual([]);
});
