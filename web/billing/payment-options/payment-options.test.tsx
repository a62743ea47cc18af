import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";
import type { DirectDebitStatus, PaymentCard, PaymentOptions } from "./payment-options.queries.ts";

const idOf = (last: string) => `019a0000-0000-7000-8000-0000000000${last}`;
const card = (last: string, LastFour: string, changes: Partial<PaymentCard> = {}): PaymentCard => ({
  Id: idOf(last),
  PaymentMethodStatus: "Active",
  CreatedDate: "2026-05-20T10:00:00.000Z",
  Brand: "Visa",
  LastFour,
  ExpiryMonth: 12,
  ExpiryYear: 2030,
  IsDefault: false,
  ...changes,
});
const newest = card("03", "1111");
const middle = card("02", "4444", { Brand: "MasterCard", CreatedDate: "2026-05-19T10:00:00.000Z" });
const oldest = card("01", "4242", { CreatedDate: "2026-05-18T10:00:00.000Z" });
const closed = card("09", "0009", { PaymentMethodStatus: "Closed" });
const debit = {
  Id: idOf("0d"),
  PaymentMethodStatus: "Active",
  CreatedDate: "2026-05-20T10:00:00.000Z",
  LastFour: "9911",
  IsDefault: false,
} as const;
const usual: PaymentOptions = {
  AutoPay: false,
  PaymentTerm: null,
  GrantedDays: 30,
  PaymentTerms: ["Due Upon Receipt", "Net 14", "Net 30"],
  PaymentMethodType: "BankTransfer",
  DefaultPaymentMethodId: null,
  DirectDebit: null,
  AcceptedBrands: ["Visa", "MasterCard"],
  CanAdd: ["card", "directDebit"],
};
/** Where no provider of direct debits is set up, they are entered on the hosted page. */
const noMandates: DirectDebitStatus = {
  CanAuthorise: false,
  Scheme: "bacs",
  Provider: null,
  Status: "none",
  HasMandate: false,
  PaymentMethodId: null,
  Reference: null,
  BankName: null,
  AccountEnding: null,
  ActiveFrom: null,
  FailureReason: null,
  CreatedDate: null,
};
const authorisation = {
  Signature: "c2ln",
  Token: "token-1",
  Key: "a2V5",
  TenantId: "12270",
  PageId: "page-1",
  Url: "https://pages.example/apps/PublicHostedPageLite.do",
  ZuoraAccountId: "account-1",
};

const optionsPath = "GET /api/billing/payment-options";
const cardsPath = "GET /api/billing/payment-methods/cards";
const methods = "/api/billing/payment-methods";
const update = `PUT ${methods}`;
const cancel = `POST ${methods}/cancel`;

/** A server with these cards and options, which does what it is asked. */
function serve(options: Partial<PaymentOptions> = {}, active = [newest, middle, oldest], changes: object = {}) {
  const now = { options: { ...usual, ...options }, active, closed: [closed] };
  const sent = fakeApi({
    "GET /api/billing/automatic-payment": succeeded({
      State: "on",
      OnItsWay: { On: "2026-06-03", Amount: { Minor: "5000", Currency: "GBP" }, Invoices: 1 },
      Next: { On: "2026-06-30", Amount: { Minor: "12000", Currency: "GBP" }, Invoices: 2 },
      Left: { On: "2026-04-30", Amount: { Minor: "700", Currency: "GBP" }, Invoices: 1 },
    }),
    "GET /api/session": succeeded(sessionOf({ flags: ["BillingPlatformPayment"] })),
    [optionsPath]: () => succeeded(now.options),
    [cardsPath]: ({ query }: Sent) =>
      succeeded({
        Items: query.get("PaymentMethodStatus") === "Active" ? now.active : now.closed,
      }),
    "GET /api/billing/direct-debit/status": succeeded(noMandates),
    "GET /api/billing/hosted-page-authorisation": () => succeeded(authorisation),
    [update]: ({ body }: Sent) => {
      const { autoPay, paymentTerm, paymentMethodType, defaultPaymentMethodId } = JSON.parse(body);
      now.options = {
        ...now.options,
        AutoPay: autoPay,
        PaymentTerm: paymentTerm,
        PaymentMethodType: paymentMethodType,
        DefaultPaymentMethodId: defaultPaymentMethodId,
        DirectDebit: now.options.DirectDebit && {
          ...now.options.DirectDebit,
          IsDefault: debit.Id === defaultPaymentMethodId,
        },
      };
      now.active = now.active.map((each) => ({ ...each, IsDefault: each.Id === defaultPaymentMethodId }));
      return succeeded(now.options);
    },
    [cancel]: ({ body }: Sent) => {
      const { ids } = JSON.parse(body) as { ids: string[] };
      now.closed = [...now.active.filter(({ Id }) => ids.includes(Id)), ...now.closed];
      now.active = now.active.filter(({ Id }) => !ids.includes(Id));
      return succeeded({ Closed: ids });
    },
    ...changes,
  });
  return {
    sent,
    now,
    writes: () =>
      sent
        .filter(({ method }) => method !== "GET" && method !== undefined)
        .map(({ method, path, body }) => ({ method, path, body: body && JSON.parse(body) }))
        .filter(({ path }) => path.startsWith(methods)),
  };
}
const open = async () => (await renderApp("/billing/payment-options")).screen;

test("BILL-03 BILL-11 BILL-12 BILL-13 BILL-21 BILL-22 cards of a status are listed newest first, beside the direct debit, and what is preferred is marked", async () => {
  serve({ DirectDebit: debit, PaymentMethodType: "CreditCard", DefaultPaymentMethodId: middle.Id }, [
    newest,
    { ...middle, IsDefault: true },
    oldest,
  ]);
  const screen = await open();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Payment options" })).toBeVisible();
  const active = screen.getByRole("list", { name: "Active cards" });
  await expect
    .poll(() => active.element().textContent)
    .toMatch(/Visa ending 1111.*Active.*Mastercard ending 4444Default.*Active.*Visa ending 4242.*Active/);
  expect(active.element().textContent).not.toContain("0009");
  await expect.element(screen.getByText("Expires 12/2030, added 20/05/2026")).toBeVisible();
  await expect.element(screen.getByText("Direct debit from the account ending 9911")).toBeVisible();
  const preferred = screen.getByRole("term").filter({ hasText: "Preferred" });
  expect(preferred.element().nextElementSibling!.textContent).toBe("Card");
  for (const width of widths) {
    await page.viewport(width, 844);
    expect(await faults()).toEqual([]);
  }
  await screen.getByRole("tab", { name: "Closed" }).click();
  await expect
    .poll(() => screen.getByRole("list", { name: "Closed cards" }).element().textContent)
    .toMatch(/^Visa ending 0009.*Closed$/);
});

test("BILL-14 a list answer without success says so in the specified words, and is asked for again", async () => {
  let fails = true;
  serve({}, [], {
    [cardsPath]: () => (fails ? refused(409, "conflict", "Something else.") : succeeded({ Items: [newest] })),
  });
  const screen = await open();
  await expect
    .element(screen.getByText("Loading of payment cards failed. Result contains failed succeed status flag."))
    .toBeVisible();
  fails = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Visa ending 1111")).toBeVisible();
});

// Only what a test says is heard: the document in the frame itself finds no script of the vault, and fails when it has come.
addEventListener(
  "message",
  (event) => {
    const source = document.querySelector<HTMLIFrameElement>("iframe[title='Payment page']")?.contentWindow;
    if (event.isTrusted && (event.source === null || event.source === source)) event.stopImmediatePropagation();
  },
  true,
);
const shownFrame = () =>
  vi.waitUntil(() => document.querySelector<HTMLIFrameElement>("iframe[title='Payment page']"), 10_000);

/** Says something in the name of the document in the frame. */
async function say(news: object | null) {
  const frame = await shownFrame();
  dispatchEvent(new MessageEvent("message", { data: news, origin: location.origin, source: frame.contentWindow }));
  return frame;
}
const answered = (answer: object) => ({ kind: "answered", answer });

test("BILL-17 BILL-19 a card is entered in the hosted page, authorised with the currency, 500 wide, and kept", async () => {
  const { sent, now } = serve({}, [], {
    [`POST ${methods}`]: () => {
      now.active = [newest];
      return succeeded({ Id: newest.Id });
    },
  });
  const screen = await open();
  await expect.element(screen.getByText("No cards yet")).toBeVisible();
  await expect.element(screen.getByText("We take Visa, Mastercard")).toBeVisible();
  await screen.getByRole("button", { name: "Add card" }).click();
  const frame = await shownFrame();
  expect(frame.getBoundingClientRect().width).toBe(500);
  expect(new URL(frame.src).pathname).toBe("/payment-page");
  expect(sent.find(({ path }) => path.endsWith("hosted-page-authorisation"))!.query.get("Currency")).toBe("GBP");
  dispatchEvent(
    new MessageEvent("message", {
      data: answered({ success: true, refId: "x", token: "y", signature: "z" }),
      origin: "https://elsewhere.example",
      source: frame.contentWindow,
    }),
  );
  const parameters = {
    tenantId: "12270",
    id: "page-1",
    token: "token-1",
    signature: "c2ln",
    key: "a2V5",
    url: authorisation.Url,
    style: "inline",
    submitEnabled: "true",
    locale: "en_GB",
    field_accountId: "account-1",
    field_currency: "GBP",
  };
  // The frame's window is another once its document has come.
  await vi.waitFor(async () => {
    const posted = vi.spyOn(frame.contentWindow!, "postMessage");
    await say({ kind: "ready" });
    expect(posted).toHaveBeenCalledWith({ kind: "open", parameters }, location.origin);
  });
  for (const other of [{ kind: "resize", height: 1 }, null]) await say(other);
  await say(answered({ success: true, refId: "ref-1", token: "token-1", signature: "c2ln" }));
  await expect.element(screen.getByText("The card was added")).toBeVisible();
  await expect.element(screen.getByText("Visa ending 1111")).toBeVisible();
  const adds = sent.filter(({ method, path }) => method === "POST" && path === methods);
  expect(adds.map(({ body }) => JSON.parse(body))).toEqual([{ RefId: "ref-1", Token: "token-1", Signature: "c2ln" }]);
});

test("BILL-20 a failed parameter of the page is logged and shown, and the page is authorised anew", async () => {
  const { sent } = serve();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const screen = await open();
  await screen.getByRole("button", { name: "Add card" }).click();
  await say({ kind: "failed", code: "unknown", message: "The signature is invalid." });
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("Nothing was savedThe signature is invalid.Try again");
  expect(logged).toHaveBeenCalledWith("The hosted payment page failed:", "unknown", "The signature is invalid.");
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Try again" }).click();
  await say(
    answered({ success: "false", errorCode: "BusinessValidationError", errorMessage: "Transaction declined." }),
  );
  await expect.element(screen.getByText("Transaction declined.")).toBeVisible();
  expect(logged).toHaveBeenCalledWith(
    "The hosted payment page failed:",
    "BusinessValidationError",
    "Transaction declined.",
  );
  logged.mockRestore();
  expect(sent.filter(({ path }) => path.endsWith("hosted-page-authorisation"))).toHaveLength(2);
});

test("BILL-15 BILL-16 FLAG-11 a brand that is not taken is refused by the server, and said; what is taken is listed", async () => {
  serve({ AcceptedBrands: ["Visa", "MasterCard", "AmericanExpress"] }, [], {
    [`POST ${methods}`]: refused(409, "cardBrandNotTaken", "Cards of this kind are not taken, so it was not saved."),
  });
  const screen = await open();
  await expect.element(screen.getByText("We take Visa, Mastercard, American Express", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Add card" }).click();
  for (const other of [{ kind: "resize", height: 1 }, null]) await say(other);
  await say(answered({ success: true, refId: "ref-1", token: "token-1", signature: "c2ln" }));
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent(
      "Nothing was savedCards of this kind are not taken, so it was not saved. (reference r-1)Try again",
    );
});

test("BILL-30 a direct debit is set up on the hosted page, authorised without a currency", async () => {
  const { sent } = serve();
  const screen = await open();
  await screen.getByRole("button", { name: "Set up direct debit" }).click();
  await say({ kind: "ready" });
  expect(sent.find(({ path }) => path.endsWith("hosted-page-authorisation"))!.query.has("Currency")).toBe(false);
});

test("BILL-23 BILL-24 automatic payment and the terms are saved as they are chosen, and kept after a reload", async () => {
  const { writes } = serve({ PaymentMethodType: "CreditCard", DefaultPaymentMethodId: newest.Id }, [
    { ...newest, IsDefault: true },
  ]);
  const screen = await open();
  await screen.getByRole("switch", { name: /^Automatic payment/ }).click();
  await expect.element(screen.getByRole("switch", { name: /^Automatic payment/ })).toBeChecked();
  await screen.getByLabelText("Pay", { exact: true }).selectOptions("Within 14 days");
  await expect
    .poll(() => writes().map(({ body }) => body))
    .toEqual([
      { autoPay: true, paymentTerm: null, paymentMethodType: "CreditCard", defaultPaymentMethodId: newest.Id },
      { autoPay: true, paymentTerm: "Net 14", paymentMethodType: "CreditCard", defaultPaymentMethodId: newest.Id },
    ]);
  await screen.unmount();
  const again = (await renderApp("/billing/payment-options")).screen;
  await expect.element(again.getByRole("switch", { name: /^Automatic payment/ })).toBeChecked();
  await again.getByRole("switch", { name: /^Automatic payment/ }).click();
  await expect.element(again.getByRole("switch", { name: /^Automatic payment/ })).not.toBeChecked();
});

test("BILL-23 BILL-25 BILL-32 a card becomes the default by saving it first and cancelling the others then", async () => {
  const { writes } = serve();
  const screen = await open();
  await screen.getByRole("button", { name: "Make default: Mastercard ending 4444" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change your default" });
  await expect.element(dialog.getByRole("list")).toHaveTextContent("Visa ending 1111Visa ending 4242");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Make default" }).click();
  await expect.element(screen.getByText("Mastercard ending 4444 is your default now")).toBeVisible();
  expect(writes()).toEqual([
    {
      method: "PUT",
      path: methods,
      body: { autoPay: false, paymentTerm: null, paymentMethodType: "CreditCard", defaultPaymentMethodId: middle.Id },
    },
    { method: "POST", path: `${methods}/cancel`, body: { ids: [newest.Id, oldest.Id] } },
  ]);
  await expect
    .poll(() => screen.getByRole("list", { name: "Active cards" }).element().textContent)
    .toMatch(/^Mastercard ending 4444Default[^V]*$/);
});

test("BILL-27 a direct debit becomes the default as a bank transfer, and all active cards are cancelled", async () => {
  const { writes } = serve({ DirectDebit: debit });
  const screen = await open();
  await screen.getByRole("button", { name: "Make default: direct debit" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Make default" }).click();
  await expect.element(screen.getByText("No cards yet")).toBeVisible();
  expect(writes().map(({ body }) => body)).toEqual([
    { autoPay: false, paymentTerm: null, paymentMethodType: "BankTransfer", defaultPaymentMethodId: debit.Id },
    { ids: [newest.Id, middle.Id, oldest.Id] },
  ]);
});

test.each([
  ["the settings", update, [`PUT ${methods}`]],
  ["the cards", cancel, [`PUT ${methods}`, `POST ${methods}/cancel`]],
])("BILL-26 where saving %s fails, `Update payment methods failed.` is shown", async (_, failing, called) => {
  const { writes } = serve({}, undefined, { [failing]: refused(500, "unexpected", "Something else.") });
  const screen = await open();
  await screen.getByRole("button", { name: "Make default: Visa ending 1111" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make default" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Update payment methods failed.");
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(called);
});

test("options that cannot be loaded say so, and what cannot be added has no button", async () => {
  let fails = true;
  serve({}, [], {
    [optionsPath]: () => (fails ? refused(500, "unexpected", "It failed.") : succeeded({ ...usual, CanAdd: [] })),
  });
  const screen = await open();
  await expect.element(screen.getByText("It failed."), { timeout: 10_000 }).toBeVisible();
  fails = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Cards cannot be added at the moment.", { exact: false })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Add card" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Set up direct debit" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("switch", { name: /^Automatic payment/ })).toBeDisabled();
});

test("BILL-32 a card that is not the default is cancelled by its id, once that is confirmed", async () => {
  const { writes } = serve();
  const screen = await open();
  await screen.getByRole("button", { name: "Cancel: Visa ending 4242" }).click();
  const dialog = screen.getByRole("dialog", { name: "Cancel this card" });
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel card" }).click();
  await expect.element(screen.getByText("Visa ending 4242 was cancelled")).toBeVisible();
  expect(writes()).toEqual([{ method: "POST", path: `${methods}/cancel`, body: { ids: [oldest.Id] } }]);
  await expect.element(screen.getByRole("button", { name: "Cancel: Visa ending 4242" })).not.toBeInTheDocument();
});

test("who pays by a default can go back to paying by hand", async () => {
  const { writes } = serve({ AutoPay: true, PaymentMethodType: "CreditCard", DefaultPaymentMethodId: newest.Id }, [
    { ...newest, IsDefault: true },
  ]);
  const screen = await open();
  await expect
    .element(screen.getByText("Takes next: £120.00 for 2 invoices on 30/06/2026, unless you pay before."))
    .toBeVisible();
  await expect.element(screen.getByText(/^On its way: £50\.00 for one invoice, taken on 03\/06\/2026/)).toBeVisible();
  await expect.element(screen.getByText("£7.00 for one invoice is left for you to pay")).toBeVisible();
  expect(await settled().then(() => faults())).toEqual([]);
  await screen.getByRole("button", { name: "Pay by hand instead" }).click();
  await expect.element(screen.getByText(/^Takes next/)).not.toBeInTheDocument();
  await expect.element(screen.getByText("Bank transfer by hand")).toBeVisible();
  expect(writes().map(({ body }) => body)).toEqual([
    { autoPay: false, paymentTerm: null, paymentMethodType: "BankTransfer", defaultPaymentMethodId: null },
  ]);
});
