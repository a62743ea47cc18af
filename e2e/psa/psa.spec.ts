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

test("PSA-02 PSA-22 PSA-23 a reseller accepts what is suggested, chooses and ignores, gives it up, and saves what stays", async ({
  page,
}, info) => {
  await signIn(page, resellerOf(info).user);
  await page.goto("/billing/psa/match");
  const table = page.getByRole("table", { name: "Customer matching" });
  await expect(table).toBeVisible();
  const unsaved = page.getByText("You have unsaved changes");
  const ignore = table.getByRole("button", { name: /^Ignore / });
  const two = [ignore.nth(0), ignore.nth(1)];
  const were = await Promise.all(two.map(async (each) => (await each.getAttribute("aria-pressed")) === "true"));
  const expectIgnored = async (isToggled: boolean) => {
    for (const [at, each] of two.entries())
      await expect(each).toHaveAttribute("aria-pressed", String(were[at] !== isToggled));
  };
  for (const each of two) await each.click();
  await expect(unsaved).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(unsaved).toBeHidden();
  await expectIgnored(false);

  const box = table.getByRole("combobox").filter({ hasText: "Choose" }).first();
  const label = (await box.getAttribute("aria-label"))!;
  await box.click();
  const option = page.getByRole("option").first();
  const company = (await option.textContent())!;
  await option.click();
  for (const each of two) await each.click();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Customers updated successfully")).toBeVisible();
  await page.reload();
  await expect(table.getByRole("combobox", { name: label })).toHaveText(company);
  await expectIgnored(true);

  await page.getByRole("tab", { name: "Product mappings" }).click();
  await expect(page.getByRole("table", { name: "Product mappings" })).toBeVisible();
  await expectNoFaults(page);
});
