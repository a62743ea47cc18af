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

test("ORD-57 the console of a customer's backup opens in a window of its own, signed in", async ({ page }, info) => {
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, freshName(info, "Alder Vets"));
  await addProduct(page, "Acronis Backup");
  await page.getByRole("checkbox").first().check();
  await next(page);
  await page.getByRole("spinbutton").first().fill("20");
  const order = page.getByRole("button", { name: "Place order" });
  await next(page);
  if (!(await order.isVisible())) await next(page);
  await order.click();
  const console = page.getByRole("button", { name: "Open Acronis console" });
  await expect(console).toBeVisible({ timeout: 40_000 });
  await expectNoFaults(page);
  const opened = page.waitForEvent("popup");
  await console.click();
  const its = await opened;
  await its.waitForURL(/\/api\/2\/idp\/external-login#ott=/);
  await expect(console).toBeEnabled();
  expect(await its.evaluate(() => window.opener)).toBeNull();
});
