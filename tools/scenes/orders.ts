import type { Page } from "playwright-core";
import { ofCustomer, press, reseller, service, turnTo, type Scene } from "./scene.ts";

/** The newest order of a service. */
const firstOrder = async (page: Page, address: string) => {
  const found = await service("Microsoft 365")(page, address);
  await page.goto(address + found);
  await turnTo(/Orders/)(page);
  return (await page.getByRole("tabpanel").getByRole("link").first().getAttribute("href"))!;
};

const order = "/add-service/office-365?plan=CFQ7TTC0LCHC%3A0002";
export const orderScenes: readonly Scene[] = [
  { name: "one-page", who: reseller, open: ofCustomer(order), also: ["900", "dark"] },
  { name: "order", who: reseller, open: firstOrder, also: ["900", "dark"] },
  {
    name: "order-not-found",
    who: reseller,
    open: ofCustomer("/orders/00000000-0000-4000-8000-000000000000"),
  },
  {
    name: "upgrade-backup",
    who: reseller,
    open: service("Acronis Backup"),
    act: async (page) => {
      await press(/^More for .*workstations/)(page);
      await press("Upgrade")(page);
      await page.getByText("are upgraded together.").waitFor();
      await page.getByText(", by upgrade").waitFor();
    },
    also: ["900", "dark"],
  },
];
