import type { Page } from "@playwright/test";
import { expect, expectNoFaults, freshName, resellerOf, signIn, test } from "../portal.ts";

/** Issues a code for so many pounds or euros, and returns it. */
async function issue(staff: Page, amount: string, currency: string, reason: string): Promise<string> {
  await staff.goto("/operator/credit-codes");
  await staff.getByRole("button", { name: "Issue a code" }).first().click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByText(currency, { exact: true }).first().click();
  await dialog.getByRole("textbox", { name: /^Amount/ }).fill(amount);
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await dialog.getByRole("button", { name: "Issue code" }).click();
  const code = await staff.getByRole("region", { name: "Code" }).innerText();
  await staff.getByRole("button", { name: "Done" }).click();
  return code.trim();
}

test("BILL-02 BILL-45 BILL-10 a code is redeemed, the balance grows, and an invoice is paid out of it", async ({
  page,
  otherPage: staff,
}, info) => {
  const { user, currency } = resellerOf(info);
  const reason = freshName(info, "For an outage");
  await signIn(staff, "operator@tradewind.example");
  const code = await issue(staff, "12.34", currency, reason);
  await expect(staff.getByText(reason)).toBeVisible();
  await expectNoFaults(staff);

  await signIn(page, user);
  await page.goto("/billing");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("currencyCode")))
    .toBe(currency === "£" ? "GBP" : "EUR");
  await page.getByRole("link", { name: "Credit", exact: true }).click();
  await expect(page).toHaveURL(/\/billing\/credit$/);
  await page.getByRole("textbox", { name: "Code" }).fill("ABCD-EFGH-JKLM-NPQR");
  await page.getByRole("button", { name: "Redeem" }).click();
  await expect(page.getByText(/This code cannot be used/)).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(code.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${currency}12.34 was added to your credit`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${currency}12.34`).first()).toBeVisible();
  await expect(page.getByText(`Code ending ${code.slice(-4)}: ${reason}`)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Add credit" }).click();
  await expect(page.getByRole("dialog").getByText(/^CR-/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();

  await page.goto("/billing/invoices?status=overdue");
  await page.getByRole("table", { name: "Invoices" }).getByRole("link").first().click();
  await page.getByRole("button", { name: `Use ${currency}12.34 of credit` }).click();
  await expect(page.getByText(`${currency}12.34 of credit was used`)).toBeVisible();
  await expect(page.getByText("Used on this invoice")).toBeVisible();
  await expectNoFaults(page);
  await page.goto("/billing/credit");
  await expect(page.getByRole("link", { name: /^Used on invoice TW-/ }).first()).toBeVisible();
  await expect(page.getByText(`−${currency}12.34`).first()).toBeVisible();

  await staff.reload();
  await expect(staff.getByText("Redeemed").filter({ visible: true }).first()).toBeVisible();
});
