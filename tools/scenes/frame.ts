import type { Page } from "playwright-core";
import {
  customerAdmin,
  endUser,
  engineer,
  euroReseller,
  newcomer,
  operator,
  press,
  reseller,
  withoutAnnouncement,
  type Scene,
} from "./scene.ts";

/** Opens one of the header's menus on a wide screen, or the full menu otherwise. */
const menu = (wide: string | RegExp) => async (page: Page) => {
  const small = page.getByRole("button", { name: "Open menu" });
  if (await small.isVisible()) await small.click();
  else await page.getByRole("banner").getByRole("button", { name: wide, exact: true }).click();
  await page.mouse.move(0, 0);
};
const header = (kind: string, who: string, wide: string | RegExp): Scene => ({
  name: `header-${kind}`,
  who,
  open: "/",
  act: async (page) => {
    if (who === customerAdmin) await withoutAnnouncement(page);
    await menu(wide)(page);
  },
  also: ["900"],
  top: 420,
});

const parts = [
  "actions",
  "fields",
  "inputs",
  "forms",
  "states",
  "figures",
  "long",
  "tables",
  "choosers",
  "transfer",
  "overlays",
];

/** Signs in at the provider as a person with the single experience. */
async function atTheProvider(page: Page, address: string): Promise<string> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Username").fill("blake@harbour-sso.example");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.origin !== address);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.origin === address && !/sso|login/.test(url.pathname));
  return "/single-experience-dashboard";
}

export const frameScenes: readonly Scene[] = [
  header("reseller", reseller, "Provision and Services"),
  header("reseller-account", reseller, "My Account"),
  header("reseller-new", reseller, "New"),
  header("unlinked-portals", newcomer, "Support"),
  header("euro-reseller", euroReseller, "Provision and Services"),
  header("engineer", engineer, "Support"),
  header("customer-admin", customerAdmin, "My Account"),
  header("end-user", endUser, "My Account"),
  header("operator", operator, "Marketplace"),
  {
    name: "single-experience-dashboard",
    open: atTheProvider,
    act: (page) => page.getByRole("button", { name: /^Notifications/ }).waitFor(),
    also: ["900"],
  },
  ...parts.map((part): Scene => ({
    name: `gallery-${part}`,
    who: reseller,
    open: `/gallery?part=${part}`,
    also: ["dark"],
  })),
  {
    name: "gallery-dialog",
    who: reseller,
    open: "/gallery?part=overlays",
    act: press(/^Open small/i),
  },
  { name: "not-found", who: reseller, open: "/no-such-page" },
  { name: "no-access", who: reseller, open: "/no-access-resources" },
  { name: "invitation-to-join-over", who: reseller, open: "/join-company/none" },
];
