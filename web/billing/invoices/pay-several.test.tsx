import { expect, test, vi } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, type Sent, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const open = { 1: 120_000, 2: 5_050, 3: 7_000 } as const;
type Nr = keyof typeof open;
const nrs = [1, 2, 3] as const;
const invoice = (n: Nr) => ({
  Id: id(n),
  Number: `TW-00000${n}`,
  Kind: "invoice",
  IssuedOn: "2026-05-01",
  PeriodFrom: "2026-04-01",
  PeriodUntil: "2026-05-01",
  DueOn: "2026-05-31",
  Status: "open",
  Net: gbp(100_000),
  Vat: gbp(20_000),
  Gross: gbp(120_000),
  Balance: gbp(open[n]),
});
const card = {
  Id: id(21),
  PaymentMethodStatus: "Active",
  CreatedDate: "2026-05-20T10:00:00.000Z",
  LastFour: "4242",
  Brand: "Visa",
  ExpiryMonth: 12,
  ExpiryYear: 2030,
  IsDefault: true,
};
const reason = "This card has expired. Nothing was charged. Please try another card.";

/** Opens the list with three invoices, of which all are chosen; `answer` says what comes of the payment of each. */
async function choose(answer: (n: Nr) => "confirmed" | "failed" | "lost", cards: object[] = [card]) {
  const paid = new Map<Nr, object>();
  const nrOf = ({ body }: Sent) => nrs.find((n) => (JSON.parse(body) as { InvoiceId: string }).InvoiceId === id(n))!;
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags: ["BillingPlatformPayment"] })),
    "GET /api/invoices": succeeded({ Items: nrs.map(invoice), Next: null }),
    "GET /api/invoices/totals": succeeded({
      Count: 3,
      Owed: gbp(132_050),
      Overdue: gbp(0),
      OverdueCount: 0,
      NextNet: gbp(0),
      NextOn: "2026-06-01",
    }),
    "GET /api/billing/payment-methods/cards": succeeded({ Items: cards }),
    "POST /api/billing/card-payments": (asked: Sent) => {
      const n = nrOf(asked);
      const State = answer(n);
      if (State === "lost") return refused(503, "unavailable", "The portal cannot be reached just now.");
      const Payment = {
        Id: id(100 + n),
        State,
        Kind: "card",
        Amount: gbp(open[n]),
        PaymentIntentId: null,
        PaidWith: "Visa ending 4242",
        ChargeOn: null,
        Failure: State === "failed" ? { Code: "expired_card", Reason: reason } : null,
        CreatedBy: "Robin Tester",
        CreatedAt: "2026-05-20T10:00:00.000Z",
        ChangedAt: "2026-05-20T10:00:00.000Z",
        Version: 1,
      };
      paid.set(n, { ...Payment, Moves: [] });
      return succeeded({ Payment, ClientSecret: null });
    },
    ...Object.fromEntries(
      nrs.map((n) => [
        `GET /api/invoices/${id(n)}/payments`,
        () => {
          const payment = paid.get(n) as { State: string } | undefined;
          const left = gbp(payment?.State === "confirmed" ? 0 : open[n]);
          return succeeded({
            Payments: payment ? [payment] : [],
            Open: left,
            Collectable: left,
            CreditUsed: gbp(0),
            NewCard: { PublishableKey: "pk_test_1" },
            StoredCards: true,
            DirectDebit: null,
            PaymentDate: "2026-05-20",
          });
        },
      ]),
    ),
  });
  const posts = () => sent.filter(({ path }) => path === "/api/billing/card-payments");
  const { screen } = await renderApp("/billing/invoices");
  for (const n of nrs) await screen.getByRole("checkbox", { name: new RegExp(`TW-00000${n}`) }).click();
  await screen.getByRole("button", { name: "Pay 3 invoices" }).click();
  const charged = () => posts().map((each) => `${nrOf(each)} ${(JSON.parse(each.body) as { Amount: string }).Amount}`);
  return { screen, posts, charged };
}

test("several invoices are paid with one press, each by a payment of its own", async () => {
  const { screen, charged } = await choose(() => "confirmed");
  const press = screen.getByRole("button", { name: "Pay £1,320.50" });
  await expect.element(press).toBeEnabled();
  expect(await faults()).toEqual([]);
  (press.element() as HTMLElement).click();
  (press.element() as HTMLElement).click();
  await expect.element(screen.getByText("£70.00 was paid")).toBeVisible();
  await expect.element(screen.getByText("£1,200.00 was paid")).toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  expect(charged()).toEqual(["1 1200.00", "2 50.50", "3 70.00"]);
});

test("the first that is declined ends it, says which, and the rest can be paid afterwards", async () => {
  const seen: Nr[] = [];
  const { screen, charged } = await choose((n) => {
    const again = seen.includes(n);
    seen.push(n);
    return n === 2 && !again ? "failed" : "confirmed";
  });
  await screen.getByRole("button", { name: "Pay £1,320.50" }).click();
  await expect
    .element(screen.getByRole("alert").getByText(`TW-000002: ${reason} The invoices after it were not paid.`))
    .toBeVisible();
  expect(charged()).toEqual(["1 1200.00", "2 50.50"]);
  await screen.getByRole("button", { name: "Pay £120.50" }).click();
  await expect.element(screen.getByText("£70.00 was paid")).toBeVisible();
  expect(charged()).toEqual(["1 1200.00", "2 50.50", "2 50.50", "3 70.00"]);
});

test("an answer that was lost is asked for again under the same key, and nothing else meanwhile", async () => {
  let lost = true;
  const { screen, posts, charged } = await choose((n) => (n === 1 && lost ? "lost" : "confirmed"));
  await screen.getByRole("button", { name: "Pay £1,320.50" }).click();
  await expect.element(screen.getByRole("alert").getByText(/The invoices after it were not paid\.$/)).toBeVisible();
  lost = false;
  await screen.getByRole("button", { name: "Pay £1,320.50" }).click();
  await expect.element(screen.getByText("£70.00 was paid")).toBeVisible();
  expect(charged()).toEqual(["1 1200.00", "1 1200.00", "2 50.50", "3 70.00"]);
  const keys = posts().map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

test("without a stored card it says where to add one", async () => {
  const { screen } = await choose(() => "confirmed", []);
  await expect.element(screen.getByRole("link", { name: "Payment options" })).toBeVisible();
  await vi.waitFor(() => expect(screen.getByRole("dialog").getByRole("radio").elements()).toHaveLength(0));
  await expect.element(screen.getByRole("button", { name: "Pay £1,320.50" })).toBeDisabled();
});
