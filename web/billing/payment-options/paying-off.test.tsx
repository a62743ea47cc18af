import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = (end: string) => `019a0000-0000-7000-8000-0000000000${end}`;
const stored = { PaymentMethodStatus: "Active", CreatedDate: "2026-05-20T10:00:00.000Z" };
const card = { ...stored, Id: id("01"), LastFour: "4242", Brand: "Visa", ExpiryMonth: 12, ExpiryYear: 2030 };
const options = {
  AutoPay: false,
  PaymentTerm: null,
  GrantedDays: 30,
  PaymentTerms: ["Due Upon Receipt", "Net 14", "Net 30"],
  PaymentMethodType: "BankTransfer",
  DefaultPaymentMethodId: id("0d"),
  DirectDebit: { ...stored, Id: id("0d"), LastFour: "9911", IsDefault: true },
  AcceptedBrands: ["Visa", "MasterCard"],
};

const acts = ["Add card", /^Make default/, "Pay by hand instead"];

async function open(flags: string[]) {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags })),
    "GET /api/billing/payment-options": succeeded({ ...options, CanAdd: flags.length > 0 ? ["card"] : [] }),
    "GET /api/billing/payment-methods/cards": succeeded({ Items: [{ ...card, IsDefault: false }] }),
  });
  const { screen } = await renderApp("/billing/payment-options");
  await expect.element(screen.getByText("Visa ending 4242")).toBeVisible();
  return screen;
}

test("FLAG-10 without BillingPlatformPayment nothing is added or chosen to pay with, and what is stored can be cancelled", async () => {
  const screen = await open([]);
  await expect.element(screen.getByText(/is switched off at the moment/)).toBeVisible();
  for (const name of acts) expect(screen.getByRole("button", { name }).elements()).toHaveLength(0);
  await expect.element(screen.getByRole("switch", { name: /^Automatic payment/ })).toBeDisabled();
  await expect.element(screen.getByRole("button", { name: "Cancel: Visa ending 4242" })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("FLAG-10 with BillingPlatformPayment cards are added and chosen to pay with", async () => {
  const screen = await open(["BillingPlatformPayment"]);
  for (const name of acts) await expect.element(screen.getByRole("button", { name }).first()).toBeVisible();
  await expect.element(screen.getByRole("switch", { name: /^Automatic payment/ })).toBeEnabled();
});
