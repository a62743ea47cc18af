import { expect, expectNoFaults, freshName, resellerOf, addCustomer, signIn, test } from "../portal.ts";

test("a quote is drafted, sent, accepted by its link without signing in, and becomes an order at its price", async ({
  page,
  otherPage,
}, info) => {
  const { user, currency } = resellerOf(info);
  const name = freshName(info, "Rowan Architects");
  await signIn(page, user);
  await addCustomer(page, name);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "New quote" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New quote" })).toBeVisible();
  await expect(page.getByLabel("Contact", { exact: true })).toHaveValue("Priya Shah");
  await page.getByLabel("Title").fill("Backup for the studio");
  await page.getByRole("combobox", { name: "Add a product" }).fill("Google Workspace");
  await page
    .getByRole("option", { name: /Google Workspace/ })
    .first()
    .click();
  await page.getByLabel(/^Price/).fill("4.50");
  await page.getByRole("spinbutton").fill("10");
  await expect(page.getByText(`${currency}45.00`).first()).toBeVisible();
  await expectNoFaults(page);

  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Send quote" }).click();
  const shown = page.getByRole("dialog", { name: "The quote's link" });
  const link = await shown.locator("code").innerText();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Backup for the studio" })).toBeVisible();
  await expectNoFaults(page);

  await otherPage.goto(link);
  await expect(otherPage.getByRole("heading", { level: 1, name: "Backup for the studio" })).toBeVisible();
  await expect(otherPage).toHaveURL(/\/quote$/);
  await expectNoFaults(otherPage);
  await otherPage.getByRole("button", { name: "Accept quote" }).click();
  await expect(otherPage.getByText("Name is required")).toBeVisible();
  await otherPage.getByLabel("Your full name").fill("Priya Shah");
  await otherPage.getByRole("checkbox").check();
  await otherPage.getByRole("button", { name: "Accept quote" }).click();
  await expect(otherPage.getByText(/^Accepted by Priya Shah/)).toBeVisible();
  await expectNoFaults(otherPage);

  await expect(page.getByText("Accepted", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 40_000 });
  await page.getByRole("link", { name: "Open the service" }).click();
  await expect(page.getByText("10 licences").first()).toBeVisible();
});
