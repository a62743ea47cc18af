import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  next,
  resellerOf,
  signIn,
  sumOf,
  test,
} from "../portal.ts";

/** Moves the clock for everybody, so it runs after all other stories. */
test("what the proposal promised is what the month's invoice says, to the penny", async ({
  page,
  otherPage: staff,
}, info) => {
  test.setTimeout(240_000);
  const { user } = resellerOf(info);
  const name = freshName(info, "Lantern House");
  await signIn(page, user);
  await addCustomer(page, name);
  await addProduct(page, "Microsoft 365");
  await page.getByRole("button", { name: "Continue" }).click();
  await next(page);
  await next(page);
  await page.getByRole("checkbox", { name: "Microsoft 365 Business Standard", exact: true }).check();
  await next(page);
  await page.getByRole("spinbutton").fill("7");
  await next(page);
  await next(page);
  await expect(page.getByRole("button", { name: "Place order" })).toBeEnabled();
  const promised = await sumOf(page, "Charge now, net");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("button", { name: /^Change licences of/ })).toBeVisible({ timeout: 40_000 });

  await signIn(staff, "operator@tradewind.example");
  await staff.goto("/operator/clock");
  await expectNoFaults(staff);
  for (const move of ["Move 30 days", "Move 1 day"]) {
    const before = await staff.getByRole("status").first().innerText();
    await staff.getByRole("button", { name: move }).click();
    await expect(staff.getByRole("status").first()).not.toHaveText(before, { timeout: 90_000 });
  }
  await staff.context().close();

  // The newest invoice is the first row; it appears once the worker has processed the skipped days.
  await expect(async () => {
    await page.goto("/billing/invoices");
    await page.getByRole("table", { name: "Invoices" }).getByRole("link").first().click();
    await page.getByRole("searchbox", { name: "Search customers on this invoice" }).fill(name, { timeout: 5_000 });
    await expect(page.getByText(name, { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.locator("summary", { hasText: name })).toContainText(promised);
  await expectNoFaults(page);
  await expect(page.getByRole("button", { name: "Download PDF" })).toBeVisible();
});
