import type { Locator, Page } from "@playwright/test";
import { expect, freshName, password, resellerOf, test } from "./portal.ts";

/** Presses Tab until the part has focus; fails if it is never reached. */
async function tabTo(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  const reached = () => part.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await reached()); presses++) await page.keyboard.press("Tab");
  await expect(part).toBeFocused();
}

test("a reseller signs in, adds a customer, finds it again and renames it without a mouse", async ({ page }, info) => {
  test.skip(info.project.name === "390", "A phone has no keys");
  const name = freshName(info, "Keyboard Bakers");
  // In place of what a draft of the same person may have put there.
  async function type(text: string) {
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
  }
  await page.goto("/login");
  await tabTo(page, page.getByLabel("Username"));
  await type(resellerOf(info).user);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await type(password);
  await page.keyboard.press("Enter");

  await tabTo(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Customers" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Add customer" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add customer" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await type(name);
  for (const [label, text] of [
    ["Address line 1", "12 Mill Lane"],
    ["Town or city", "Bath"],
    ["Postcode", "BA1 1AA"],
    ["Contact name", "Priya Shah"],
    ["Contact email", "priya@example.com"],
    ["Telephone", "01174 960 256"],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label));
    await type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.goto("/customers");
  await tabTo(page, page.getByRole("searchbox", { name: "Search customers" }));
  await type(name);
  await expect(page.getByRole("status").getByText("1 found")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Actions for row 1", exact: true }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  const rename = page.getByRole("button", { name: "Rename", exact: true });
  for (let presses = 0; presses < 3 && !(await rename.evaluate((it) => it === document.activeElement)); presses++)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const renaming = page.getByRole("dialog");
  await expect(renaming.getByRole("textbox")).toBeFocused();
  await type(`${name} and Sons`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: `${name} and Sons` })).toBeVisible();
});
