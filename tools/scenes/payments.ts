import type { Page } from "playwright-core";
import { behind, press, reseller, type Scene } from "./scene.ts";

const form = (page: Page) => page.frameLocator("iframe[title='Card']").frameLocator("iframe[title^='Secure payment']");
const bank = (page: Page) => page.frameLocator("iframe[title='Card']").frameLocator("iframe[title='Your bank']");

/** Opens the dialog on the newest invoice, without what an earlier picture left on its way. */
async function openDialog(page: Page): Promise<void> {
  const left = page.getByRole("button", { name: "Cancel this payment" });
  if (await left.isVisible()) await left.click();
  await press("Pay invoice")(page);
  await form(page).getByLabel("Card number").waitFor();
}
const payWith = (number: string) => async (page: Page) => {
  await openDialog(page);
  await form(page).getByLabel("Card number").fill(number);
  await form(page).getByLabel("Expiration date").fill("04 / 29");
  await form(page).getByLabel("Security code").fill("123");
  await page.getByRole("textbox", { name: /^Amount/ }).fill("10.00");
  await page.getByRole("button", { name: "Pay £10.00" }).click();
};
const invoice = behind("/billing/invoices", "TW-");

const id = (end: string) => `019a0000-0000-7000-8000-0000000000${end}`;
const card = (end: string, Brand: string, LastFour: string, IsDefault: boolean) => ({
  Id: id(end),
  PaymentMethodStatus: "Active",
  CreatedDate: "2026-10-02T10:00:00.000Z",
  LastFour,
  Brand,
  ExpiryMonth: 4,
  ExpiryYear: 2029,
  IsDefault,
});

export const paymentScenes: readonly Scene[] = [
  { name: "invoice-pay", who: reseller, open: invoice, act: openDialog, also: ["900", "dark"] },
  {
    name: "invoice-pay-stored",
    who: reseller,
    open: invoice,
    given: {
      "/api/billing/payment-methods/cards": {
        Items: [card("c2", "MasterCard", "4444", true), card("c1", "Visa", "1111", false)],
      },
    },
    act: press("Pay invoice"),
    also: ["900", "dark"],
  },
  {
    name: "invoice-pay-declined",
    who: reseller,
    open: invoice,
    act: async (page) => {
      await payWith("4000000000009995")(page);
      await page.getByRole("alert").waitFor();
    },
    also: ["dark"],
  },
  {
    name: "invoice-pay-bank",
    who: reseller,
    open: invoice,
    act: async (page) => {
      await payWith("4000002760003184")(page);
      await bank(page).getByRole("button", { name: "Complete authentication" }).waitFor();
    },
    also: ["900"],
  },
  {
    name: "invoice-paid-part",
    who: reseller,
    open: invoice,
    act: async (page) => {
      await payWith("4242424242424242")(page);
      await page.getByText("£10.00 was paid").waitFor();
    },
    also: ["dark"],
  },
];
