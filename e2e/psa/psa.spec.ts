import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";

test("PSA-01 PSA-42 SET-06 a reseller tests and changes the connection, has the PSA read anew and sees it end without reloading", async ({
  page,
}, info) => {
  await signIn(page, resellerOf(info).user);
  await page.goto("/account-setting/integration");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("The connection works.")).toBeVisible();
  const agreementType = `Recurring ${Date.now() % 1e6}`;
  await page.getByLabel("Default agreement type").fill(agreementType);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The PSA integration was saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Default agreement type")).toHaveValue(agreementType);
  await expectNoFaults(page);

  await page.getByRole("link", { name: "PSA overview" }).click();
  await expect(page).toHaveURL(/\/billing\/psa\/overview$/);
  await expect(page.getByText("Customers not matched")).toBeVisible();
  const contracts = page.getByRole("listitem").filter({ hasText: "Contracts" });
  await page.getByRole("button", { name: "Read anew: Contracts" }).click();
  await expect(contracts.getByText("Completed", { exact: true })).toBeVisible({ timeout: 25_000 });
  await expectNoFaults(page);
});
