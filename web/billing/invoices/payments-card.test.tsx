import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const party = { Name: "Harbour IT", AddressLines: ["16 Narrow Quay"], Country: "GB", VatNumber: null };
const invoice = {
  Invoice: {
    Id: id(7),
    Number: "TW-000007",
    Kind: "invoice",
    IssuedOn: "2026-05-01",
    PeriodFrom: "2026-04-01",
    PeriodUntil: "2026-05-01",
    DueOn: "2026-05-31",
    Status: "open",
    Net: gbp(100_000),
    Vat: gbp(20_000),
    Gross: gbp(120_000),
    Balance: gbp(70_000),
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
const payment = (n: number, changes: object) => ({
  Id: id(n),
  State: "confirmed",
  Kind: "card",
  Amount: gbp(50_000),
  PaymentIntentId: null,
  PaidWith: "Visa ending 4242",
  ChargeOn: null,
  Failure: null,
  CreatedBy: "Robin Tester",
  CreatedAt: "2026-05-20T10:00:00.000Z",
  ChangedAt: "2026-05-20T10:00:00.000Z",
  Version: 1,
  Moves: [],
  ...changes,
});
const Payments = [
  payment(3, { State: "needsAction", PaidWith: null, PaymentIntentId: "pi_3" }),
  payment(2, {
    State: "failed",
    Failure: { Code: "expired_card", Reason: "This card has expired. Nothing was charged." },
  }),
  payment(1, {}),
];

const standing = {
  Open: gbp(70_000),
  Collectable: gbp(20_000),
  CreditUsed: gbp(0),
  NewCard: null,
  StoredCards: false,
  DirectDebit: null,
  PaymentDate: "2026-05-20",
};

const open = (flags: string[], answers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags })),
    [`GET /api/invoices/${id(7)}`]: succeeded(invoice),
    [`GET /api/invoices/${id(7)}/payments`]: succeeded({ ...standing, Payments }),
    "GET /api/credit": succeeded({ Balance: gbp(0), OnItsWay: gbp(0), Items: [], Next: null, Transfer: null }),
    ...answers,
  });
  return renderApp(`/billing/invoice-detail/${id(7)}`).then(({ screen }) => ({ screen, sent }));
};

test("an invoice shows what was paid by what, what is on its way, and why something failed", async () => {
  const { screen } = await open(["BillingPlatformPayment"]);
  await expect.element(screen.getByRole("heading", { name: "Payments" })).toBeVisible();
  await expect.element(screen.getByText("This card has expired. Nothing was charged.")).toBeVisible();
  await expect.element(screen.getByText("Waits for your bank")).toBeVisible();
  await expect.element(screen.getByText("£200.00")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("an invoice shows what went back of a payment, when and why, on a phone too", async () => {
  await page.viewport(390, 844);
  const came = { At: "2026-05-20T10:00:00.000Z", Amount: gbp(50_000), Reason: null };
  const back = (minor: number, At: string, Reason: string | null) => ({ At, Amount: gbp(minor), Reason });
  const taken = "The card’s bank took it back: its holder said that they did not make it.";
  const given = [
    payment(2, { Moves: [came, back(-2_000, "2026-06-01T10:00:00.000Z", "It was refunded to the card.")] }),
    payment(1, {
      State: "chargedBack",
      Moves: [came, back(-50_000, "2026-08-01T10:00:00.000Z", taken)],
    }),
  ];
  const { screen } = await open([], {
    [`GET /api/invoices/${id(7)}/payments`]: succeeded({ ...standing, Payments: given }),
  });
  await expect.element(screen.getByText("Paid, and refunded in part")).toBeVisible();
  await expect.element(screen.getByText("Taken back by the bank")).toBeVisible();
  await expect.element(screen.getByText("It was refunded to the card.")).toBeVisible();
  await expect.element(screen.getByText(taken)).toBeVisible();
  const moves = screen.getByRole("list", { name: "What came and went back" });
  expect(moves.first().element().textContent).toContain("20.00");
  expect(await faults()).toEqual([]);
});

test("what waits is cancelled only where paying is on", async () => {
  const off = await open([]);
  await expect.element(off.screen.getByText("Waits for your bank")).toBeVisible();
  expect(off.screen.getByRole("button", { name: "Cancel this payment" }).elements()).toHaveLength(0);
});

test("BILL-34 BILL-36 a cancellation sends the number of the intent, and shows all that the server says of its failure", async () => {
  const failed = refused(409, "paymentNotCancelled", "") as { status: number; body: object };
  const { screen, sent } = await open(["BillingPlatformPayment"], {
    "POST /api/billing/payment-intents/cancel": {
      ...failed,
      body: { ...failed.body, Messages: ["It has succeeded.", "Reload to see it."] },
    },
  });
  await screen.getByRole("button", { name: "Cancel this payment" }).click();
  await expect.element(screen.getByText("It has succeeded. Reload to see it.").first()).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith("/cancel"))).toMatchObject({
    body: JSON.stringify({ PaymentIntentId: "pi_3" }),
  });
});
