import { operatorPages } from "./operator-pages.ts";
import { billingPages } from "./billing-pages.ts";
import { supportPages } from "./support-pages.ts";
import { linesOf, screen } from "./route-table.ts";

const customerPage = {
  title: "Customer",
  parent: "customers",
  screen: screen(() => import("./customer/customer-screen.tsx"), "CustomerScreen"),
} as const;
const deletion = {
  title: "Delete service",
  parent: "customer",
  screen: screen(() => import("../ordering/orders/delete-service-screen.tsx"), "DeleteServiceScreen"),
} as const;

const numbered = {
  title: "Add service",
  parent: "customer",
  screen: screen(() => import("../ordering/orders/journey-screens.tsx"), "AddNumberedScreen"),
} as const;
const upgrade = {
  title: "Upgrade",
  parent: "customer",
  screen: screen(() => import("../ordering/services/upgrade-screen.tsx"), "UpgradeScreen"),
} as const;

const servicesOfProduct = {
  title: "Services",
  parent: "services",
  screen: screen(() => import("../ordering/my-services/my-service-screen.tsx"), "MyServiceScreen"),
} as const;

const agreementsPage = {
  title: "Terms and conditions",
  screen: screen(() => import("../catalogue/agreements/agreements-screen.tsx"), "AgreementsScreen"),
} as const;
const userScreens = () => import("../access/users/user-screen.tsx");
const inviteScreens = () => import("../access/users/invite-screen.tsx");
const rolesEditor = {
  title: "Roles",
  parent: "user",
  screen: screen(() => import("../access/roles/roles-editor-screen.tsx"), "RolesEditorScreen"),
} as const;
const managing = { title: "Manage users", parent: "manageAccess" } as const;
const restricting = (name: "RestrictCustomersScreen" | "RestrictProductsScreen") => ({
  title: "Customers and products",
  parent: "user" as const,
  screen: screen(() => import("../access/restrictions/restrictions-screen.tsx"), name),
});
const invoicePage = {
  title: "Invoice",
  parent: "invoices",
  screen: screen(() => import("../billing/invoices/invoice-screen.tsx"), "InvoiceScreen"),
} as const;
const creditMemoPage = {
  title: "Credit memo",
  parent: "invoices",
  screen: screen(() => import("../billing/invoices/invoice-screen.tsx"), "CreditMemoScreen"),
} as const;

/** Maps every screen of the signed-in portal to its page. */
export const routes = linesOf({
  ssoAccount: {
    title: "Your account",
    screen: screen(() => import("../access/account/account-screen.tsx"), "AccountScreen"),
  },
  optOut: {
    title: "Communication preferences",
    screen: screen(() => import("../portal/footer/opt-out-screen.tsx"), "OptOutScreen"),
  },
  dashboard: {
    title: "Dashboard",
    screen: screen(() => import("../insight/dashboard/dashboard-screen.tsx"), "DashboardScreen"),
  },
  configureQuickLinks: {
    title: "Quick links",
    parent: "dashboard",
    screen: screen(() => import("../insight/dashboard/configure-quick-links-screen.tsx"), "ConfigureQuickLinksScreen"),
  },
  customers: {
    title: "Customers",
    screen: screen(() => import("../customers/customers/customers-screen.tsx"), "CustomersScreen"),
    prepare: async (...given) => (await import("../customers/customers/customers-screen.tsx")).prepareList(...given),
  },
  addCustomer: {
    title: "Add customer",
    parent: "customers",
    screen: screen(() => import("../customers/customers/add-customer-screen.tsx"), "AddCustomerScreen"),
  },
  customerUser: {
    title: "User",
    parent: "customers",
    screen: screen(() => import("./customer/user-details-screen.tsx"), "UserDetailsScreen"),
  },
  customer: customerPage,
  customerUsers: customerPage,
  customerServices: customerPage,
  customerActivity: customerPage,
  customerDetails: customerPage,
  customerArea: customerPage,
  service: {
    title: "Service",
    parent: "customer",
    screen: screen(() => import("../ordering/services/service-screen.tsx"), "ServiceScreen"),
  },
  order: {
    title: "Order",
    parent: "customer",
    screen: screen(() => import("../ordering/services/order-screen.tsx"), "OrderScreen"),
  },
  manageService: {
    title: "Manage service",
    parent: "customer",
    screen: screen(() => import("../ordering/services/service-screen.tsx"), "ManageServiceScreen"),
  },
  deleteService: deletion,
  deleteSomeService: deletion,
  deleteOfUser: deletion,
  transfers: {
    title: "Transfers",
    parent: "customer",
    screen: screen(() => import("../ordering/transfers/transfers-screen.tsx"), "TransfersScreen"),
  },
  tenantQuestion: {
    title: "Add Microsoft 365",
    parent: "customer",
    screen: screen(() => import("../ordering/orders/nce-question-screen.tsx"), "NceQuestionScreen"),
  },
  addService: {
    title: "Add service",
    parent: "customer",
    screen: screen(() => import("../ordering/orders/journey-screens.tsx"), "AddServiceScreen"),
  },
  addListing: {
    title: "Add service",
    parent: "customer",
    screen: screen(() => import("../ordering/orders/journey-screens.tsx"), "AddListingScreen"),
  },
  addNumbered: numbered,
  addNumberedTo: numbered,
  upgradeNumbered: upgrade,
  upgradeNamed: upgrade,
  upgradeTo: upgrade,
  upgradeListing: upgrade,
  upgradeService: upgrade,
  fulfilService: {
    title: "Complete the order",
    parent: "customer",
    screen: screen(() => import("../ordering/services/fulfil-screen.tsx"), "FulfilScreen"),
  },
  modifyService: {
    title: "Change service",
    parent: "customer",
    screen: screen(() => import("../ordering/orders/journey-screens.tsx"), "ModifyServiceScreen"),
  },
  marketplace: {
    title: "Marketplace",
    screen: screen(() => import("../catalogue/shop/marketplace-screen.tsx"), "MarketplaceScreen"),
  },
  marketplaceProduct: {
    title: "Product",
    parent: "marketplace",
    screen: screen(() => import("../catalogue/shop/product-screen.tsx"), "ProductScreen"),
  },
  terms: agreementsPage,
  serviceAgreements: agreementsPage,
  agreement: {
    title: "Agreement",
    parent: "terms",
    screen: screen(() => import("../catalogue/agreements/agreement-screen.tsx"), "AgreementScreen"),
  },
  account: {
    title: "Your account",
    screen: screen(() => import("../access/account/account-screen.tsx"), "AccountScreen"),
  },
  changeOwnPassword: {
    title: "Change password",
    parent: "account",
    screen: screen(() => import("../access/passwords/change-own-password-screen.tsx"), "ChangeOwnPasswordScreen"),
  },
  companyProvider: {
    title: "Identity provider",
    parent: "account",
    screen: screen(() => import("../access/company-providers/company-provider-screen.tsx"), "CompanyProviderScreen"),
  },
  manageAccess: {
    title: managing.title,
    screen: screen(() => import("../access/users/manage-access-screen.tsx"), "ManageAccessScreen"),
  },
  myProfile: {
    title: "My profile",
    screen: screen(userScreens, "MyProfileScreen"),
  },
  user: {
    ...managing,
    screen: screen(userScreens, "UserScreen"),
  },
  userRoles: rolesEditor,
  ssoUserRoles: rolesEditor,
  restrictCustomers: { ...restricting("RestrictCustomersScreen") },
  restrictProducts: { ...restricting("RestrictProductsScreen") },
  inviteColleague: {
    ...managing,
    title: "Invite a colleague",
    screen: screen(inviteScreens, "InviteEngineerScreen"),
  },
  inviteCustomerAdmin: {
    ...managing,
    title: "Invite a user",
    screen: screen(inviteScreens, "InviteCustomerAdminScreen"),
  },
  billing: {
    title: "Billing",
    screen: screen(() => import("../billing/invoices/billing-screen.tsx"), "BillingScreen"),
  },
  invoices: {
    title: "Invoices",
    parent: "billing",
    screen: screen(() => import("../billing/invoices/invoices-screen.tsx"), "InvoicesScreen"),
  },
  invoice: invoicePage,
  creditMemo: creditMemoPage,
  // Short addresses, used in links that leave the billing part out.
  shortInvoice: invoicePage,
  shortCreditMemo: creditMemoPage,
  analytics: {
    title: "Analytics",
    screen: screen(() => import("../insight/analytics/analytics-screen.tsx"), "AnalyticsScreen"),
  },
  analyticsCustomers: {
    title: "By customer",
    parent: "analytics",
    screen: screen(() => import("../insight/analytics/analytics-customers-screen.tsx"), "AnalyticsCustomersScreen"),
  },
  services: {
    title: "Services",
    screen: screen(() => import("../ordering/services/services-screen.tsx"), "ServicesScreen"),
  },
  servicesOfProduct,
  servicesOfExclaimer: servicesOfProduct,
  basket: {
    title: "Basket",
    parent: "marketplace",
    screen: screen(() => import("../ordering/basket/basket-screen.tsx"), "BasketScreen"),
  },
  requests: {
    title: "Requests",
    screen: screen(() => import("../ordering/requests/requests-screen.tsx"), "RequestsScreen"),
  },
  request: {
    title: "Request",
    parent: "requests",
    screen: screen(() => import("../ordering/requests/request-screen.tsx"), "RequestScreen"),
  },
  quotes: {
    title: "Quotes",
    screen: screen(() => import("../ordering/quotes/quotes-screen.tsx"), "QuotesScreen"),
  },
  newQuote: {
    title: "New quote",
    parent: "quotes",
    screen: screen(() => import("../ordering/quotes/quote-editor.tsx"), "NewQuoteScreen"),
  },
  quote: {
    title: "Quote",
    parent: "quotes",
    screen: screen(() => import("../ordering/quotes/quote-screen.tsx"), "QuoteScreen"),
  },
  plans: {
    title: "Bulk changes",
    screen: screen(() => import("../ordering/plans/plans-screen.tsx"), "PlansScreen"),
  },
  differences: {
    title: "Differences",
    screen: screen(() => import("../ordering/differences/differences-screen.tsx"), "DifferencesScreen"),
  },
  renewals: {
    title: "Renewals",
    screen: screen(() => import("../ordering/renewals/renewals-screen.tsx"), "RenewalsScreen"),
  },
  allTransfers: {
    title: "Transfers",
    screen: screen(() => import("../ordering/transfers/all-transfers-screen.tsx"), "AllTransfersScreen"),
  },
  scheduled: {
    title: "Scheduled",
    parent: "services",
    screen: screen(() => import("../ordering/intents/scheduled-screen.tsx"), "ScheduledScreen"),
  },
  ...operatorPages,
  ...billingPages,
  ...supportPages,
  myBusiness: {
    title: "My business",
    screen: screen(() => import("../billing/my-business/my-business-screen.tsx"), "MyBusinessScreen"),
  },
  sessions: {
    title: "Your sessions",
    parent: "account",
    screen: screen(() => import("../access/session/sessions-screen.tsx"), "SessionsScreen"),
  },
  joinCompany: {
    title: "Join a company",
    screen: screen(() => import("../access/companies/join-screen.tsx"), "JoinScreen"),
  },
  redirect: {
    title: "Redirect",
    screen: screen(() => import("../access/session/redirect-screen.tsx"), "RedirectScreen"),
  },
  security: {
    title: "Security",
    parent: "account",
    screen: screen(() => import("../access/mfa/security-screen.tsx"), "SecurityScreen"),
  },
  whiteLabel: {
    title: "White label",
    parent: "account",
    screen: screen(() => import("../portal/white-label/white-label-screen.tsx"), "WhiteLabelScreen"),
  },
  activityLog: {
    title: "Activity log",
    parent: "account",
    screen: screen(() => import("../insight/activity-log/activity-log-screen.tsx"), "ActivityLogScreen"),
  },
  display: {
    title: "Display",
    parent: "account",
    screen: screen(() => import("../portal/display/display-screen.tsx"), "DisplayScreen"),
  },
  ipAccess: {
    title: "IP access",
    parent: "account",
    screen: screen(() => import("../access/sign-in-rules/ip-access-screen.tsx"), "IpAccessScreen"),
  },
  sessionPolicy: {
    title: "Session rules",
    parent: "account",
    screen: screen(() => import("../access/sign-in-rules/session-policy-screen.tsx"), "SessionPolicyScreen"),
  },
  apiTokens: {
    title: "API tokens",
    parent: "account",
    screen: screen(() => import("../access/api-tokens/api-tokens-screen.tsx"), "ApiTokensScreen"),
  },
  singleExperience: {
    title: "Home",
    screen: screen(() => import("./shell/single-experience-screen.tsx"), "SingleExperienceScreen"),
  },
  accessDenied: {
    title: "Access denied",
    screen: screen(() => import("./shell/message-screens.tsx"), "AccessDeniedScreen"),
  },
  noAccess: {
    title: "No access to resources",
    screen: screen(() => import("./shell/message-screens.tsx"), "NoAccessScreen"),
  },
  gallery: { title: "Gallery", screen: screen(() => import("./gallery/gallery-screen.tsx"), "GalleryScreen") },
});
