import { createCustomer, expect, expectNoFaults, freshName, resellerOf, signIn, test } from "../portal.ts";

test("a product is found by what people call it, compared on its page, and ordered from there", async ({
  page,
}, info) => {
  const { user, currency } = resellerOf(info);
  const customer = freshName(info, "Window Shoppers");
  await signIn(page, user);
  await createCustomer(page, customer);
  await page.goto("/marketplace");
  await page.getByRole("searchbox", { name: "Search products" }).fill("o365");
  const products = page.getByRole("region", { name: "Products", exact: true });
  await products.getByRole("link", { name: "Microsoft 365", exact: true }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("Business Premium");
  await expect(main).toContainText(`Cost ${currency}`);
  await expect(page.getByRole("heading", { name: "Who has it" })).toBeVisible();
  await expectNoFaults(page);
  const star = page.getByRole("button", { name: "Favourite Microsoft 365" });
  const marked = (await star.getAttribute("aria-pressed")) === "true";
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", String(!marked));

  if (info.project.name === "390") {
    await page.getByRole("radio", { name: /Business Premium/ }).check();
    await page.getByRole("button", { name: "Order", exact: true }).click();
  } else await page.getByRole("button", { name: "Order Microsoft 365 Business Premium" }).click();
  const popup = page.getByRole("dialog", { name: "Add product: Microsoft 365" });
  await popup.getByRole("combobox").fill(customer);
  await page.getByRole("option", { name: customer }).click();
  await popup.getByRole("button", { name: "Continue to add product" }).click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Order Microsoft 365" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Business Premium/ })).toBeChecked();
});
