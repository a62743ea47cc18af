import type { Page } from "playwright-core";
import { ofCustomer, reseller, service, turnTo, type Scene } from "./scene.ts";

/** The newest order of a service. */
const firstOrder = async (page: Page, address: string) => {
  const found = await service("Microsoft 365")(page, address);
  await page.goto(address + found);
  await turnTo(/Orders/)(page);
  return (await page.getByRole("tabpanel").getByRole("link").first().getAttribute("href"))!;
};

export const orderScenes: readonly Scene[] = [
  { name: "order", who: reseller, open: firstOrder, also: ["900", "dark"] },
  {
    name: "order-not-found",
    who: reseller,
    open: ofCustomer("/orders/00000000-0000-4000-8000-000000000000"),
  },
];
