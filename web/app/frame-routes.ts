import { screen, type RouteLine } from "./route-table.ts";

/** What belongs to the frame: settings of those who sign in at a provider, and what the footer leads to. */
export const frameRoutes: readonly RouteLine[] = [
  {
    path: "/sso-account-setting",
    title: "Your account",
    screen: screen(() => import("../access/account/account-screen.tsx"), "AccountScreen"),
  },
  {
    path: "/opt-out",
    title: "Communication preferences",
    screen: screen(() => import("../portal/footer/opt-out-screen.tsx"), "OptOutScreen"),
  },
];
