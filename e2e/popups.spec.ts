import type { Locator, Page } from "@playwright/test";
import { violationsOn } from "./axe.ts";
import { expect, isLong, resellerOf, signIn, test } from "./portal.ts";

type Popup = {
  name: string;
  at: "/dashboard" | "/customers" | "/gallery?part=inputs";
  /** The width at which it exists; omitted if it exists at both. */
  only?: "1440" | "390";
  open: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
};

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
const link = (name: string) => (page: Page) => page.getByRole("link", { name, exact: true }).last();
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole("dialog", { name });

/** Everything that opens on top of a page, which checking pages alone never covers. */
const popups: readonly Popup[] = [
  {
    name: "a main menu",
    at: "/dashboard",
    only: "1440",
    open: press("Provision and Services"),
    shown: link("Cloud services"),
  },
  {
    name: "New",
    at: "/dashboard",
    only: "1440",
    open: press("New"),
    shown: (page) => page.getByRole("button", { name: "Product" }),
  },
  { name: "My Account", at: "/dashboard", only: "1440", open: press("My Account"), shown: link("My profile") },
  {
    name: "the menu of a phone",
    at: "/dashboard",
    only: "390",
    open: press("Open menu"),
    shown: (page) => page.locator("#main-menu"),
  },
  { name: "the bell", at: "/dashboard", open: press(/^Notifications/), shown: dialog("Notifications") },
  {
    name: "the palette",
    at: "/dashboard",
    open: press(/^Search/),
    shown: (page) => page.getByRole("option").first(),
  },
  { name: "the table's menu", at: "/customers", open: press("Table settings"), shown: dialog("Table settings") },
  {
    name: "the menu of a row",
    at: "/customers",
    open: press("Actions for row 1"),
    shown: (page) => page.getByRole("button", { name: "Rename" }),
  },
  { name: "a dialog", at: "/customers", open: press("Add customer"), shown: dialog("Add customer") },
  {
    name: "a dialog about several",
    at: "/customers",
    open: async (page) => {
      await page.getByRole("row").nth(1).getByRole("checkbox").click();
      await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Suspend" }).click();
    },
    shown: dialog("Suspend 1 customer?"),
  },
  {
    name: "a calendar",
    at: "/gallery?part=inputs",
    open: press("Choose from calendar: Expected by"),
    shown: (page) => page.getByRole("grid").first(),
  },
];

/** Returns axe's findings in the open popup: from all rules in dark, in a long run also in light from those about colour. */
async function faultsIn(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of isLong ? (["dark", "light"] as const) : (["dark"] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
    const only = colorScheme === "light" ? { type: "rule" as const, values: ["color-contrast"] } : undefined;
    faults.push(...(await violationsOn(page, only, "[data-open]")).map((fault) => `${colorScheme} ${fault}`));
  }
  return faults;
}

test("no popup has a fault while it is open", async ({ page }, info) => {
  await signIn(page, resellerOf(info).user);
  for (const [number, { name, at, only, open, shown }] of popups.entries()) {
    if (only !== undefined && only !== info.project.name) continue;
    // What exists at both widths is opened at one of them, by turns.
    if (!isLong && only === undefined && (number % 2 === 0) !== (info.project.name === "390")) continue;
    await test.step(name, async () => {
      if (!page.url().endsWith(at)) await page.goto(at);
      await open(page);
      await expect(shown(page)).toBeVisible();
      await page.evaluate(() =>
        document.querySelector(".popover:popover-open, dialog[open], #main-menu")?.setAttribute("data-open", ""),
      );
      expect.soft(await faultsIn(page), name).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(shown(page)).toBeHidden();
    });
  }
});
