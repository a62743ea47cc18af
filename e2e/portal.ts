import { test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { violationsOn } from "./axe.ts";

export { expect };

/** A story also fails when a page of it threw, or met the content security policy. `otherPage` is a browser of its own. */
export const test = base.extend<{ otherPage: Page }>({
  page: async ({ page }, use) => {
    const faults = faultsIn(page);
    await use(page);
    expect(faults).toEqual([]);
  },
  otherPage: async ({ browser }, use) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const faults = faultsIn(page);
    await use(page);
    await context.close();
    expect(faults).toEqual([]);
  },
});

function faultsIn(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

export const password = "Copper-Lantern-42";

/** Two resellers, so that the journey at one width does not meet what the journey at the other one did. */
export const resellerOf = (info: TestInfo) =>
  info.project.name !== "390"
    ? { user: "reseller@harbour.example", currency: "£", unsigned: "Azure reserved instance" }
    : { user: "reseller@liffey.example", currency: "€", unsigned: "Hosted Voice Hardware" };

export async function signIn(page: Page, user: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/login|sign-in/);
}

/**
 * No accessibility fault in the page as it stands, dark or light, once nothing moves any more. Between the two only
 * colours differ.
 */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
          .map((each) => each.finished.catch(() => undefined)),
      );
    });
    const only = colorScheme === "dark" ? ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] : ["color-contrast"];
    expect(await violationsOn(page, only), colorScheme).toEqual([]);
  }
}

/** A name of its own for each run and width. */
export const freshName = (info: TestInfo, name: string): string => `${name} ${info.project.name} ${Date.now() % 1e7}`;

/** Adds a customer from the list and stays on its page. */
export async function addCustomer(page: Page, name: string): Promise<void> {
  await page.goto("/customers");
  await page.getByRole("button", { name: "Add customer" }).click();
  const dialog = page.getByRole("dialog", { name: "Add customer" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Address line 1").fill("12 Mill Lane");
  await dialog.getByLabel("Town or city").fill("Bath");
  await dialog.getByLabel("Postcode").fill("BA1 1AA");
  await dialog.getByLabel("Contact name").fill("Priya Shah");
  await dialog.getByLabel("Contact e-mail").fill("priya@example.com");
  await dialog.getByLabel("Telephone").fill("01225 123 456");
  await dialog.getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** From a customer's page to the first step of a product's journey; signs its agreement where it is not signed yet. */
export async function addProduct(page: Page, product: string): Promise<void> {
  await page.getByRole("button", { name: "Add product" }).first().click();
  const popup = page.getByRole("dialog", { name: "Add product" });
  await popup.getByLabel("Search products").fill(product);
  await popup.getByRole("button", { name: product, exact: true }).click();
  await expect(popup).toBeHidden();
}

export const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

/** What the panel beside a journey or in a dialog says under a heading, such as `Total now`. */
export const sumOf = async (page: Page, label: string): Promise<string> => {
  const term = page.locator("dt", { hasText: new RegExp(`^${label}`) }).first();
  return (await term.locator("xpath=following-sibling::dd[1]").innerText()).trim();
};
