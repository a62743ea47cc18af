import type { Page } from "playwright-core";
import { behind, euroReseller, type Scene } from "./scene.ts";

/** A customer whose Azure has run for weeks. */
const azure = async (page: Page, address: string) =>
  `${await behind("/customers?search=Ardmore", "Ardmore Distillers")(page, address)}/manage-service/azure`;

export const azureSpendScenes: readonly Scene[] = [
  {
    name: "azure-spend",
    who: euroReseller,
    open: azure,
    act: async (page) => {
      await page.getByLabel("By", { exact: true }).selectOption("Resource");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByRole("img", { name: /by resource/ }).waitFor();
    },
    also: ["900", "dark"],
  },
  { name: "psa-azure", who: euroReseller, open: "/billing/psa/azure" },
];
