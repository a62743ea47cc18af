import type { Page } from "@playwright/test";
import { expect, expectNoFaults, freshName, keepPicture, resellerOf, signIn, someCustomer, test } from "../portal.ts";

test.beforeEach(async ({ page }, info) => {
  await signIn(page, resellerOf(info).user);
});

test("CUST-01 customers are found by name, and the address remembers what was asked", async ({ page }) => {
  await page.goto("/customers");
  const first = page.getByRole("table", { name: "Customers" }).getByRole("link").first();
  await expect(first).toBeVisible();
  const name = await first.innerText();
  await expectNoFaults(page);
  await keepPicture(page, "customers");
  await page.getByRole("searchbox", { name: "Search customers" }).fill(name);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole("table", { name: "Customers" }).getByRole("link")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search customers" })).toHaveValue(name);
  await page.getByRole("searchbox", { name: "Search customers" }).fill("no such customer");
  await expect(page.getByText("No customers match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("table", { name: "Customers" }).getByRole("link").nth(3)).toBeVisible();

  // The palette finds the customer from any page and opens it without the mouse.
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: /^Search customers/ }).fill(name);
  await expect(page.getByRole("group", { name: "Customers" }).getByRole("option").first()).toContainText(name);
  await expectNoFaults(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("CUST-02 CUST-10 CUST-11 CUST-12 a customer is added, renamed, suspended, reactivated and remembered", async ({
  page,
}, info) => {
  const name = freshName(info, "Orchard Clinic");
  await addByForm(page, name);
  await expectNoFaults(page);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("New name").fill(`${name} Ltd`);
  await page.getByRole("button", { name: "Rename customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name} Ltd` })).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Billing continues")).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Suspend customer" }).click();
  await expect(page.getByText("This customer is suspended")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add product" })).toHaveCount(0);

  await page.getByRole("button", { name: "Reactivate" }).click();
  await page.getByRole("button", { name: "Reactivate customer" }).click();
  await expect(page.getByRole("button", { name: "Add product" }).first()).toBeVisible();

  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page.getByText(`Added ${name}`)).toBeVisible();
  await expect(page).toHaveURL(/\/view\/activity$/);
  await expectNoFaults(page);
});

/** Adds a customer from the list and stays on its page. */
async function addByForm(page: Page, name: string): Promise<void> {
  await page.goto("/customers");
  await page.getByRole("button", { name: "Add customer" }).click();
  const dialog = page.getByRole("dialog", { name: "Add customer" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Address line 1").fill(someCustomer.Address1);
  await dialog.getByLabel("Town or city").fill(someCustomer.TownCity);
  await dialog.getByLabel("Postcode").fill(someCustomer.PostCode);
  await dialog.getByLabel("Contact name").fill(someCustomer.ContactName);
  await dialog.getByLabel("Contact email").fill(someCustomer.ContactEmail);
  await dialog.getByLabel("Telephone").fill(someCustomer.Telephone);
  await dialog.getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("CUST-13 CUST-15 a name that cannot be used says why on the name", async ({ page }) => {
  await page.goto("/customers");
  const taken = await page.getByRole("table", { name: "Customers" }).getByRole("link").first().innerText();
  await page.goto("/customers/add");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("a@b");
  await page.getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByText("invalid characters", { exact: true })).toBeVisible();
  await name.fill(taken);
  await page.getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByText("A customer with this name already exists")).toBeVisible();
  await expectNoFaults(page);
});
