import type { Page } from "playwright-core";

/** A picture of docs/screens: whose screen, where it is, and what is opened on it. */
export type Scene = {
  name: string;
  /** Demo account; nobody where it is a page before signing in. */
  who?: string;
  /** The address, or the way to it from the first page after signing in. */
  open: string | ((page: Page, address: string) => Promise<string>);
  act?: (page: Page) => Promise<unknown>;
};

const reseller = "reseller@harbour.example";
const operator = "operator@tradewind.example";
const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

/** The address behind the first link of a table's row that holds these words. */
const behind = (list: string, words: string) => async (page: Page, address: string) => {
  await page.goto(address + list);
  const row = page.getByRole("row").filter({ hasText: words }).first();
  return (await row.getByRole("link").first().getAttribute("href"))!;
};
const customer = behind("/customers?search=Acme%20Dental", "Acme Dental");
const ofCustomer = (rest: string) => async (page: Page, address: string) => (await customer(page, address)) + rest;
/** A service of Acme Dental by the name of its product. */
const service = (product: string) => async (page: Page, address: string) => {
  await page.goto(`${address}${await customer(page, address)}/view/services`);
  return (await page.getByRole("link", { name: product }).first().getAttribute("href"))!;
};
const journey = (product: string, steps: number) => async (page: Page) => {
  await page.getByRole("button", { name: "Add product" }).first().click();
  const popup = page.getByRole("dialog", { name: "Add product" });
  await popup.getByLabel("Search products").fill(product);
  await popup.getByRole("button", { name: product, exact: true }).click();
  await popup.waitFor({ state: "hidden" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (let step = 0; step < steps; step++) await page.getByRole("button", { name: "Next", exact: true }).click();
};

export const scenes: readonly Scene[] = [
  { name: "login", open: "/login" },
  {
    name: "sign-in-password",
    open: "/login",
    act: async (page) => {
      await page.getByLabel("Username").fill(reseller);
      await page.keyboard.press("Enter");
      await page.getByLabel("Password", { exact: true }).waitFor();
    },
  },
  { name: "forgot-password", open: "/forget-password" },
  { name: "become-a-partner", open: "/signup" },
  { name: "dashboard", who: reseller, open: "/dashboard" },
  { name: "quick-links", who: reseller, open: "/configure-quick-links" },
  { name: "notifications", who: reseller, open: "/dashboard", act: press("Notifications") },
  { name: "customers", who: reseller, open: "/customers" },
  { name: "add-customer", who: reseller, open: "/customers", act: press("Add customer") },
  {
    name: "suspend-customer",
    who: reseller,
    open: "/customers?search=Acme%20Dental",
    act: async (page) => {
      await press("Actions for row 1")(page);
      await press("Suspend")(page);
    },
  },
  { name: "customer", who: reseller, open: customer },
  { name: "customer-activity", who: reseller, open: ofCustomer("/view/activity") },
  { name: "select-service", who: reseller, open: customer, act: press("Add product") },
  { name: "microsoft-question", who: reseller, open: customer, act: journey("Microsoft 365", 0) },
  { name: "journey-products", who: reseller, open: customer, act: journey("Acronis Backup", 0) },
  { name: "journey-seats", who: reseller, open: customer, act: journey("Acronis Backup", 1) },
  { name: "service", who: reseller, open: service("Microsoft 365") },
  {
    name: "service-history",
    who: reseller,
    open: service("Microsoft 365"),
    act: (page) => page.getByRole("tab", { name: "History" }).click(),
  },
  {
    name: "service-orders",
    who: reseller,
    open: service("Microsoft 365"),
    act: (page) => page.getByRole("tab", { name: /Orders/ }).click(),
  },
  { name: "change-seats", who: reseller, open: service("Microsoft 365"), act: press(/Change seats/) },
  { name: "invoices", who: reseller, open: "/billing/invoices" },
  { name: "invoice", who: reseller, open: behind("/billing/invoices", "TW-") },
  { name: "agreements", who: reseller, open: "/account-setting/terms-conditions" },
  { name: "manage-users", who: reseller, open: "/account-setting/manage-access" },
  { name: "user", who: reseller, open: behind("/account-setting/manage-access", "engineer@harbour.example") },
  { name: "invite-colleague", who: reseller, open: "/account-setting/manage-access/add-engineer/Engineer" },
  { name: "your-account", who: reseller, open: "/account-setting" },
  { name: "security", who: reseller, open: "/account-setting/security" },
  { name: "your-sessions", who: reseller, open: "/account-setting/sessions" },
  { name: "white-label", who: reseller, open: "/account-setting/whitelabelling" },
  { name: "work-queue", who: operator, open: "/operator/work" },
  { name: "clock", who: operator, open: "/operator/clock" },
  { name: "operator-applications", who: operator, open: "/operator/applications" },
  { name: "operator-people", who: operator, open: "/operator/people" },
  { name: "operator-sign-in-providers", who: operator, open: "/operator/sign-in-providers" },
  { name: "operator-feature-flags", who: operator, open: "/operator/feature-flags" },
  { name: "operator-messages", who: operator, open: "/operator/messages" },
];
