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
  { name: "order-request", who: engineer, open: "/support/order" },
  { name: "ticket-not-found", who: reseller, open: "/support/ticket-detail?id=00000000-0000-4000-8000-000000000000" },
];
