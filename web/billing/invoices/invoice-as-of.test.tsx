import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { invoices } from "@tradewind/contract/billing/invoices.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const invoiceId = "019a0000-0000-7000-8000-000000000007";
const party = { Name: "Harbour IT", AddressLines: ["16 Narrow Quay"], Country: "GB", VatNumber: null };
const detail: ResultOf<typeof invoices.byId> = {
  Invoice: {
    Id: invoiceId,
    Number: "TW-000007",
    Kind: "invoice",
    IssuedOn: "2026-05-01",
    PeriodFrom: "2026-04-01",
    PeriodUntil: "2026-05-01",
    DueOn: "2026-05-31",
    Status: "open",
    Net: gbp(30_000),
    Vat: gbp(6000),
    Gross: gbp(36_000),
    Balance: gbp(20_000),
  },
  TaxPoint: "2026-05-01",
  Seller: { ...party, CompanyNumber: "09876543", RegisteredOffice: "Bristol", BankDetails: [] },
  Buyer: party,
  Wording: null,
  Taxes: [],
  VatInSterling: null,
  Lines: [],
  Next: null,
};
type Read = ResultOf<typeof invoices.asOf>;
const issued = { State: "issued" as const, Lines: 2, Net: gbp(30_000), Vat: gbp(6000), Gross: gbp(36_000) };
const compared: Read = {
  Then: {
    State: "draft",
    Status: null,
    Lines: 1,
    Net: gbp(10_000),
    Vat: null,
    Gross: null,
    Credited: gbp(0),
    Balance: null,
  },
  Now: { ...issued, Status: "open", Credited: gbp(-4000), Balance: gbp(20_000) },
  Changes: [
    {
      Id: "019a0000-0000-7000-8000-0000000000d1",
      Kind: "corrected",
      EffectiveOn: "2026-05-19",
      RecordedAt: "2026-05-19T10:00:00.000Z",
      Description: "Business Basic",
      CustomerName: "Acme Dental",
      Number: "TW-000008",
      Amount: gbp(-4000),
    },
    {
      Id: "019a0000-0000-7000-8000-0000000000d2",
      Kind: "issued",
      EffectiveOn: "2026-05-01",
      RecordedAt: "2026-05-01T00:00:00.000Z",
      Description: null,
      CustomerName: null,
      Number: null,
      Amount: gbp(36_000),
    },
  ],
};
const hidden: Read = {
  Then: { ...compared.Then, State: "none", Lines: 0, Net: null, Credited: null },
  Now: { ...compared.Now, Net: null, Vat: null, Gross: null, Credited: null, Balance: null },
  Changes: [],
};

async function open(answer: Parameters<typeof fakeApi>[0][string]) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/invoices/${invoiceId}`]: succeeded(detail),
    [`GET /api/invoices/${invoiceId}/as-of`]: answer,
  });
  const { screen } = await renderApp(`/billing/invoice-detail/${invoiceId}`);
  await screen.getByRole("button", { name: "As it was on…" }).click();
  return { sent, dialog: screen.getByRole("dialog", { name: "As it was on…" }) };
}

test("an invoice's page shows how it stood on a day, as was known on another, beside now", async () => {
  const { sent, dialog } = await open(succeeded(compared));
  await expect.element(dialog.getByRole("row", { name: "Status Not issued yet Issued · open" })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "Lines 1 2" })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "Net £100.00 £300.00" })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "Given back, net £0.00 −£40.00" })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "Still to pay – £200.00" })).toBeVisible();
  await expect.element(dialog.getByText("Given back: Business Basic, Acme Dental, on TW-000008 −£40.00")).toBeVisible();
  const asked = () => sent.filter(({ path }) => path.endsWith("/as-of")).at(-1)!.query;
  await dialog.getByRole("textbox", { name: "As we knew it on" }).fill("18/05/2026");
  await expect.poll(() => [asked().get("On"), asked().get("KnownOn")]).toEqual(["2026-05-14", "2026-05-18"]);
});

test("an invoice for which nothing was charged yet is said to be so, without amounts where prices are hidden", async () => {
  const { dialog } = await open(succeeded(hidden));
  await expect.element(dialog.getByRole("row", { name: "Status Nothing charged yet Issued · open" })).toBeVisible();
  await expect.element(dialog.getByText("Nothing took effect or was recorded since.")).toBeVisible();
  expect(dialog.getByText("£", { exact: false }).elements()).toHaveLength(0);
});

test("how an invoice stood that cannot be read is said to be so", async () => {
  const { dialog } = await open(refused(403, "PermissionNotFound", "You may not see this."));
  await expect.element(dialog.getByText("You may not see this.")).toBeVisible();
});

test.each(bothEnds)("how an invoice stood has no accessibility faults at %i", async (width) => {
  await page.viewport(width, 900);
  const { dialog } = await open(succeeded(compared));
  await expect.element(dialog.getByRole("row", { name: "Lines 1 2" })).toBeVisible();
  expect(await faults()).toEqual([]);
});
