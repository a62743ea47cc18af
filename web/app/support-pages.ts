import type { ScreenName } from "@tradewind/contract/screens.ts";
import { screen, type Page } from "./route-table.ts";

export const supportPages = {
  support: {
    title: "Support",
    screen: screen(() => import("../support/tickets/support-screen.tsx"), "SupportScreen"),
  },
  tickets: {
    title: "Tickets",
    parent: "support",
    screen: screen(() => import("../support/tickets/tickets-screen.tsx"), "TicketsScreen"),
  },
  ticket: {
    title: "Ticket",
    parent: "tickets",
    screen: screen(() => import("../support/tickets/ticket-screen.tsx"), "TicketScreen"),
  },
  addTicket: {
    title: "Add support ticket",
    parent: "support",
    screen: screen(() => import("../support/tickets/add-ticket-screen.tsx"), "AddTicketScreen"),
  },
  orderRequest: {
    title: "Request about an order",
    parent: "support",
    screen: screen(() => import("../support/tickets/order-request-screen.tsx"), "OrderRequestScreen"),
  },
  forumSignIn: {
    title: "Community",
    screen: screen(() => import("../support/forum/forum-sign-in-screen.tsx"), "ForumSignInScreen"),
  },
} as const satisfies Partial<Record<ScreenName, Page>>;
