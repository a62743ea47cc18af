import type { Page, TestInfo } from "@playwright/test";
import { createCustomer, expect, expectNoFaults, freshName, resellerOf, signIn, sumOf, test } from "../portal.ts";

const premium = "Microsoft 365 Business Premium";

test("a basket holds orders for several customers, at every browser of the person, and places them all at once", async ({
  page,
  otherPage,
}, info) => {
  const [bakery, dairy] = [freshName(info, "Basket Bakery"), freshName(info, "Basket Dairy")];
  await signIn(page, resellerOf(info).user);
  for (const customer of [bakery, dairy]) {
    await createCustomer(page, customer);
    await addToBasket(page, info, customer);
  }
  const licences = (on: Page, customer: string) =>
    on.getByRole("spinbutton", { name: `Licences of ${premium} for ${customer}` });
  await expect(licences(page, bakery)).toHaveValue("1");
  await expect(licences(page, dairy)).toHaveValue("1");

  // Another browser of the same person has it, and sees what changes here.
  await signIn(otherPage, resellerOf(info).user);
  await otherPage.goto("/basket");
  await expect(licences(otherPage, bakery)).toHaveValue("1");
  const before = await sumOf(page, "Charge now, net");
  await licences(page, bakery).fill("4");
  await licences(page, bakery).blur();
  await expect(licences(otherPage, bakery)).toHaveValue("4");
  await expect.poll(() => sumOf(page, "Charge now, net")).not.toBe(before);

  await page.getByRole("button", { name: `Remove Microsoft 365 for ${dairy}` }).click();
  await expect(page.getByRole("button", { name: "Place 1 order" })).toBeVisible();
  await page.getByRole("button", { name: `Undo: put Microsoft 365 for ${dairy} back` }).click();
  await expect(page.getByRole("button", { name: "Place 2 orders" })).toBeVisible();
  await expectNoFaults(page);

  const promised = await sumOf(page, bakery);
  await page.getByRole("button", { name: "Place 2 orders" }).dblclick();
  const placed = page.getByRole("listitem").filter({ hasText: "Placed" });
  const resultOf = (customer: string) => placed.filter({ hasText: `Microsoft 365 for ${customer}` });
  await expect(resultOf(bakery)).toHaveCount(1, { timeout: 40_000 });
  await expect(resultOf(dairy)).toHaveCount(1, { timeout: 40_000 });
  await expectNoFaults(page);
  await page.reload();
  await resultOf(bakery)
    .getByRole("link", { name: /^Order / })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /Order/ })).toBeVisible();
  await expect(page.getByText(`4 licences of ${premium} · ${promised} net at once`)).toBeVisible();
});

async function addToBasket(page: Page, info: TestInfo, customer: string) {
  const phone = info.project.name === "390";
  await page.goto("/marketplace/microsoft-365");
  if (phone) await page.getByRole("radio", { name: /Business Premium/ }).check();
  await page.getByRole("button", { name: phone ? "Order" : `Order ${premium}`, exact: true }).click();
  const popup = page.getByRole("dialog", { name: "Add product: Microsoft 365" });
  await popup.getByRole("combobox").fill(customer);
  await page.getByRole("option", { name: customer }).click();
  await popup.getByRole("button", { name: "Continue to add product" }).click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: "Add to basket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Basket" })).toBeVisible();
}
