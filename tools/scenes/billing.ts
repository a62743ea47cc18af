import type { Page } from "playwright-core";
import { behind, euroReseller, newcomer, press, reseller, type Scene } from "./scene.ts";

async function unsigned(page: Page, address: string): Promise<string> {
  await page.goto(`${address}/account-setting/terms-conditions`);
  const line = page.getByRole("listitem").filter({ hasText: "Not signed" }).first();
  return (await line.getByRole("link").first().getAttribute("href"))!;
}

export const billingScenes: readonly Scene[] = [
  { name: "billing", who: reseller, open: "/billing", also: ["900"] },
  { name: "billing-none", who: newcomer, open: "/billing" },
  { name: "invoices", who: reseller, open: "/billing/invoices", also: ["dark"] },
  { name: "invoices-none", who: newcomer, open: "/billing/invoices" },
  { name: "invoice", who: reseller, open: behind("/billing/invoices", "TW-"), also: ["900", "dark"] },
  {
    name: "invoice-credits",
    who: reseller,
    open: behind("/billing/invoices", "TW-"),
    act: async (page) => {
      await press("Show all lines")(page);
      await page.getByText("Corrects the charge").first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "invoice-not-found",
    who: reseller,
    open: "/billing/invoice-detail/00000000-0000-4000-8000-000000000000",
  },
  { name: "agreements", who: reseller, open: "/account-setting/terms-conditions" },
  { name: "agreement", who: reseller, open: unsigned },
  { name: "my-business", who: reseller, open: "/my-business" },
  { name: "my-business-edit", who: reseller, open: "/my-business", act: press("Edit") },
  { name: "my-business-ask", who: reseller, open: "/my-business", act: press("Request a change") },
  { name: "my-business-waiting", who: euroReseller, open: "/my-business" },
];
