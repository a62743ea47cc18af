import type { Page } from "playwright-core";
import {
  behind,
  customer,
  customerAdmin,
  newcomer,
  ofCustomer,
  press,
  reseller,
  withoutAnnouncement,
  type Scene,
} from "./scene.ts";

const choose = async (page: Page) => {
  for (const row of [1, 3, 4]) await page.getByRole("row").nth(row).getByRole("checkbox").check();
};
const rowMenu = async (page: Page) => press("Actions for row 1")(page);
const chosen = (entry: string) => async (page: Page) => {
  await press("More actions")(page);
  await press(entry)(page);
};

/** Finds the page of a user of Acme Dental. */
const userDetails = async (page: Page, address: string) => {
  const list = "/account-setting/manage-access?tab=end-user-admin&search=user@acme.example";
  const found = await behind(list, "Daniel Frost")(page, address);
  return `/customers/user-details?user=${found.split("/").at(-1)!}`;
};

export const customerScenes: readonly Scene[] = [
  { name: "customers", who: reseller, open: "/customers", also: ["900", "dark"] },
  { name: "customer-billing", who: reseller, open: ofCustomer("/view/billing"), also: ["900", "dark"] },
  { name: "customer-sign-in", who: reseller, open: ofCustomer("/view/cloudMarketAccess"), also: ["900"] },
  { name: "customer-tenant", who: reseller, open: ofCustomer("/view/m365AccountLink"), also: ["900"] },
  {
    name: "request-admin",
    who: reseller,
    open: ofCustomer("/view/m365AccountLink"),
    act: press("Request a relationship"),
    also: ["900"],
  },
  { name: "customers-table-settings", who: reseller, open: "/customers", act: press("Table settings") },
  { name: "customers-row-menu", who: reseller, open: "/customers", act: rowMenu },
  { name: "customers-not-found", who: reseller, open: "/customers?search=zzzz" },
  {
    name: "customers-narrowed",
    who: reseller,
    open: "/customers",
    act: (page) => page.getByRole("button", { name: /^Without services/ }).click(),
  },
  { name: "customers-chosen", who: reseller, open: "/customers", act: choose },
  {
    name: "suspend-several",
    who: reseller,
    open: "/customers",
    act: async (page) => {
      await choose(page);
      await press(/^Suspend$/)(page);
    },
  },
  { name: "customers-of-a-restricted-engineer", who: "field@harbour.example", open: "/customers" },
  { name: "customers-none", who: newcomer, open: "/customers", also: ["900"] },
  { name: "add-customer", who: reseller, open: "/customers", act: press("Add customer") },
  {
    name: "add-customer-refused",
    who: reseller,
    open: "/customers",
    act: async (page) => {
      await press("Add customer")(page);
      await page.getByRole("dialog").getByRole("button", { name: "Add customer" }).click();
    },
  },
  { name: "add-customer-page", who: reseller, open: "/customers/add" },
  {
    name: "suspend-customer",
    who: reseller,
    open: "/customers?search=Acme%20Dental",
    act: async (page) => {
      await rowMenu(page);
      await press(/^Suspend$/)(page);
    },
  },
  { name: "customer", who: reseller, open: customer, also: ["900", "dark"] },
  {
    name: "customer-as-of",
    who: reseller,
    open: customer,
    act: async (page) => {
      await press("As it was on…")(page);
      await page.getByRole("table", { name: "Services" }).waitFor();
    },
    also: ["900", "dark"],
  },
  { name: "customer-users", who: reseller, open: ofCustomer("/view/users") },
  { name: "customer-details", who: reseller, open: ofCustomer("/view/manage") },
  { name: "customer-activity", who: reseller, open: ofCustomer("/view/activity") },
  { name: "edit-customer", who: reseller, open: customer, act: chosen("Edit details") },
  { name: "rename-customer", who: reseller, open: customer, act: chosen("Rename") },
  { name: "customer-not-found", who: reseller, open: "/customers/customer/00000000-0000-4000-8000-000000000000" },
  {
    name: "user-details",
    who: reseller,
    open: userDetails,
  },
  {
    name: "bundles-of-a-user",
    who: reseller,
    open: userDetails,
    act: async (page) => {
      await page.getByRole("button", { name: "Add product" }).first().click();
      await page.getByRole("region", { name: "Bundles" }).getByRole("button").first().click();
    },
    also: ["900"],
  },
  { name: "own-organisation", who: customerAdmin, open: "/", act: withoutAnnouncement },
];
