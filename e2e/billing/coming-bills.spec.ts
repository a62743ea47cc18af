import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";

test("BILL-44 the coming three bills stand on the overview, and each opens to its products and reasons", async ({
  page,
}, info) => {
  await signIn(page, resellerOf(info).user);
  await page.goto("/billing");
  const table = page.getByRole("table", { name: "Coming bills", exact: true });
  const months = table.getByRole("button");
  await expect(months).toHaveCount(3);
  await expect(page.getByRole("img", { name: /^Coming bills, before VAT/ })).toBeVisible();
  const second = months.nth(1);
  await second.click();
  await expect(second).toHaveAttribute("aria-expanded", "true");
  await expect(table.getByText(/^(Next periods|Renewals|Scheduled changes)/).first()).toBeVisible();
  await expectNoFaults(page);
  await second.press("Enter");
  await expect(second).toHaveAttribute("aria-expanded", "false");
});
