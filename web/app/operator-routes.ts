import { screen, type RouteLine } from "./route-table.ts";

/** The addresses of the operator's own people. */
export const operatorRoutes: readonly RouteLine[] = [
  {
    path: "/operator/work",
    title: "Work queue",
    kinds: ["admin"],
    screen: screen(() => import("../ordering/work/work-screen.tsx"), "WorkScreen"),
  },
  {
    path: "/operator/tickets",
    title: "Tickets",
    kinds: ["admin"],
    screen: screen(() => import("../support/tickets/desk-screen.tsx"), "DeskScreen"),
  },
  {
    path: "/operator/clock",
    title: "Clock",
    kinds: ["admin"],
    screen: screen(() => import("../developer/clock/clock-screen.tsx"), "ClockScreen"),
  },
  {
    path: "/operator/applications",
    title: "Applications",
    kinds: ["admin"],
    screen: screen(() => import("../access/applications/applications-screen.tsx"), "ApplicationsScreen"),
  },
  {
    path: "/operator/company-changes",
    title: "Company changes",
    kinds: ["admin"],
    screen: screen(() => import("../billing/my-business/business-requests-screen.tsx"), "BusinessRequestsScreen"),
  },
  {
    path: "/operator/people",
    title: "People",
    kinds: ["admin"],
    screen: screen(() => import("../access/jump/people-screen.tsx"), "PeopleScreen"),
  },
  {
    path: "/operator/sign-in-providers",
    title: "Sign-in providers",
    kinds: ["admin"],
    screen: screen(() => import("../access/sso/sign-in-providers-screen.tsx"), "SignInProvidersScreen"),
  },
  {
    path: "/operator/feature-flags",
    title: "Feature flags",
    kinds: ["admin"],
    screen: screen(() => import("../portal/flags/flags-screen.tsx"), "FlagsScreen"),
  },
  {
    path: "/operator/hosts",
    title: "Hosts",
    kinds: ["admin"],
    screen: screen(() => import("../portal/portal-hosts/portal-hosts-screen.tsx"), "PortalHostsScreen"),
  },
  {
    path: "/operator/partner-portals",
    title: "Partner portals",
    kinds: ["admin"],
    screen: screen(() => import("../portal/partner-systems/partner-systems-screen.tsx"), "PartnerSystemsScreen"),
  },
  {
    path: "/operator/footer",
    title: "Footer",
    kinds: ["admin"],
    screen: screen(() => import("../portal/footer/footer-screen.tsx"), "FooterScreen"),
  },
  {
    path: "/operator/messages",
    title: "Messages",
    kinds: ["admin"],
    screen: screen(() => import("../portal/announcements/messages-screen.tsx"), "MessagesScreen"),
  },
];
