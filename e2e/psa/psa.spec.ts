import {
  addCustomer,
  expect,
  expectNoFaults,
  freshName,
  placeOrder,
  resellerOf,
  reviewMicrosoft365,
  signIn,
  test,
} from "../portal.ts";
import { vendorDay } from "../simulators.ts";
import { keepInPsa } from "./psa-books.ts";

const premium = "Microsoft 365 Business Premium";

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

test("a month goes from what moved in our book to a PSA that bills the same, in quantity and price", async ({
  page,
}, info) => {
  const { user } = resellerOf(info);
  const name = freshName(info, "Alder Practice");
  await signIn(page, user);
  await addCustomer(page, name);
  await reviewMicrosoft365(page, premium, { quantity: 3, term: "1 month" });
  await placeOrder(page, premium);
  const since = `${(await vendorDay()).slice(0, 8)}01`;
  const id = 1_000_000 + (Date.now() % 1e6);
  await keepInPsa(info.project.name === "390" ? "autotask" : "connectwise", user, { name, id, since });

  await page.goto("/billing/psa/report");
  await page.getByRole("tab", { name: "Reconciliation" }).click();
  const differing = page
    .getByRole("table", { name: "Reconciliation", exact: true })
    .getByRole("row")
    .filter({ hasText: name });
  await expect(differing.getByText("Another quantity")).toBeVisible();

  await page.getByRole("tab", { name: "Product movement" }).click();
  const table = page.getByRole("table", { name: "Product movement" });
  const row = table.getByRole("row").filter({ hasText: name });
  await expect(row.getByText("Can be written: 1 to 3", { exact: true })).toBeVisible();
  const ticked = table.getByRole("checkbox", { name: /^Select (?!all)/, checked: true });
  while ((await ticked.count()) > 0) await ticked.first().click();
  await row.getByRole("checkbox").check();
  await expect(page.getByText("goes from 1.00 to 3.00")).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Push selected (1)" }).click();
  await expect(row.getByText("Written: now 3", { exact: true })).toBeVisible({ timeout: 40_000 });

  // The PSA's price is none that we had: it is set by choice.
  await page.getByRole("tab", { name: "Reconciliation" }).click();
  await expect(differing.getByText("Another price")).toBeVisible();
  const proposed = page
    .getByRole("table", { name: "Reconciliation", exact: true })
    .getByRole("checkbox", { checked: true });
  await page.getByText(/^Selected \d+$/).click();
  while ((await proposed.count()) > 0) await proposed.first().click();
  await page.getByText(/^All \d+$/).click();
  await differing.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Preview 1 update" }).click();
  await expect(page.getByRole("list", { name: "What is updated" }).getByText(/1\.00 to \d+\.\d\d each/)).toBeVisible();
  await page.getByRole("button", { name: "Update 1 line" }).click();
  await expect(differing.getByText(/^Written: now 3 at \d+\.\d\d$/)).toBeVisible({ timeout: 40_000 });
  await expect(differing.getByText("Equal", { exact: true })).toBeVisible();
});
