import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  next,
  pressNext,
  resellerOf,
  signIn,
  test,
} from "../portal.ts";

test("a product asks its own questions, and an order waits for good answers", async ({ page }, info) => {
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, freshName(info, "Fern Letterpress"));
  await addProduct(page, "Vade");
  await page.getByRole("checkbox").first().check();
  await next(page);
  await next(page);
  await expect(page.getByRole("heading", { level: 2, name: "Additional information" })).toBeVisible();
  await expectNoFaults(page);
  await pressNext(page);
  await expect(page.getByText("This is a mandatory field")).toHaveCount(1);
  // What the customer's record says is there already.
  await expect(page.getByLabel("Approved by", { exact: true })).toHaveValue("priya@example.com");
  await page.getByLabel("Mail domain", { exact: true }).fill("not a domain");
  await expect(page.getByText("Must be a domain, as in acmedental.example")).toBeVisible();
  await expectNoFaults(page);
  await page.getByLabel("Mail domain", { exact: true }).fill("fern.example");
  await next(page);
  await expect(page.getByText("fern.example")).toBeVisible();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Vade/ })).toBeVisible();
  await expect(page.getByText("fern.example")).toBeVisible();
});

test("FORM-45 a backup contact is changed in a popup, told to Acronis, and seen by a colleague who looks on", async ({
  page,
  otherPage,
}, info) => {
  const { user } = resellerOf(info);
  await signIn(page, user);
  await addCustomer(page, freshName(info, "Juniper Surveyors"));
  await addProduct(page, "Acronis Backup");
  await page.getByRole("checkbox").first().check();
  await next(page);
  await next(page);
  await next(page);
  await page.getByRole("button", { name: "Place order" }).click();
  const change = page.getByRole("button", { name: "Change backup contact" });
  await expect(change).toBeEnabled({ timeout: 40_000 });

  await signIn(otherPage, user);
  await otherPage.goto(page.url());
  await expect(otherPage.getByRole("button", { name: "Change backup contact" })).toBeEnabled();

  await change.click();
  const popup = page.getByRole("dialog", { name: "Backup contact" });
  const send = popup.getByRole("button", { name: "Change backup contact" });
  await expect(popup.getByText("reports and alerts")).toBeVisible();
  await send.click();
  await expect(popup.getByText("Must be a name, as in Priya Shah")).toBeVisible();
  await expectNoFaults(page);
  await popup.getByLabel("Name").fill("Noor van Dijk");
  await popup.getByLabel("Email").fill("noor@juniper.example");
  await send.click();
  await expect(popup.getByRole("alert")).toContainText("The change has been sent to the vendor.");
  await expectNoFaults(page);
  await popup.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("noor@juniper.example")).toBeVisible({ timeout: 40_000 });
  await expect(otherPage.getByText("noor@juniper.example")).toBeVisible();
});
