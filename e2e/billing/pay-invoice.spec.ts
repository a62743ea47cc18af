import type { Page } from "@playwright/test";
import { expect, expectNoFaults, keepPicture, longTest, resellerOf, signIn, test } from "../portal.ts";

/** The gateway's form, in the frame of the small document that opens it, and the payer's step at their bank. */
const form = (page: Page) => page.frameLocator("iframe[title='Card']").frameLocator("iframe[title^='Secure payment']");
const bank = (page: Page) => page.frameLocator("iframe[title='Card']").frameLocator("iframe[title='Your bank']");

async function enter(page: Page, number: string): Promise<void> {
  await form(page).getByLabel("Card number").fill(number);
  await form(page).getByLabel("Expiration date").fill("04 / 29");
  await form(page).getByLabel("Security code").fill("123");
}
const pay = (page: Page, amount: string) => page.getByRole("button", { name: `Pay ${amount}` }).click();
const open = async (page: Page) => {
  await page.getByRole("button", { name: "Pay invoice" }).click();
  await expect(form(page).getByLabel("Card number")).toBeVisible();
};

test("BILL-33 BILL-34 BILL-35 BILL-37 an invoice is paid in parts with a new and a stored card, and another session sees its balance fall", async ({
  page,
  otherPage,
}, info) => {
  const { user, currency } = resellerOf(info);
  await signIn(page, user);
  await page.goto("/billing/invoices?status=open");
  await page.getByRole("table", { name: "Invoices" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/invoice-detail/);
  const invoice = page.url();
  // A run that was cut off left its payment on its way.
  await expect(page.getByRole("heading", { name: "Total" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Pay invoice|Cancel this payment/ }).first()).toBeVisible();
  for (const left of await page.getByRole("button", { name: "Cancel this payment" }).all()) await left.click();
  await keepPicture(page, "invoice");
  await signIn(otherPage, user);
  await otherPage.goto(invoice);
  const dialog = page.getByRole("dialog", { name: /^Pay invoice/ });
  const part = `${currency}10.00`;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));

  await open(page);
  await expectNoFaults(page);
  await dialog.getByRole("textbox", { name: /^Amount/ }).fill("10");

  // What is entered wrongly is said, and nothing is begun.
  await enter(page, "4242424242424241");
  await pay(page, part);
  await expect(dialog.getByRole("alert")).toContainText("Your card number is invalid.");
  await enter(page, "4242");
  await pay(page, part);
  await expect(form(page).getByRole("alert")).toHaveText("Your card number is incomplete.");

  const words = "Creating Stripe payment intent failed. Result contains failed succeed status flag.";
  await page.route("**/api/billing/payment-intents", (route) =>
    route.fulfill({
      status: 409,
      json: { Succeed: false, Error: "paymentNotCreated", Messages: [words], Labels: null, Resources: null },
    }),
  );
  await enter(page, "4242424242424242");
  await pay(page, part);
  await expect(dialog.getByRole("alert").getByText(words, { exact: true })).toBeVisible();
  await page.unroute("**/api/billing/payment-intents");

  await enter(page, "4000000000009995");
  await pay(page, part);
  await expect(dialog.getByRole("alert")).toContainText("There is not enough money on this card.");
  await expectNoFaults(page);

  // The bank asks: it fails, is left, and passes.
  await enter(page, "4000002760003184");
  await pay(page, part);
  await bank(page).getByRole("button", { name: "Fail authentication" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The payment was not confirmed with your bank.");
  await pay(page, part);
  await expect(bank(page).getByRole("button", { name: "Complete authentication" })).toBeVisible();
  await expect(otherPage.getByText("Waits for your bank")).toBeVisible();
  await page.getByRole("button", { name: "Cancel the payment" }).click();
  await expect(dialog).toBeHidden();
  await expect(otherPage.getByText("Cancelled").first()).toBeVisible();
  await open(page);
  await dialog.getByRole("textbox", { name: /^Amount/ }).fill("10");
  await enter(page, "4000002760003184");
  await pay(page, part);
  await bank(page).getByRole("button", { name: "Complete authentication" }).click();
  await expect(dialog.getByText(`${part} was paid`)).toBeVisible();
  await expect(dialog.getByText("With Visa ending 3184.")).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(otherPage.getByText("Visa ending 3184").first()).toBeVisible();
  // Cards go to the gateway alone.
  const ours = sent.filter((each) => each.startsWith(new URL(invoice).origin));
  expect(ours.join("\n")).not.toMatch(/40000027|3184/);
  expect(sent.join("\n")).toContain("4000002760003184");

  await page.goto("/billing/payment-options");
  await page.getByRole("button", { name: "Add card" }).click();
  const page2 = page.frameLocator("iframe[title='Payment page']").frameLocator("iframe[title='Payment page']");
  await page2.getByLabel("Card number").fill("5105105105105100");
  await page2.getByLabel("Name on the card").fill("Nora Wind");
  await page2.getByLabel("Expires").fill("04/29");
  await page2.getByLabel("Security code").fill("123");
  await page2.getByRole("button", { name: "Submit" }).click();
  await expect(
    page.getByRole("list", { name: "Active cards" }).getByText("Mastercard ending 5100").first(),
  ).toBeVisible();
  await page.goto(invoice);
  await page.getByRole("button", { name: "Pay invoice" }).click();
  await dialog.getByRole("textbox", { name: /^Amount/ }).fill("20.50");
  await dialog
    .getByRole("radio", { name: /^Mastercard ending 5100/ })
    .first()
    .check();
  await expectNoFaults(page);
  await pay(page, `${currency}20.50`);
  await expect(dialog.getByText(`${currency}20.50 was paid`)).toBeVisible();
  await expect(otherPage.getByText("Mastercard ending 5100").first()).toBeVisible();
});

longTest(
  "an overdue invoice that is paid from the list is overdue no more, in every open session",
  async ({ page, otherPage }, info) => {
    const { user } = resellerOf(info);
    await signIn(page, user);
    await signIn(otherPage, user);
    await page.goto("/billing/invoices?status=overdue");
    const oldest = page.getByRole("table", { name: "Invoices" }).getByRole("link").last();
    const number = /TW-\d+/.exec(await oldest.innerText())![0];
    await otherPage.goto("/billing/invoices?status=overdue");
    await expect(otherPage.getByRole("link", { name: new RegExp(number) })).toBeVisible();

    await page.getByRole("checkbox", { name: new RegExp(number) }).click();
    await page.getByRole("button", { name: "Pay 1 invoice" }).click();
    const dialog = page.getByRole("dialog", { name: `Pay invoice ${number}` });
    await dialog
      .getByRole("radio", { name: /^Mastercard ending 5100/ })
      .first()
      .check();
    await expectNoFaults(page);
    await dialog.getByRole("button", { name: /^Pay [£€]/ }).click();
    await expect(dialog.getByText(/was paid$/)).toBeVisible();
    await expect(otherPage.getByRole("link", { name: new RegExp(number) })).toHaveCount(0);
  },
);
