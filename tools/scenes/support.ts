import type { Page } from "playwright-core";
import {
  behind,
  customerAdmin,
  engineer,
  newcomer,
  press,
  reseller,
  withoutAnnouncement,
  type Scene,
} from "./scene.ts";

export const supportScenes: readonly Scene[] = [
  { name: "support", who: reseller, open: "/support", also: ["900", "dark"] },
  { name: "support-none", who: newcomer, open: "/support" },
  { name: "tickets", who: reseller, open: "/support/tickets", also: ["900"] },
  { name: "tickets-none", who: newcomer, open: "/support/tickets" },
  { name: "ticket", who: reseller, open: behind("/support/tickets", "Second sign-in code"), also: ["900", "dark"] },
  {
    name: "ticket-of-a-customer",
    who: customerAdmin,
    open: behind("/support/tickets", "T-"),
    act: withoutAnnouncement,
  },
  { name: "new-ticket", who: reseller, open: "/support/add-new-ticket" },
  {
    name: "new-ticket-refused",
    who: reseller,
    open: "/support/add-new-ticket",
    act: press("Send ticket"),
  },
  { name: "new-ticket-files", who: engineer, open: "/support/add-new-ticket", act: attachFiles, also: ["900"] },
  { name: "order-request", who: engineer, open: "/support/order" },
  { name: "ticket-not-found", who: reseller, open: "/support/ticket-detail?id=00000000-0000-4000-8000-000000000000" },
];

/** Attaches a file without and one with a virus, as every scanner takes the EICAR text for one, and one that is none. */
async function attachFiles(page: Page): Promise<void> {
  const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EIC", "AR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");
  const field = page.locator("input[type=file]");
  const fileOf = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await field.setInputFiles([fileOf("How the outage on Tuesday began.txt", "At nine"), fileOf("tool.txt", eicar)]);
  await page.getByText("A virus was found: remove it").waitFor();
  await page.getByText("No virus found").waitFor();
  await field.setInputFiles([fileOf("setup.pdf", "no PDF")]);
  await page.getByText(/^setup\.pdf: /).waitFor();
  await page.getByRole("button", { name: "Attach files" }).scrollIntoViewIfNeeded();
}
