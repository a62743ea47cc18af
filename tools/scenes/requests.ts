import type { Page } from "playwright-core";
import { customerAdmin, ofCustomer, press, reseller, withoutAnnouncement, type Scene } from "./scene.ts";

/** Sets that the customer's admins order only by request. */
const byRequest = async (page: Page) => {
  await press("Change")(page);
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: /^Only by request/ })
    .first()
    .check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
};
const answered = async (page: Page) => {
  await withoutAnnouncement(page).catch(() => undefined);
  await page.getByText("This needs approval").waitFor();
};
const first = async (page: Page, address: string) => {
  await page.goto(`${address}/requests`);
  return (await page.getByRole("main").getByRole("link", { name: /×/ }).first().getAttribute("href"))!;
};
/** The order of a plan for the admin's own company. */
const order = async (page: Page, address: string) => {
  await page.goto(`${address}/dashboard`);
  const services = await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Services" })
    .getAttribute("href");
  return services!.replace("/view/services", "/add-service/office-365?plan=CFQ7TTC0LCHC%3A0002");
};

export const requestScenes: readonly Scene[] = [
  { name: "order-rules-card", who: reseller, open: ofCustomer("/view/manage"), act: byRequest },
  { name: "order-rules", who: reseller, open: ofCustomer("/view/manage"), act: press("Change"), also: ["900", "dark"] },
  { name: "order-asked", who: customerAdmin, open: order, act: answered },
  { name: "requests", who: reseller, open: "/requests", also: ["900", "dark"] },
  { name: "request", who: reseller, open: first, also: ["900", "dark"] },
  { name: "request-refuse", who: reseller, open: first, act: press("Refuse") },
  { name: "my-requests", who: customerAdmin, open: "/requests", act: withoutAnnouncement },
  { name: "my-request", who: customerAdmin, open: first },
];
