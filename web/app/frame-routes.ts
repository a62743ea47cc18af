import { screen, type RouteLine } from "./route-table.ts";

/** What belongs to the frame: settings of those who sign in at a provider, what the footer leads to, and the operator's pages about both. */
export const frameRoutes: readonly RouteLine[] = [
  {
    path: "/sso-account-setting",
    title: "Your account",
    screen: screen(() => import("../features/account/account-screen.tsx"), "AccountScreen"),
  },
  {
    path: "/opt-out",
    title: "Communication preferences",
    screen: screen(() => import("../features/footer/opt-out-screen.tsx"), "OptOutScreen"),
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
    path: "/operator/hosts",
    title: "Hosts",
    kinds: ["admin"],
    screen: screen(() => import("../features/portal-hosts/portal-hosts-screen.tsx"), "PortalHostsScreen"),
  },
];
