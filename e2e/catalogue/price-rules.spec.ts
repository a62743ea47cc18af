import { addCustomer, expect, expectNoFaults, freshName, resellerOf, signIn, test } from "../portal.ts";

test("a customer gets a price of its own, whose effect is shown before it is saved, and loses it again", async ({
  page,
}, info) => {
  const { user, currency } = resellerOf(info);
  const name = freshName(info, "Quayside Print");
  await signIn(page, user);
  await addCustomer(page, name);
  await page.getByRole("tab", { name: "Billing" }).click();
  await page.getByRole("button", { name: "Add a rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a price rule" });
  await dialog.getByLabel("Product").selectOption({ label: "Microsoft 365" });
  const offer = dialog.getByLabel("Offer");
  await expect(
    offer.getByRole("option", { name: "Microsoft 365 Business Basic, 1 year, billed each month" }),
  ).toBeAttached();
  await offer.selectOption({ label: "Microsoft 365 Business Basic, 1 year, billed each month" });
  await dialog.getByLabel("Price for each unit").fill("4.25");
  await expect(dialog.getByText(/1 customer pays another price/)).toBeVisible();
  await expect(dialog.getByRole("cell", { name: `${currency}4.25` })).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Save rule" }).click();
  const own = page.getByRole("list", { name: "Own price rules" });
  await expect(own.getByText(`${currency}4.25 each month`)).toBeVisible();

  await own.getByRole("button", { name: /^End / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End rule" }).click();
  await expect(page.getByText("No rules of its own")).toBeVisible();
});
