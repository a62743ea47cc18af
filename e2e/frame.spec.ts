import { test } from "@playwright/test";
import { expect, signIn, test as story } from "./portal.ts";

test.skip(({ viewport }) => viewport?.width !== 1440, "The footer and its policies do not depend on the width");

// The usual `test` fails when a page throws, which this one does on purpose.
test("SHELL-48 a script's error is reported to nobody outside the portal", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await signIn(page, "reseller@harbour.example");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const thrown = page.waitForEvent("pageerror");
  await page.evaluate(() => void setTimeout(() => void Promise.reject(new Error("A fault")), 0));
  expect((await thrown).message).toBe("A fault");
  await page.getByRole("link", { name: "Customers" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  const own = new URL(page.url()).origin;
  expect(asked.filter((url) => !url.startsWith("data:") && new URL(url).origin !== own)).toEqual([]);
});

story("SHELL-05 both documents are in British English, their dates and amounts too", async ({ page }) => {
  await page.goto("/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
  await signIn(page, "reseller@harbour.example");
  await page.goto("/billing/invoices");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
  const first = page.getByRole("table").getByRole("row").nth(1);
  await expect(first.getByText(/^\d\d\/\d\d\/\d{4}$/).first()).toBeVisible();
  await expect(first.getByText(/^£(\d{1,3},)*\d{1,3}\.\d\d$/).first()).toBeVisible();
});

story("a person reads the policies before and after signing in, and chooses what to receive", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Privacy and cookies policy" }).click();
  const policy = page.getByRole("dialog", { name: "Privacy and cookies policy" });
  await expect(policy.getByText("Sign in to choose which of them reach you.")).toBeVisible();
  await policy.getByRole("button", { name: "Close" }).click();
  await signIn(page, "reseller@harbour.example");
  await page.goto("/");
  await page.getByRole("button", { name: "Data protection statement" }).click();
  const statement = page.getByRole("dialog");
  await expect(statement.getByText("25 May 2018")).toBeVisible();
  await statement.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("link", { name: "Communication preferences" }).click();
  await page.getByRole("checkbox", { name: "Surveys" }).uncheck();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Your preferences were saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Surveys" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Surveys" }).check();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Your preferences were saved")).toBeVisible();
});
