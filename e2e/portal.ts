import { test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { violationsOn } from "./axe.ts";

export { expect };

/** Fails a story also if a page throws or violates the content security policy. `otherPage` is in another browser. */
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

/** Uses one reseller per width, so that the journeys at the two widths do not affect each other. */
export const resellerOf = (info: TestInfo) =>
  info.project.name !== "390"
    ? { user: "reseller@harbour.example", currency: "£" }
    : { user: "reseller@liffey.example", currency: "€" };

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
 * Expects no accessibility fault in the page, dark or light, once nothing moves. Only colours differ between the two.
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

/** Returns a name that is unique to this run and width. */
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
  await dialog.getByLabel("Contact email").fill("priya@example.com");
  await dialog.getByLabel("Telephone").fill("01225 123 456");
  await dialog.getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Goes from a customer's page to the first step of a product's journey, signing its agreement if necessary. */
export async function addProduct(page: Page, product: string): Promise<void> {
  await page.getByRole("button", { name: "Add product" }).first().click();
  const popup = page.getByRole("dialog", { name: "Add product" });
  await popup.getByLabel("Search products").fill(product);
  await popup.getByRole("button", { name: product, exact: true }).click();
  await expect(popup).toBeHidden();
}

/** Reads the agreement that is open to its end, and signs it. */
export async function signAgreement(page: Page): Promise<void> {
  const text = page.getByRole("region", { name: /^Text of/ });
  await expect(text).toBeVisible();
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByText("You have reached the end of the agreement.")).toBeVisible();
  await page.getByLabel("Job title").fill("Director");
  await page.getByText("Type", { exact: true }).click();
  await page.getByLabel("Type your full name").fill("Morgan Hale");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Sign agreement" }).click();
}

type Wanted = { quantity?: number; term?: string };

/** Goes from a customer's page to the review of an order of one offer of Microsoft 365, of a year unless said. */
export async function reviewMicrosoft365(
  page: Page,
  offer: string,
  { quantity = 1, term }: Wanted = {},
): Promise<void> {
  await addProduct(page, "Microsoft 365");
  await page.getByRole("button", { name: "Continue" }).click();
  await next(page);
  await next(page);
  await page.getByRole("checkbox", { name: offer, exact: true }).check();
  await next(page);
  const line = page.getByRole("group", { name: offer });
  if (term) await line.getByText(term, { exact: true }).click();
  await line.getByRole("spinbutton").fill(String(quantity));
  await next(page);
  await next(page);
  await expect(page.getByRole("button", { name: "Place order" })).toBeEnabled();
}

export const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

/** Places the order under review and waits until the vendor has provided it. */
export async function placeOrder(page: Page, offer: string): Promise<void> {
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("button", { name: `Change licences of ${offer}` })).toBeVisible({ timeout: 40_000 });
}

/** Moves everybody's clock past the end of a month, from the operator's page. */
export async function moveOneMonth(staff: Page): Promise<void> {
  await staff.goto("/operator/clock");
  for (const move of ["Move 30 days", "Move 1 day"]) {
    const before = await staff.getByRole("status").first().innerText();
    await staff.getByRole("button", { name: move }).click();
    await expect(staff.getByRole("status").first()).not.toHaveText(before, { timeout: 90_000 });
  }
}

/** Returns the text under a heading, such as `Total now`, in the panel beside a journey or in a dialog. */
export const sumOf = async (page: Page, label: string): Promise<string> => {
  const term = page.locator("dt", { hasText: new RegExp(`^${label}`) }).first();
  return (await term.locator("xpath=following-sibling::dd[1]").innerText()).trim();
};
