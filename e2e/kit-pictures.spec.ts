import fs from "node:fs";
import path from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import { signedInPaths } from "./places.ts";
import { expect, signIn, test } from "./portal.ts";

const pages = signedInPaths().filter((address) => address.startsWith("/gallery"));
/** As tall as ten thousand rows. */
const endless = ["Ten thousand rows", "A field in every row"];

/** Every version of Chromium, and every system, draws letters and lines in its own way. */
const kindOf = (browser: Browser) => `chromium-${browser.version().split(".")[0]}-${process.platform}`;
const options = {
  stylePath: path.join(import.meta.dirname, "pictures/still.css"),
  maxDiffPixelRatio: 0.005,
} as const;
const fileName = (words: string) => words.toLowerCase().replace(/\W+/g, "-").replace(/^-|-$/g, "");

// The style that stills a page for its picture would violate the page's content security policy.
test.use({ bypassCSP: true });

test.beforeEach(({ browser }, info) => {
  const folder = path.join(import.meta.dirname, "pictures", kindOf(browser));
  const taking = info.config.updateSnapshots !== "none";
  test.skip(!taking && !fs.existsSync(folder), `There are no pictures of ${kindOf(browser)} to compare with`);
});

/** Opens a page of the gallery and waits for its parts and fonts. The operator never sees a reseller's branding. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("[data-specimen]").first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

test("every part of the kit looks as it did: wide in light, on a phone in dark", async ({ page, browser }, info) => {
  test.setTimeout(600_000);
  const colorScheme = info.project.name === "390" ? "dark" : "light";
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
  await signIn(page, "operator@tradewind.example");
  for (const address of pages) {
    await open(page, address);
    for (const section of await page.locator("[data-specimen]").all()) {
      const name = (await section.getAttribute("data-specimen"))!;
      if (!endless.includes(name))
        await expect.soft(section).toHaveScreenshot([kindOf(browser), `${fileName(name)}.png`], options);
    }
  }
});

type Part = { name: string; at: string; specimen: string; part: (section: Locator) => Locator; opener?: string };
const parts: readonly Part[] = [
  {
    name: "button",
    at: "actions",
    specimen: "Button states",
    part: (section) => section.getByRole("button", { name: "Add customer" }).first(),
  },
  { name: "tab", at: "actions", specimen: "Tabs", part: (section) => section.getByRole("tab", { name: "Users" }) },
  {
    name: "chip",
    at: "actions",
    specimen: "Filter chips",
    part: (section) => section.getByRole("button", { name: "Suspended" }),
  },
  {
    name: "menu-item",
    at: "actions",
    specimen: "Menus",
    opener: "Actions for Acme Dental",
    part: (section) => section.getByRole("button", { name: "Rename" }),
  },
  { name: "field", at: "fields", specimen: "Text fields", part: (section) => section.getByLabel("Company name") },
  {
    name: "row",
    at: "states",
    specimen: "Rows",
    part: (section) => section.getByRole("link", { name: "Acme Dental 1" }),
  },
];

for (const { name, at, specimen, part, opener } of parts)
  test(`a ${name} looks as it did while it is pointed at, is pressed and has focus`, async ({
    page,
    browser,
  }, info) => {
    test.skip(info.project.name !== "1440", "A finger points at nothing");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page, "operator@tradewind.example");
    await open(page, `/gallery?part=${at}`);
    const section = page.getByRole("region", { name: specimen, exact: true });
    if (opener) await section.getByRole("button", { name: opener }).click();
    const one = part(section);
    // An open popover lies on top of the page and reaches beyond the edge of its part.
    const shown = opener ? page.locator(".popover:popover-open") : section;
    const picture = (state: string) =>
      expect.soft(shown).toHaveScreenshot([kindOf(browser), `${name}-${state}.png`], options);
    await one.hover();
    await picture("hover");
    await page.mouse.down();
    await picture("active");
    // Release the button elsewhere, so that nothing is pressed.
    await page.mouse.move(0, 0);
    await page.mouse.up();
    await page.keyboard.press("Shift");
    await one.focus();
    await picture("focus");
  });
