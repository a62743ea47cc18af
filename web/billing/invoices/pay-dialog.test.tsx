import { expect, test, vi } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, type Sent, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

// The document itself is opened by the story in e2e; here its part is spoken.
vi.mock("./card-messages.ts", () => ({ cardPagePath: "/empty-page.txt" }));

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
    Balance: gbp(120_000),
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
const payment = (State: string, changes: object = {}) => ({
  Id: id(1),
  State,
  Kind: "card",
  Amount: gbp(120_000),
  PaymentIntentId: ["submitted", "needsAction", "processing"].includes(State) ? "pi_1" : null,
  PaidWith: null,
  ChargeOn: null,
  Failure: null,
  CreatedBy: "Robin Tester",
  CreatedAt: "2026-05-20T10:00:00.000Z",
  ChangedAt: "2026-05-20T10:00:00.000Z",
  Version: 1,
  Moves: [],
  ...changes,
});
const card = (n: number, LastFour: string, IsDefault = false) => ({
  Id: id(n),
  PaymentMethodStatus: "Active",
  CreatedDate: "2026-05-20T10:00:00.000Z",
  LastFour,
  Brand: "Visa",
  ExpiryMonth: 12,
  ExpiryYear: 2030,
  IsDefault,
});
const declined = {
  Code: "expired_card",
  Reason: "This card has expired. Nothing was charged. Please try another card.",
};
const intents = "/api/billing/payment-intents";

/** A server with an open invoice, whose payments become what each answer says of them. */
async function open(
  given: { cards?: object[]; debit?: object; flags?: string[]; answers?: Parameters<typeof fakeApi>[0] } = {},
) {
  const { cards = [], debit = null, flags = ["BillingPlatformPayment"], answers = {} } = given;
  const now = { Payments: [] as object[], Open: gbp(120_000), Collectable: gbp(120_000), CreditUsed: gbp(0) };
  /** Answers with a payment, and lists it from then on. */
  const becomes = (State: string, changes: object = {}) => {
    now.Payments = [payment(State, changes)];
    now.Collectable = ["failed", "cancelled"].includes(State) ? gbp(120_000) : gbp(0);
    if (State === "confirmed") now.Open = gbp(0);
    return succeeded({ Payment: now.Payments[0], ClientSecret: "pi_1_secret_1" });
  };
  const settings = {
    NewCard: { PublishableKey: "pk_test_1" },
    StoredCards: true,
    DirectDebit: debit,
    PaymentDate: "2026-05-20",
  };
  const sent = fakeApi({
    "GET /api/credit": succeeded({ Balance: gbp(0), OnItsWay: gbp(0), Items: [], Next: null, Transfer: null }),
    "GET /api/session": succeeded(sessionOf({ flags })),
    [`GET /api/invoices/${id(7)}`]: succeeded(invoice),
    [`GET /api/invoices/${id(7)}/payments`]: () => succeeded({ ...now, ...settings }),
    "GET /api/billing/payment-methods/cards": succeeded({ Items: cards }),
    [`POST ${intents}`]: () => becomes("submitted"),
    [`POST ${intents}/confirm`]: () => becomes("confirmed", { PaidWith: "Visa ending 4242" }),
    [`POST ${intents}/cancel`]: () => becomes("cancelled"),
    "POST /api/billing/direct-debit/payments": () =>
      becomes("processing", { Kind: "directDebit", PaymentIntentId: null, ChargeOn: "2026-05-26" }),
    "POST /api/billing/card-payments": () => becomes("confirmed", { PaidWith: "Visa ending 1111" }),
    ...answers,
  });
  const { screen, queryClient } = await renderApp(`/billing/invoice-detail/${id(7)}`);
  const bodies = (path: string) =>
    sent.filter((each) => each.method === "POST" && each.path === path).map(({ body }) => JSON.parse(body) as unknown);
  return { screen, queryClient, sent, now, becomes, bodies };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** Says something in the name of the document with the form for cards. */
async function say(news: object | null) {
  const frame = await vi.waitUntil(() => document.querySelector<HTMLIFrameElement>("iframe[title='Card']"), 10_000);
  dispatchEvent(new MessageEvent("message", { data: news, origin: location.origin, source: frame.contentWindow }));
  return frame;
}
/** Says that the form is there, until it is heard: its window is another once its document has come. */
const formComes = ({ screen }: Opened, press: string) =>
  vi.waitFor(async () => {
    const frame = await say({ kind: "opened" });
    await expect.element(screen.getByRole("button", { name: press }), { timeout: 200 }).toBeEnabled();
    return frame;
  }, 10_000);

/** Opens the dialog and presses Pay, and says what the form kept. */
async function payNew(opened: Opened, amount = "£1,200.00") {
  const { screen } = opened;
  if (screen.getByRole("dialog").elements().length === 0)
    await screen.getByRole("button", { name: "Pay invoice" }).click();
  await formComes(opened, `Pay ${amount}`);
  await screen.getByRole("button", { name: `Pay ${amount}` }).click();
  for (const other of [{ kind: "resize", height: 1 }, {}, null]) await say(other);
  await say({ kind: "taken", ref: "pm_1" });
}

test("BILL-33 an invoice is paid with a new card: begun with its amount, confirmed with what the form kept", async () => {
  const opened = await open();
  const { screen, bodies } = opened;
  await screen.getByRole("button", { name: "Pay invoice" }).click();
  const frame = await say({ kind: "opened" });
  await vi.waitFor(async () => {
    const posted = vi.spyOn(frame.contentWindow!, "postMessage");
    await say({ kind: "ready" });
    expect(posted).toHaveBeenCalledWith(
      { kind: "open", key: "pk_test_1", minor: 120_000, currency: "GBP" },
      location.origin,
    );
  });
  expect(await faults()).toEqual([]);
  await payNew(opened);
  await expect.element(screen.getByText("£1,200.00 was paid")).toBeVisible();
  await expect.element(screen.getByText("With Visa ending 4242. The invoice is paid in full.")).toBeVisible();
  expect(bodies(intents)).toEqual([{ InvoiceId: id(7), Amount: gbp(120_000) }]);
  expect(bodies(`${intents}/confirm`)).toEqual([{ PaymentIntentId: "pi_1", PaymentMethodId: "pm_1" }]);
});

test("BILL-33 a part is paid; more than is open and nothing are refused before they are sent", async () => {
  const opened = await open();
  const { screen, bodies } = opened;
  await screen.getByRole("button", { name: "Pay invoice" }).click();
  const amount = screen.getByRole("textbox", { name: /^Amount/ });
  for (const [typed, words] of [
    ["1200.01", "Must be at most £1,200.00"],
    ["0.29", "Must be at least 0.30"],
  ]) {
    await amount.fill(typed!);
    await expect.element(screen.getByText(words!)).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Pay", exact: true })).toBeDisabled();
  }
  await amount.fill("50.5");
  await payNew(opened, "£50.50");
  await vi.waitFor(() => expect(bodies(intents)).toEqual([{ InvoiceId: id(7), Amount: gbp(5_050) }]));
});

test("BILL-33 the bank's step is shown and looked up; a card that fails says why, and another can be tried", async () => {
  let answered = 0;
  const opened: Opened = await open({
    answers: {
      [`POST ${intents}/confirm`]: () =>
        [
          () => opened.becomes("needsAction"),
          () => opened.becomes("failed", { Failure: declined }),
          () => opened.becomes("processing"),
        ][answered++]!(),
    },
  });
  const { screen, bodies } = opened;
  await payNew(opened);
  await expect.element(screen.getByText("Your bank asks you to confirm this payment of £1,200.00.")).toBeVisible();
  expect(await faults()).toEqual([]);
  await say({ kind: "acted" });
  await expect.element(screen.getByRole("alert")).toHaveTextContent(declined.Reason);
  expect(bodies(`${intents}/confirm`)).toEqual([
    { PaymentIntentId: "pi_1", PaymentMethodId: "pm_1" },
    { PaymentIntentId: "pi_1" },
  ]);
  await payNew(opened);
  await expect.element(screen.getByText("Processing")).toBeVisible();
  expect(bodies(intents)).toHaveLength(2);
});

test("BILL-33 a payment that counted meanwhile is paid, though whoever wrote it has a slower clock", async () => {
  const opened: Opened = await open({
    answers: { [`POST ${intents}/confirm`]: () => opened.becomes("processing", { Version: 2 }) },
  });
  const { screen } = opened;
  await payNew(opened);
  await expect.element(screen.getByText("Processing")).toBeVisible();
  opened.becomes("confirmed", { Version: 3, ChangedAt: "2026-05-20T09:59:59.000Z" });
  await opened.queryClient.invalidateQueries({ queryKey: ["invoices"] });
  await expect.element(screen.getByText("£1,200.00 was paid")).toBeVisible();
});

test("BILL-33 BILL-34 a step at the bank that is left is cancelled by closing the dialog", async () => {
  const opened: Opened = await open({
    answers: { [`POST ${intents}/confirm`]: () => opened.becomes("needsAction") },
  });
  const { screen, bodies } = opened;
  await payNew(opened);
  await screen.getByRole("button", { name: "Cancel the payment" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(bodies(`${intents}/cancel`)).toEqual([{ PaymentIntentId: "pi_1" }]);
});

test("BILL-35 a payment that cannot be begun says so in the words of the specification, and the same press pays once", async () => {
  const words = "Creating Stripe payment intent failed. Result contains failed succeed status flag.";
  const opened = await open({
    answers: { [`POST ${intents}`]: refused(409, "paymentNotCreated", words) },
  });
  await payNew(opened);
  await expect.element(opened.screen.getByRole("alert").getByText(words, { exact: true })).toBeVisible();
  await expect.element(opened.screen.getByRole("button", { name: "Pay £1,200.00" })).toBeEnabled();
  expect(opened.bodies(intents)).toHaveLength(1);
});

test("what the form does not take is said, and the form that does not come can be loaded again", async () => {
  const opened = await open();
  const { screen, bodies } = opened;
  await screen.getByRole("button", { name: "Pay invoice" }).click();
  await formComes(opened, "Pay £1,200.00");
  await say({ kind: "failed", message: "The form for cards could not be loaded." });
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The form for cards could not be loaded.Try again");
  await screen.getByRole("button", { name: "Try again" }).click();
  await formComes(opened, "Pay £1,200.00");
  await screen.getByRole("button", { name: "Pay £1,200.00" }).click();
  await say({ kind: "refused", message: "Your card number is invalid." });
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Your card number is invalid.");
  expect(bodies(intents)).toEqual([]);
});

test("BILL-37 a stored card is charged with method, amount, date, currency and invoice", async () => {
  const { screen, bodies } = await open({ cards: [card(21, "1111"), card(22, "4242", true)] });
  await screen.getByRole("button", { name: "Pay invoice" }).click();
  await expect.element(screen.getByRole("radio", { name: /Visa ending 4242/ })).toBeChecked();
  expect(await faults()).toEqual([]);
  await screen.getByRole("radio", { name: /Visa ending 1111/ }).click();
  await screen.getByRole("textbox", { name: /^Amount/ }).fill("1,000");
  await expect.element(screen.getByRole("button", { name: "Pay £1,000.00" })).toBeEnabled();
  const press = screen.getByRole("button", { name: "Pay £1,000.00" }).element() as HTMLElement;
  press.click();
  press.click();
  await expect.element(screen.getByText(/^With Visa ending 1111/)).toBeVisible();
  expect(bodies("/api/billing/card-payments")).toEqual([
    {
      PaymentMethodId: id(21),
      Amount: "1000.00",
      PaymentDate: "2026-05-20",
      Currency: "GBP",
      InvoiceId: id(7),
    },
  ]);
});

test("an invoice is paid by direct debit, which says when it is taken and is on its way until the bank confirms it", async () => {
  const { screen, bodies } = await open({
    cards: [card(21, "1111", true)],
    debit: { Id: id(31), AccountEnding: "11", ChargeOn: "2026-05-26" },
  });
  await screen.getByRole("button", { name: "Pay invoice" }).click();
  await expect.element(screen.getByText("Taken on 26/05/2026 at the earliest")).toBeVisible();
  await screen.getByRole("radio", { name: /Direct debit from the account ending 11/ }).click();
  expect(await faults()).toEqual([]);
  await screen.getByRole("textbox", { name: /^Amount/ }).fill("1,000");
  const press = screen.getByRole("button", { name: "Pay £1,000.00" });
  await expect.element(press).toBeEnabled();
  (press.element() as HTMLElement).click();
  (press.element() as HTMLElement).click();
  await expect.element(screen.getByRole("dialog").getByText("The payment is on its way")).toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect.element(screen.getByText(/The bank takes it on 26\/05\/2026/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Pay invoice" }).elements()).toHaveLength(0);
  expect(bodies("/api/billing/direct-debit/payments")).toEqual([{ InvoiceId: id(7), Amount: gbp(100_000) }]);
});

test("an invoice that another session paid meanwhile is not paid again", async () => {
  const opened: Opened = await open({
    answers: {
      "POST /api/billing/card-payments": (_: Sent) => {
        Object.assign(opened.now, { Open: gbp(0), Collectable: gbp(0) });
        return refused(409, "paymentOnItsWay", "A payment of this invoice is on its way already.");
      },
    },
    cards: [card(21, "1111", true)],
  });
  await opened.screen.getByRole("button", { name: "Pay invoice" }).click();
  await opened.screen.getByRole("button", { name: "Pay £1,200.00" }).click();
  await expect.element(opened.screen.getByRole("dialog").getByRole("alert")).toBeVisible();
});

test("FLAG-10 invoices are paid only where BillingPlatformPayment is on, and by those who see billing", async () => {
  const off = await open({ flags: [] });
  await expect.element(off.screen.getByRole("button", { name: "Download PDF" })).toBeVisible();
  expect(off.screen.getByRole("button", { name: "Pay invoice" }).elements()).toHaveLength(0);
});

test("FLAG-10 with BillingPlatformPayment on, an invoice has its pay action", async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole("button", { name: "Pay invoice" })).toBeVisible();
});
