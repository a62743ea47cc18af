import type { Page } from "playwright-core";
import { press, reseller, type Scene } from "./scene.ts";

const fill = async (page: Page) => {
  await page.getByLabel("Title").fill("Licences for the new office in Leeds");
  await page.getByLabel("Contact", { exact: true }).fill("Ada Lovelace");
  await page.getByLabel("Email", { exact: true }).fill("ada@acme.example");
  await page.getByRole("combobox", { name: "Customer" }).fill("Acme Dental");
  await page.getByRole("option").first().click();
  await page.getByRole("combobox", { name: "Add a product" }).fill("Google Workspace");
  await page.getByRole("option").first().click();
  await page.getByLabel(/^Price/).fill("4.50");
};
/** Sends a quote and opens its link, or stays with it. */
const sent = async (page: Page) => {
  await fill(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Send quote" }).click();
  const dialog = page.getByRole("dialog", { name: "The quote's link" });
  const link = await dialog.locator("code").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  return link;
};

export const quoteScenes: readonly Scene[] = [
  { name: "quotes", who: reseller, open: "/quotes" },
  { name: "quote-new", who: reseller, open: "/quotes/new", act: fill },
  { name: "quote-sent", who: reseller, open: "/quotes/new", act: sent },
  {
    name: "quote-link",
    who: reseller,
    open: "/quotes/new",
    act: async (page) => {
      await page.goto(await sent(page));
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
  },
  {
    name: "quote-accepted",
    who: reseller,
    open: "/quotes/new",
    act: async (page) => {
      await page.goto(await sent(page));
      await page.getByLabel("Your full name").fill("Ada Lovelace");
      await page.getByRole("checkbox").check();
      await press("Accept quote")(page);
      await page.getByText(/^Accepted by/).waitFor();
    },
  },
];
