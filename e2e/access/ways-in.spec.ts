import { expect, expectNoFaults, test } from "../portal.ts";

test("AUTH-37 AUTH-74 AUTH-123 a member of an organisation signs in through its provider, and out of it again", async ({
  page,
}, info) => {
  const user = info.project.name === "390" ? "cleo@harbour-sso.example" : "avery@harbour-sso.example";
  await page.goto("/login?return=%2Fcustomers");
  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(new RegExp(`:${process.env["E2E_PORT"]}/`));
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue(user);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/customers/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoFaults(page);

  await page.goto("/account-setting");
  await page.getByRole("link", { name: "Your sessions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your sessions" })).toBeVisible();
  await expectNoFaults(page);

  await page.getByRole("button", { name: info.project.name === "390" ? "Open menu" : /My Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/customers");
  await expect(page).toHaveURL(/\/login\?return=/);
});
