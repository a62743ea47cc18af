import type { Page } from "playwright-core";
import {
  customerAdmin,
  engineer,
  euroReseller,
  newcomer,
  press,
  reseller,
  turnTo,
  withoutAnnouncement,
  type Scene,
} from "./scene.ts";

const palette = (words: string) => async (page: Page) => {
  await press(/^Search \(/)(page);
  const box = page.getByRole("combobox", { name: /^Search customers/ });
  await box.fill(words);
  await page.waitForTimeout(700);
};

export const overviewScenes: readonly Scene[] = [
  { name: "dashboard", who: reseller, open: "/dashboard", also: ["900", "dark"] },
  {
    name: "dashboard-in-progress",
    who: reseller,
    open: "/dashboard",
    given: {
      "/api/dashboard/in-progress": {
        Items: [
          ["Microsoft Defender for Office 365 (Plan 2)", "Users being changed"],
          ["CloudTalk Starter", "Activating"],
        ].map(([ProductName, What], at) => ({
          Id: `019a0000-0000-7000-8000-0000000000c${at}`,
          InstanceId: "019a0000-0000-7000-8000-0000000000a1",
          CustomerId: "019a0000-0000-7000-8000-0000000000a2",
          CustomerName: "The Borough Bakery and Tea Rooms of Southwark",
          ProductName,
          What,
          PlacedAt: "2026-11-24T09:30:00.000Z",
          PlacedBy: "Hannah Reid",
          ExpectedOn: "2026-11-28",
        })),
      },
    },
    act: (page) => page.getByRole("link", { name: /CloudTalk Starter/ }).scrollIntoViewIfNeeded(),
    also: ["900"],
  },
  { name: "dashboard-euro", who: euroReseller, open: "/dashboard" },
  { name: "dashboard-first-day", who: newcomer, open: "/dashboard", also: ["900", "dark"] },
  { name: "dashboard-customer-admin", who: customerAdmin, open: "/dashboard", act: withoutAnnouncement },
  { name: "quick-links", who: reseller, open: "/configure-quick-links" },
  { name: "notifications", who: reseller, open: "/dashboard", act: press("Notifications"), also: ["dark"] },
  { name: "notifications-none", who: newcomer, open: "/dashboard", act: press("Notifications") },
  { name: "palette", who: reseller, open: "/dashboard", act: palette("acme"), also: ["900", "dark"] },
  { name: "palette-before-typing", who: reseller, open: "/dashboard", act: press(/^Search \(/) },
  { name: "palette-nothing-found", who: reseller, open: "/dashboard", act: palette("zzzz") },
  { name: "analytics", who: reseller, open: "/analytics", also: ["900", "dark"] },
  { name: "analytics-table", who: reseller, open: "/analytics", act: press("Show as table") },
  { name: "analytics-churn", who: reseller, open: "/analytics", act: turnTo(/Churn/) },
  { name: "analytics-customers", who: reseller, open: "/analytics/customers" },
  { name: "analytics-nothing", who: newcomer, open: "/analytics" },
  {
    name: "announcement",
    who: customerAdmin,
    open: "/dashboard",
    act: (page) => page.getByRole("dialog").waitFor(),
  },
  {
    name: "rating",
    who: engineer,
    open: "/dashboard",
    act: async (page) => {
      // The question appears half a minute after the page.
      await page.clock.install();
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForTimeout(3000);
      await page.clock.runFor(40_000);
      await page.getByRole("button", { name: "Thumbs up" }).click();
    },
  },
];
