import { screen, type RouteLine } from "./route-table.ts";

/** The addresses of the operator's own people. */
export const operatorRoutes: readonly RouteLine[] = [
  {
    path: "/operator/work",
    title: "Work queue",
    kinds: ["admin"],
    screen: screen(() => import("../features/work/work-screen.tsx"), "WorkScreen"),
  },
  {
    path: "/operator/tickets",
    title: "Tickets",
    kinds: ["admin"],
    screen: screen(() => import("../features/support/desk-screen.tsx"), "DeskScreen"),
  },
  {
    path: "/operator/clock",
    title: "Clock",
    kinds: ["admin"],
    screen: screen(() => import("../features/clock/clock-screen.tsx"), "ClockScreen"),
  },
  {
    path: "/operator/applications",
    title: "Applications",
    kinds: ["admin"],
    screen: screen(() => import("../features/applications/applications-screen.tsx"), "ApplicationsScreen"),
  },
  {
    path: "/operator/company-changes",
    title: "Company changes",
    kinds: ["admin"],
    screen: screen(() => import("../features/my-business/business-requests-screen.tsx"), "BusinessRequestsScreen"),
  },
  {
    path: "/operator/people",
    title: "People",
    kinds: ["admin"],
    screen: screen(() => import("../features/jump/people-screen.tsx"), "PeopleScreen"),
  },
  {
    path: "/operator/sign-in-providers",
    title: "Sign-in providers",
    kinds: ["admin"],
    screen: screen(() => import("../features/sso/sign-in-providers-screen.tsx"), "SignInProvidersScreen"),
  },
  {
    path: "/operator/feature-flags",
    title: "Feature flags",
    kinds: ["admin"],
    screen: screen(() => import("../features/flags/flags-screen.tsx"), "FlagsScreen"),
  },
  {
    path: "/operator/hosts",
    title: "Hosts",
    kinds: ["admin"],
    screen: screen(() => import("../features/portal-hosts/portal-hosts-screen.tsx"), "PortalHostsScreen"),
  },
  {
    path: "/operator/partner-portals",
    title: "Partner portals",
    kinds: ["admin"],
    screen: screen(() => import("../features/partner-systems/partner-systems-screen.tsx"), "PartnerSystemsScreen"),
  },
  {
    path: "/operator/footer",
    title: "Footer",
    kinds: ["admin"],
    screen: screen(() => import("../features/footer/footer-screen.tsx"), "FooterScreen"),
  },
  {
    path: "/operator/messages",
    title: "Messages",
    kinds: ["admin"],
    screen: screen(() => import("../features/messages/messages-screen.tsx"), "MessagesScreen"),
  },
];
