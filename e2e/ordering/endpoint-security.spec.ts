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

test("endpoint security with an add-on is provided by its vendor while one looks on, and reduced without a refund", async ({
  page,
}, info) => {
  const company = freshName(info, "Teasel Clinic");
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, company);
  await addProduct(page, "Bitdefender");
  await expect(page.getByRole("heading", { level: 1, name: "Add Bitdefender" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Bitdefender Secure", exact: true }).check();
  await expectNoFaults(page);
  await next(page);
  await page.getByRole("group", { name: "Bitdefender Secure" }).getByRole("spinbutton").fill("8");
  await next(page);
  const encryption = page.getByRole("checkbox", { name: "Full Disk Encryption", exact: true });
  const consoleFor = page.getByLabel("Console for");
  await expect(encryption.or(consoleFor).first()).toBeVisible();
  if (await encryption.isVisible()) {
    await encryption.check();
    await expectNoFaults(page);
    await next(page);
  }
  await consoleFor.fill(`office-${Date.now() % 1e7}@teasel.example`);
  await expectNoFaults(page);
  await next(page);
  const order = page.getByRole("button", { name: "Place order" });
  await expect(order).toBeEnabled();
  await expectNoFaults(page);
  await order.click();

  await page.getByRole("button", { name: "Change endpoints of Bitdefender Secure" }).click({ timeout: 40_000 });
  const dialog = page.getByRole("dialog", { name: "Change endpoints" });
  await dialog.getByRole("spinbutton").fill("5");
  await expect(dialog.getByText("3 fewer")).toBeVisible();
  await expect(dialog.getByText(/Charge now/)).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Return 3 endpoints" }).click();
  await expect(page.getByText("5 endpoints").first()).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("Full Disk Encryption").first()).toBeVisible();
});
