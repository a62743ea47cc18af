import { operatorRoutes } from "./operator-routes.ts";
import { frameRoutes } from "./frame-routes.ts";
import { screen, type RouteLine } from "./route-table.ts";

const customerPage = {
  title: "Customer",
  anyOf: ["customers"],
  parent: "/customers",
  screen: screen(() => import("./customer/customer-screen.tsx"), "CustomerScreen"),
} as const;
const deletion = {
  title: "Delete service",
  anyOf: ["addProducts"],
  parent: "/customers/customer/$ctx",
  screen: screen(() => import("../ordering/orders/delete-service-screen.tsx"), "DeleteServiceScreen"),
} as const;

const agreementsPage = {
  title: "Terms and conditions",
  screen: screen(() => import("../catalogue/agreements/agreements-screen.tsx"), "AgreementsScreen"),
} as const;
const managers = ["manageUsers", "createResellerEngineer", "createCustomerAdmin"] as const;
const userScreens = () => import("../access/users/user-screen.tsx");
const inviteScreens = () => import("../access/users/invite-screen.tsx");
const rolesEditor = {
  title: "Roles",
  anyOf: managers,
  parent: "/account-setting/manage-access/$userId",
  screen: screen(() => import("../access/roles/roles-editor-screen.tsx"), "RolesEditorScreen"),
} as const;
const managing = { title: "Manage users", parent: "/account-setting/manage-access" } as const;
const restricting = (name: "RestrictCustomersScreen" | "RestrictProductsScreen") => ({
  title: "Customers and products",
  anyOf: ["createResellerEngineer", "createCustomerAdmin"] as const,
  parent: "/account-setting/manage-access/$userId",
  screen: screen(() => import("../access/restrictions/restrictions-screen.tsx"), name),
});
const invoicePage = {
  anyOf: ["billing"],
  kinds: ["reseller", "engineer"],
  parent: "/billing/invoices",
  screen: screen(() => import("../billing/invoices/invoice-screen.tsx"), "InvoiceScreen"),
} as const;

const tenants = ["reseller", "engineer", "endUserAdmin", "endUser"] as const;

/** Every address of the signed-in portal, and who may open it. A menu entry shows only when its address stands here. */
export const routes: readonly RouteLine[] = [
  ...frameRoutes,
  {
    path: "/dashboard",
    title: "Dashboard",
    anyOf: ["home"],
    screen: screen(() => import("../insight/dashboard/dashboard-screen.tsx"), "DashboardScreen"),
  },
  {
    path: "/configure-quick-links",
    title: "Quick links",
    anyOf: ["home"],
    parent: "/dashboard",
    screen: screen(() => import("../insight/dashboard/configure-quick-links-screen.tsx"), "ConfigureQuickLinksScreen"),
  },
  {
    path: "/customers",
    title: "Customers",
    anyOf: ["customers"],
    screen: screen(() => import("../customers/customers/customers-screen.tsx"), "CustomersScreen"),
    prepare: async (...given) => (await import("../customers/customers/customers-screen.tsx")).prepareList(...given),
  },
  {
    path: "/customers/add",
    title: "Add customer",
    anyOf: ["addOrEditCustomers"],
    parent: "/customers",
    screen: screen(() => import("../customers/customers/add-customer-screen.tsx"), "AddCustomerScreen"),
  },
  {
    path: "/customers/user-details",
    title: "User",
    anyOf: managers,
    parent: "/customers",
    screen: screen(() => import("./customer/user-details-screen.tsx"), "UserDetailsScreen"),
  },
  { path: "/customers/customer/$ctx", ...customerPage },
  { path: "/customers/customer/$ctx/view/users", ...customerPage, anyOf: managers },
  { path: "/customers/customer/$ctx/view/services", ...customerPage, anyOf: ["customers", "manageService"] },
  { path: "/customers/customer/$ctx/view/activity", ...customerPage },
  { path: "/customers/customer/$ctx/view/manage", ...customerPage },
  {
    path: "/customers/customer/$ctx/services/$instanceId",
    title: "Service",
    anyOf: ["customers", "manageService"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../ordering/services/service-screen.tsx"), "ServiceScreen"),
  },
  {
    path: "/customers/customer/$ctx/manage-service/$name",
    title: "Manage service",
    anyOf: ["customers", "manageService"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../ordering/services/service-screen.tsx"), "ManageServiceScreen"),
  },
  { path: "/customers/customer/$ctx/services/$instanceId/delete", ...deletion },
  { path: "/customers/customer/$ctx/delete-service", ...deletion },
  {
    path: "/customers/customer/$ctx/nce-question",
    title: "Add Microsoft 365",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../ordering/orders/nce-question-screen.tsx"), "NceQuestionScreen"),
  },
  {
    path: "/customers/customer/$ctx/add-service/$route",
    title: "Add service",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../ordering/orders/journey-screens.tsx"), "AddServiceScreen"),
  },
  {
    path: "/customers/customer/$ctx/cs/add-service/$listingGuid",
    title: "Add service",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../ordering/orders/journey-screens.tsx"), "AddListingScreen"),
  },
  {
    path: "/customers/customer/$ctx/cs/modify-service/$instanceId/$listingId",
    title: "Change service",
    anyOf: ["addProducts"],
    parent: "/customers/customer/$ctx",
    screen: screen(() => import("../ordering/orders/journey-screens.tsx"), "ModifyServiceScreen"),
  },
  {
    path: "/marketplace",
    title: "Marketplace",
    anyOf: ["marketplaceOrder"],
    screen: screen(() => import("../catalogue/products/marketplace-screen.tsx"), "MarketplaceScreen"),
  },
  { path: "/account-setting/terms-conditions", ...agreementsPage, kinds: ["reseller", "engineer"] },
  { path: "/account-setting/service-agreements", ...agreementsPage, kinds: ["reseller", "engineer"] },
  {
    path: "/account-setting/terms-conditions/$agreementId/$forced/$back",
    title: "Agreement",
    kinds: ["reseller", "engineer"],
    parent: "/account-setting/terms-conditions",
    screen: screen(() => import("../catalogue/agreements/agreement-screen.tsx"), "AgreementScreen"),
  },
  {
    path: "/account-setting",
    title: "Your account",
    screen: screen(() => import("../access/account/account-screen.tsx"), "AccountScreen"),
  },
  {
    path: "/account-setting/change-password",
    title: "Change password",
    parent: "/account-setting",
    screen: screen(() => import("../access/passwords/change-own-password-screen.tsx"), "ChangeOwnPasswordScreen"),
  },
  {
    path: "/account-setting/manage-access",
    title: managing.title,
    anyOf: managers,
    screen: screen(() => import("../access/users/manage-access-screen.tsx"), "ManageAccessScreen"),
  },
  {
    path: "/account-setting/manage-access/my-profile",
    title: "My profile",
    kinds: ["reseller", "engineer", "endUserAdmin"],
    screen: screen(userScreens, "MyProfileScreen"),
  },
  {
    path: "/account-setting/manage-access/$userId",
    ...managing,
    anyOf: managers,
    screen: screen(userScreens, "UserScreen"),
  },
  { path: "/account-setting/manage-access/$userId/rolesEditor", ...rolesEditor },
  { path: "/sso-account-setting/manage-access/$userId/rolesEditor", ...rolesEditor },
  { path: "/account-setting/manage-access/$userId/permissions/customers", ...restricting("RestrictCustomersScreen") },
  { path: "/account-setting/manage-access/$userId/permissions/products", ...restricting("RestrictProductsScreen") },
  {
    path: "/account-setting/manage-access/add-engineer/Engineer",
    ...managing,
    title: "Invite a colleague",
    anyOf: ["createResellerEngineer"],
    screen: screen(inviteScreens, "InviteEngineerScreen"),
  },
  {
    path: "/account-setting/manage-access/add-customer-admin/EndUserAdmin",
    ...managing,
    title: "Invite a user",
    anyOf: ["createCustomerAdmin"],
    screen: screen(inviteScreens, "InviteCustomerAdminScreen"),
  },
  {
    path: "/billing",
    title: "Billing",
    anyOf: ["billing", "pSA"],
    kinds: ["reseller", "engineer"],
    screen: screen(() => import("../billing/invoices/billing-screen.tsx"), "BillingScreen"),
  },
  {
    path: "/billing/invoices",
    title: "Invoices",
    anyOf: ["billing"],
    kinds: ["reseller", "engineer"],
    parent: "/billing",
    screen: screen(() => import("../billing/invoices/invoices-screen.tsx"), "InvoicesScreen"),
  },
  { path: "/billing/invoice-detail/$invoiceId", title: "Invoice", ...invoicePage },
  { path: "/billing/credit-memo-detail/$invoiceId", title: "Credit memo", ...invoicePage },
  // The short forms stand in links that leave the billing part out.
  { path: "/invoice-detail/$invoiceId", title: "Invoice", ...invoicePage },
  { path: "/credit-memo-detail/$invoiceId", title: "Credit memo", ...invoicePage },
  {
    path: "/analytics",
    title: "Analytics",
    flag: "BillingPlatformReporting",
    screen: screen(() => import("../insight/analytics/analytics-screen.tsx"), "AnalyticsScreen"),
  },
  {
    path: "/analytics/customers",
    title: "By customer",
    kinds: ["reseller", "engineer"],
    flag: "BillingPlatformReporting",
    parent: "/analytics",
    screen: screen(() => import("../insight/analytics/analytics-customers-screen.tsx"), "AnalyticsCustomersScreen"),
  },
  {
    path: "/services",
    title: "Services",
    anyOf: ["manageService"],
    screen: screen(() => import("../ordering/services/services-screen.tsx"), "ServicesScreen"),
  },
  ...operatorRoutes,
  {
    path: "/support",
    title: "Support",
    anyOf: ["support"],
    kinds: tenants,
    screen: screen(() => import("../support/tickets/support-screen.tsx"), "SupportScreen"),
  },
  {
    path: "/support/tickets",
    title: "Tickets",
    anyOf: ["support"],
    kinds: tenants,
    parent: "/support",
    screen: screen(() => import("../support/tickets/tickets-screen.tsx"), "TicketsScreen"),
  },
  {
    path: "/support/ticket-detail",
    title: "Ticket",
    anyOf: ["support", "submitAndRespondToAllTickets"],
    kinds: tenants,
    parent: "/support/tickets",
    screen: screen(() => import("../support/tickets/ticket-screen.tsx"), "TicketScreen"),
  },
  {
    path: "/support/add-new-ticket",
    title: "Add support ticket",
    anyOf: ["submitAndRespondToAllTickets"],
    kinds: tenants,
    parent: "/support",
    screen: screen(() => import("../support/tickets/add-ticket-screen.tsx"), "AddTicketScreen"),
  },
  {
    path: "/support/order",
    title: "Request about an order",
    anyOf: ["submitAndRespondToAllTickets"],
    kinds: tenants,
    parent: "/support",
    screen: screen(() => import("../support/tickets/order-request-screen.tsx"), "OrderRequestScreen"),
  },
  {
    path: "/my-business",
    title: "My business",
    anyOf: ["myBusiness"],
    kinds: ["reseller", "engineer"],
    screen: screen(() => import("../billing/my-business/my-business-screen.tsx"), "MyBusinessScreen"),
  },
  {
    path: "/account-setting/sessions",
    title: "Your sessions",
    parent: "/account-setting",
    screen: screen(() => import("../access/session/sessions-screen.tsx"), "SessionsScreen"),
  },
  {
    path: "/join-company/$key",
    title: "Join a company",
    screen: screen(() => import("../access/companies/join-screen.tsx"), "JoinScreen"),
  },
  {
    path: "/redirect",
    title: "Redirect",
    screen: screen(() => import("../access/session/redirect-screen.tsx"), "RedirectScreen"),
  },
  {
    path: "/account-setting/security",
    title: "Security",
    parent: "/account-setting",
    screen: screen(() => import("../access/mfa/security-screen.tsx"), "SecurityScreen"),
  },
  {
    path: "/account-setting/whitelabelling",
    title: "White label",
    anyOf: ["settings"],
    kinds: ["reseller", "engineer"],
    parent: "/account-setting",
    screen: screen(() => import("../portal/white-label/white-label-screen.tsx"), "WhiteLabelScreen"),
  },
  {
    path: "/account-setting/display",
    title: "Display",
    anyOf: ["settings"],
    kinds: ["reseller", "engineer"],
    parent: "/account-setting",
    screen: screen(() => import("../portal/display/display-screen.tsx"), "DisplayScreen"),
  },
  {
    path: "/single-experience-dashboard",
    title: "Home",
    kinds: ["reseller", "engineer"],
    screen: screen(() => import("./shell/single-experience-screen.tsx"), "SingleExperienceScreen"),
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
