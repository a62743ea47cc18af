import { screen, type RouteLine } from "./route-table.ts";

const customerPage = {
  title: "Customer",
  anyOf: ["customers"],
  parent: "/customers",
  screen: screen(() => import("../features/customers/customer-screen.tsx"), "CustomerScreen"),
} as const;
const deletion = {
  title: "Delete service",
  anyOf: ["addProducts"],
  parent: "/customers/customer/$ctx",
  screen: screen(() => import("../features/orders/delete-service-screen.tsx"), "DeleteServiceScreen"),
} as const;

/** Every address of the signed-in portal, and who may open it. A menu entry shows only when its address stands here. */
export const routes: readonly RouteLine[] = [
  {
    path: "/dashboard",
    title: "Dashboard",
    anyOf: ["home"],
    screen: screen(() => import("../features/dashboard/dashboard-screen.tsx"), "DashboardScreen"),
  },
  {
    path: "/customers",
    title: "Customers",
    anyOf: ["customers"],
    screen: screen(() => import("../features/customers/customers-screen.tsx"), "CustomersScreen"),
  },
  {
    path: "/customers/add",
    title: "Add customer",
    anyOf: ["addOrEditCustomers"],
    parent: "/customers",
    screen: screen(() => import("../features/customers/add-customer-screen.tsx"), "AddCustomerScreen"),
  },
  { path: "/customers/customer/$ctx", ...customerPage },
  { path: "/customers/customer/$ctx/view/services", ...customerPage, anyOf: ["customers", "manageService"] },
  { path: "/customers/customer/$ctx/view/activity", ...customerPage },
  { path: "/customers/customer/$ctx/view/manage", ...customerPage },
  {
    path: "/customers/customer/$ctx/services/$instanceId",
    title: "Service",
    anyOf: ["customers", "manageService"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../features/services/service-screen.tsx"), "ServiceScreen"),
  },
  {
    path: "/customers/customer/$ctx/manage-service/$name",
    title: "Manage service",
    anyOf: ["customers", "manageService"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../features/services/service-screen.tsx"), "ManageServiceScreen"),
  },
  { path: "/customers/customer/$ctx/services/$instanceId/delete", ...deletion },
  { path: "/customers/customer/$ctx/delete-service", ...deletion },
  {
    path: "/customers/customer/$ctx/nce-question",
    title: "Add Microsoft 365",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../features/orders/nce-question-screen.tsx"), "NceQuestionScreen"),
  },
  {
    path: "/customers/customer/$ctx/add-service/$route",
    title: "Add service",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../features/orders/journey-screens.tsx"), "AddServiceScreen"),
  },
  {
    path: "/customers/customer/$ctx/cs/add-service/$listingGuid",
    title: "Add service",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../features/orders/journey-screens.tsx"), "AddListingScreen"),
  },
  {
    path: "/customers/customer/$ctx/cs/modify-service/$instanceId/$listingId",
    title: "Change service",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../features/orders/journey-screens.tsx"), "ModifyServiceScreen"),
  },
  {
    path: "/operator/work",
    title: "Work queue",
    kinds: ["admin"],
    screen: screen(() => import("../features/work/work-screen.tsx"), "WorkScreen"),
  },
  {
    path: "/operator/clock",
    title: "Clock",
    kinds: ["admin"],
    screen: screen(() => import("../features/clock/clock-screen.tsx"), "ClockScreen"),
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
