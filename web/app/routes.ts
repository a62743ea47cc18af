import { screen, type RouteLine } from "./route-table.ts";

/** Every address of the signed-in portal, and who may open it. A menu entry shows only when its address stands here. */
export const routes: readonly RouteLine[] = [
  {
    path: "/dashboard",
    title: "Dashboard",
    anyOf: ["home"],
    screen: screen(() => import("../features/dashboard/dashboard-screen.tsx"), "DashboardScreen"),
  },

  {
    path: "/access-denied",
    title: "Access denied",
    screen: screen(() => import("./shell/message-screens.tsx"), "AccessDeniedScreen"),
  },
  {
    path: "/no-access-resources",
    title: "No access to resources",
    screen: screen(() => import("./shell/message-screens.tsx"), "NoAccessScreen"),
  },
  { path: "/gallery", title: "Gallery", screen: screen(() => import("./gallery/gallery-screen.tsx"), "GalleryScreen") },
];
