import type { Page } from "playwright-core";
import { behind, reseller, type Scene } from "./scene.ts";
import { troubledBasket } from "./basket-given.ts";

const order = "/add-service/office-365?plan=CFQ7TTC0LCHC%3A0002";

/** Puts licences for two customers into the basket, once. */
const fill = async (page: Page) => {
  const { origin } = new URL(page.url());
  for (const name of ["Acme Dental", "Northgate"]) {
    await page.goto(`${origin}/basket`);
    await page.getByRole("heading", { level: 1, name: "Basket" }).waitFor();
    await page.waitForTimeout(1_000);
    if (await page.getByRole("heading", { level: 2, name: new RegExp(name) }).isVisible()) continue;
    await page.goto(
      origin + (await behind(`/customers?search=${encodeURIComponent(name)}`, name)(page, origin)) + order,
    );
    await page.getByRole("button", { name: "Add to basket" }).and(page.locator(":visible")).click();
    await page.getByRole("heading", { level: 1, name: "Basket" }).waitFor();
  }
};

export const basketScenes: readonly Scene[] = [
  { name: "basket", who: reseller, open: "/basket", act: fill, also: ["900", "dark"] },
  {
    name: "basket-troubles",
    who: reseller,
    open: "/basket",
    given: { "/api/basket": troubledBasket },
    also: ["900", "dark"],
  },
  { name: "basket-empty", who: reseller, open: "/basket", given: { "/api/basket": { Lines: [], Totals: [] } } },
];
