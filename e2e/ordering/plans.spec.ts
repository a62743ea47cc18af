import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { plans } from "@tradewind/contract/ordering/plans.ts";
import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";

test("a plan costs what it said, says what it did, and is put back by its undo", async ({ page }, info) => {
  await signIn(page, resellerOf(info).user);
  await page.goto("/plans");
  await page.getByRole("button", { name: "New plan" }).click();
  const found = page.waitForResponse(/plan-candidates\?.*microsoft-365/);
  await page.getByRole("combobox", { name: "Product" }).selectOption({ label: "Microsoft 365" });
  // The rows of all products stand until those of this one are drawn.
  const { Result } = (await (await found).json()) as { Result: ResultOf<typeof plans.candidates> };
  const { CustomerName, Name } = Result.Items[0]!;
  await page
    .getByRole("checkbox", { name: `Select ${CustomerName}, ${Name}`, exact: true })
    .first()
    .check();
  await page.getByRole("button", { name: /^Work out/ }).click();

  const order = page
    .getByRole("button", { name: "Order one change" })
    .or(page.getByRole("button", { name: /^Order 1 / }));
  await expect(order).toBeVisible({ timeout: 40_000 });
  const sum = (label: string) => page.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd[1]");
  const promised = await sum("Charged now, net").innerText();
  await expectNoFaults(page);
  await order.click();
  await expect(page.getByText("1 of 1 done")).toBeVisible({ timeout: 60_000 });

  await page.getByRole("button", { name: "Undo all" }).click();
  // All but the day that was used comes back.
  await expect(sum("Given back now, net")).toHaveText(/^−[£€]/, { timeout: 40_000 });
  const pence = (text: string) => Number(text.replaceAll(/\D/g, ""));
  const back = pence(await sum("Given back now, net").innerText());
  expect(back).toBeGreaterThan(0);
  expect(back).toBeLessThanOrEqual(pence(promised));
  await order.click();
  await expect(page.getByText("1 of 1 done")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "The plan that this puts back" }).click();
  await expect(page.getByRole("link", { name: "The plan that puts this back" })).toBeVisible();
});
