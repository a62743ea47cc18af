import { expect, expectNoFaults, keepPicture, signIn, test } from "../portal.ts";

const path = "/account-setting/manage-access";

test("ACL-46 ACL-52 the owner gives an engineer another role, and the engineer’s other browser follows without a reload", async ({
  page,
  otherPage,
}, info) => {
  const wide = info.project.name !== "390";
  const liffey = !wide;
  const [owner, engineer, name] = liffey
    ? ["reseller@liffey.example", "engineer@liffey.example", "Aoife Nolan"]
    : ["reseller@harbour.example", "service@harbour.example", "Ellis Carter"];
  await signIn(otherPage, engineer);
  await otherPage.goto("/billing/invoices");
  await expect(otherPage.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();

  await signIn(page, owner);
  await page.goto(`${path}?tab=engineer&search=${encodeURIComponent(engineer)}`);
  await page.getByRole("link", { name }).click();
  await page.getByRole("link", { name: "Edit roles" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Roles of ${name}` })).toBeVisible();
  await expectNoFaults(page);
  await keepPicture(page, "roles");
  await page.getByRole("radio", { name: /^Technical/ }).check();
  await page.getByRole("button", { name: "Save roles" }).click();
  await expect(page.getByText(`The roles of ${name} were saved`)).toBeVisible();

  await expect(otherPage).toHaveURL(/\/access-denied$/);
  await expectNoFaults(otherPage);
  await page.reload();
  await expect(page.getByRole("radio", { name: /^Technical/ })).toBeChecked();

  // Restores the roles one by one until the page opens again.
  await page.getByRole("button", { name: /^Add Billing/ }).click();
  await page.getByRole("button", { name: "Save roles" }).click();
  await expect(page.getByText(`The roles of ${name} were saved`).last()).toBeVisible();
  await otherPage.goto("/billing/invoices");
  await expect(otherPage.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();
});

test("a consultant of two resellers switches between them, and another tab does not mix them up", async ({
  page,
}, info) => {
  await signIn(page, "consultant@harbour.example");
  await page.goto("/customers");
  const tab = await page.context().newPage();
  await tab.goto("/customers");
  await expect(tab.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  const openAccount = () =>
    page.getByRole("button", { name: info.project.name === "390" ? "Open menu" : "My Account" }).click();
  await openAccount();
  await page.getByRole("button", { name: /^Switch company/ }).click();
  await expectNoFaults(page);
  // The next sign-in starts in the portal visited last, so it may be either.
  const other = page.getByRole("button", { name: /^Switch to / });
  const company = (await other.textContent())!.replace("Switch to ", "");
  await other.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await openAccount();
  await expect(page.getByRole("button", { name: /^Switch company/ })).toContainText(company);
  // The other tab's stream ends with the session; its next token reconnects it where the person is now.
  await expect(tab).toHaveURL(/\/dashboard$/, { timeout: 30_000 });
  await tab.close();
});
