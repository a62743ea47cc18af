import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  next,
  resellerOf,
  signIn,
  test,
} from "../portal.ts";

const basic = "Acronis Cyber Protect: workstations";
const better = "Acronis Cyber Protect with Advanced Backup: workstations";
const betterSku = "acronis.pw_adv_backup_workstations";

test("ORD-23 ORD-24 a backup is upgraded at its address to the plan with Advanced Backup, for what was shown", async ({
  page,
}, info) => {
  const { user } = resellerOf(info);
  await signIn(page, user);
  await addCustomer(page, freshName(info, "Rowan Surveyors"));
  await addProduct(page, "Acronis Backup");
  await page.getByRole("checkbox", { name: basic, exact: true }).check();
  await next(page);
  await page.getByRole("spinbutton").first().fill("12");
  const order = page.getByRole("button", { name: "Place order" });
  await next(page);
  if (!(await order.isVisible())) await next(page);
  await order.click();
  await expect(page.getByRole("button", { name: "Open Acronis console" })).toBeVisible({ timeout: 40_000 });

  const customerId = /customer\/([\da-f-]{36})/.exec(page.url())![1]!;
  await page.goto(`/customers/customer/${customerId}/upgrade-service/acronis-backup`);
  const dialog = page.getByRole("dialog", { name: "Upgrade" });
  await expect(dialog.getByRole("combobox", { name: "To" })).toHaveText(better);
  // The same address with the product that it goes up to.
  await page.goto(`/customers/customer/${customerId}/upgrade-service/acronis-backup/${betterSku}`);
  await expect(dialog.getByRole("combobox", { name: "To" })).toHaveText(better);
  await expect(dialog.getByText("All 12 workstations are upgraded together.")).toBeVisible();
  await expect(dialog.getByText(`${basic}, upgraded`)).toBeVisible();
  await expect(dialog.getByText(`${better}, by upgrade`)).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Upgrade 12 workstations" }).click();
  await expect(page.getByRole("button", { name: "More for " + better })).toBeVisible({ timeout: 40_000 });
  await expectNoFaults(page);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText(`Upgraded to ${better}`)).toBeVisible();
  await expectNoFaults(page);
});
