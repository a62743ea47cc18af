import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";
import type { DirectDebitStatus, PaymentOptions } from "./payment-options.queries.ts";

const methodId = "019a0000-0000-7000-8000-0000000000d1";
const options: PaymentOptions = {
  AutoPay: false,
  PaymentTerm: null,
  GrantedDays: 30,
  PaymentTerms: ["Due Upon Receipt"],
  PaymentMethodType: "BankTransfer",
  DefaultPaymentMethodId: null,
  DirectDebit: null,
  AcceptedBrands: ["Visa"],
  CanAdd: ["card", "directDebit"],
};
const method = {
  Id: methodId,
  PaymentMethodStatus: "Active",
  CreatedDate: "2026-05-20T10:00:00.000Z",
  LastFour: "11",
  IsDefault: true,
} as const;
const none: DirectDebitStatus = {
  CanAuthorise: true,
  Scheme: "bacs",
  Provider: "GoCardless",
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
const there: DirectDebitStatus = {
  ...none,
  CanAuthorise: false,
  Status: "pendingSubmission",
  HasMandate: true,
  PaymentMethodId: methodId,
  Reference: "TRADEWIND-00011",
  BankName: "BARCLAYS BANK PLC",
  AccountEnding: "11",
  ActiveFrom: "2026-06-03",
  CreatedDate: "2026-05-28T10:00:00.000Z",
};
const authorise = "POST /api/billing/direct-debit/payer-authorisations";
const cancel = "POST /api/billing/direct-debit/cancel";

function serve(debit: Partial<DirectDebitStatus>, changes: object = {}) {
  const now = { debit: { ...none, ...debit } };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/billing/payment-options": () =>
      succeeded({ ...options, DirectDebit: now.debit.PaymentMethodId && now.debit.HasMandate ? method : null }),
    "GET /api/billing/payment-methods/cards": () => succeeded({ Items: [] }),
    "GET /api/billing/direct-debit/status": () => succeeded(now.debit),
    [authorise]: () => {
      now.debit = { ...there, Status: "starting", PaymentMethodId: null };
      return succeeded({ PayerAuthorisationId: "BRQ1", ...now.debit });
    },
    [cancel]: () => {
      now.debit = { ...there, Status: "ending" };
      return succeeded(now.debit);
    },
    ...changes,
  });
  return {
    writes: () =>
      sent
        .filter(({ method: how, path }) => how === "POST" && path.startsWith("/api/billing/direct-debit"))
        .map(({ path, body }: Sent) => [path, body && JSON.parse(body)]),
  };
}
const open = async () => (await renderApp("/billing/payment-options")).screen;
const everywhere = async () => {
  for (const width of widths) {
    await page.viewport(width, 844);
    expect(await faults()).toEqual([]);
  }
};

test("BILL-28 an account is entered, checked beside the guarantee and authorised; faults are said at their fields", async () => {
  let refuses = true;
  const unknown = "Direct debits cannot be taken from this account.";
  const refusal = refused(400, "invalidRequest", "No.", { AccountNumber: unknown });
  const usual = succeeded({ PayerAuthorisationId: "BRQ1", ...there });
  const { writes } = serve({}, { [authorise]: () => (refuses ? refusal : usual) });
  const screen = await open();
  await screen.getByRole("button", { name: "Set up direct debit" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog.getByText("Sort code is required")).toBeVisible();
  await expect.element(dialog.getByText("This is required")).toBeVisible();
  await everywhere();
  await dialog.getByLabelText("Account holder").fill("Harbour IT");
  await dialog.getByLabelText("Sort code").fill("20-00-0");
  await dialog.getByLabelText("Account number").fill("5577 9911");
  await dialog.getByRole("checkbox").click();
  await expect.element(dialog.getByText("Must be 6 digits, for example 20-00-00")).toBeVisible();
  await dialog.getByLabelText("Sort code").fill("20 00 00");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog.getByRole("heading", { name: "The Direct Debit Guarantee" })).toBeVisible();
  await expect.element(dialog.getByText("20-00-00")).toBeVisible();
  expect(dialog.element().textContent).toContain("full and immediate refund");
  await everywhere();
  expect(writes()).toEqual([]);
  await dialog.getByRole("button", { name: "Authorise direct debit" }).click();
  await expect.element(dialog.getByText(unknown)).toBeVisible();
  refuses = false;
  await expect.element(dialog.getByLabelText("Account holder")).toHaveValue("Harbour IT");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "Authorise direct debit" }).click();
  await expect.element(screen.getByText("The direct debit is being set up")).toBeVisible();
  expect(writes().at(-1)).toEqual([
    "/api/billing/direct-debit/payer-authorisations",
    { AccountHolderName: "Harbour IT", SortCode: "200000", AccountNumber: "55779911", Confirmed: true },
  ]);
});

test("BILL-28 who pays in euros enters an IBAN, whose digits are checked", async () => {
  serve({ Scheme: "sepa" });
  const screen = await open();
  await screen.getByRole("button", { name: "Set up direct debit" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByLabelText("Sort code")).not.toBeInTheDocument();
  await dialog.getByLabelText("Account holder").fill("Quay Ltd");
  await dialog.getByLabelText("IBAN").fill("IE29 AIBK 9311 5212 3456 79");
  await dialog.getByRole("checkbox").click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog.getByText("Must be an IBAN, as on a statement")).toBeVisible();
  await dialog.getByLabelText("IBAN").fill("IE29 AIBK 9311 5212 3456 78");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog.getByText("within eight weeks", { exact: false })).toBeVisible();
});

test.each([
  ["starting", "Being set up", "This takes a moment."],
  ["pendingApproval", "Waiting for approval", "has to approve it at the bank"],
  ["pendingSubmission", "On its way to your bank", "The first payment can be taken from 03/06/2026."],
  ["submitted", "With your bank", "The first payment can be taken from 03/06/2026."],
  [
    "active",
    "Active",
    "You are told amount and day three working days before a payment is taken. The next payment can be taken from 03/06/2026.",
  ],
  ["suspended", "Suspended at your bank", "Please ask your bank"],
  ["ending", "Being cancelled", "Nothing is taken any more."],
] as const)("BILL-29 %s is said as `%s`, with what comes next", async (Status, label, next) => {
  serve({ ...there, Status });
  const screen = await open();
  await expect.element(screen.getByRole("status").filter({ hasText: label })).toBeVisible();
  await expect.element(screen.getByText(next, { exact: false })).toBeVisible();
  await expect.element(screen.getByText("BARCLAYS BANK PLC, ending 11")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Set up direct debit" })).not.toBeInTheDocument();
  expect(await faults()).toEqual([]);
});

test.each([
  ["failed", "Not set up"],
  ["cancelled", "Cancelled"],
  ["expired", "Expired"],
  ["blocked", "Blocked"],
  ["consumed", "Used up"],
] as const)("BILL-29 %s says why, and another can be set up", async (Status, label) => {
  serve({ ...there, Status, HasMandate: false, CanAuthorise: true, FailureReason: "The bank account was closed." });
  const screen = await open();
  await expect.element(screen.getByRole("status").filter({ hasText: label })).toBeVisible();
  await expect.element(screen.getByText("The bank account was closed.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Set up direct debit" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Cancel: direct debit" })).not.toBeInTheDocument();
});

test("BILL-31 who ends the direct debit they pay by is told that they pay by hand then", async () => {
  const { writes } = serve({ ...there, Status: "active" });
  const screen = await open();
  await screen.getByRole("button", { name: "Cancel: direct debit" }).click();
  const dialog = screen.getByRole("dialog", { name: "Cancel the direct debit" });
  await expect.element(dialog.getByText("Automatic payment is switched off", { exact: false })).toBeVisible();
  await everywhere();
  await dialog.getByRole("button", { name: "Cancel direct debit" }).click();
  await expect.element(screen.getByText("The direct debit was cancelled. You pay by hand now")).toBeVisible();
  await expect.element(screen.getByRole("status").filter({ hasText: "Being cancelled" })).toBeVisible();
  expect(writes()).toEqual([["/api/billing/direct-debit/cancel", ""]]);
});

test("a cancellation that fails says so, and a status that cannot be loaded is asked for again", async () => {
  let fails = true;
  serve(there, {
    [cancel]: refused(500, "unexpected", "It failed."),
    "GET /api/billing/direct-debit/status": () => (fails ? refused(500, "unexpected", "No status.") : succeeded(there)),
  });
  const screen = await open();
  await expect.element(screen.getByText("No status."), { timeout: 10_000 }).toBeVisible();
  fails = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await screen.getByRole("button", { name: "Cancel: direct debit" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Cancel direct debit" }).click();
  await expect.element(screen.getByRole("dialog").getByRole("alert")).toHaveTextContent("It failed.");
});
