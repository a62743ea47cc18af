import type { Page } from "playwright-core";
import { behind, engineer, press, reseller, type Scene } from "./scene.ts";

const list = "/account-setting/manage-access";
const colleague =
  (rest = "") =>
  async (page: Page, address: string) =>
    (await behind(list, "engineer@harbour.example")(page, address)) + rest;

export const peopleScenes: readonly Scene[] = [
  { name: "manage-users", who: reseller, open: list, also: ["900"] },
  { name: "manage-users-customers", who: reseller, open: `${list}?tab=end-user-admin`, also: ["900"] },
  { name: "user", who: reseller, open: colleague(), also: ["900"] },
  { name: "export-person", who: reseller, open: colleague(), act: press(/^Export/), also: ["900"] },
  {
    name: "erase-person",
    who: reseller,
    open: colleague(),
    act: async (page) => {
      await press(/^Erase/)(page);
      await page.getByText("This is final.").waitFor();
    },
    also: ["900", "dark"],
  },
  { name: "roles", who: reseller, open: colleague("/rolesEditor"), also: ["900", "dark"] },
  {
    name: "restrict-customers",
    who: reseller,
    open: colleague("/permissions/customers"),
    act: (page) => page.getByRole("radio", { name: /^Only these/ }).check(),
  },
  {
    name: "restrict-products",
    who: reseller,
    open: colleague("/permissions/products"),
    act: (page) => page.getByRole("radio", { name: /^Only these/ }).check(),
    also: ["dark"],
  },
  {
    name: "paste-customers",
    who: reseller,
    open: colleague("/permissions/customers"),
    act: async (page) => {
      await page.getByRole("radio", { name: /^Only these/ }).check();
      await press(/^Paste/)(page);
    },
  },
  { name: "invite-colleague", who: reseller, open: `${list}/add-engineer/Engineer` },
  { name: "invite-user", who: reseller, open: `${list}/add-customer-admin/EndUserAdmin` },
  { name: "my-profile", who: reseller, open: `${list}/my-profile` },
  { name: "switch-company", who: "consultant@harbour.example", open: "/dashboard", act: toCompanies },
  { name: "access-denied", who: engineer, open: "/my-business" },
];

async function toCompanies(page: Page): Promise<void> {
  const small = page.getByRole("button", { name: "Open menu" });
  await ((await small.isVisible()) ? small : page.getByRole("button", { name: "My Account" })).click();
  await press(/^Switch company/)(page);
}
