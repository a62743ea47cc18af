/**
 * Every address of the signed-in portal, and who may open it: a screen takes over the right of the endpoint it shows,
 * unless the specification asks for another one, in which case its row id is noted.
 */
import { matchKinds } from "@tradewind/domain/psa/matching.ts";
import * as z from "zod/mini";
import { apiTokens, operatorTokens } from "./access/api-tokens.ts";
import { applications } from "./access/applications.ts";
import { invitations } from "./access/invitations.ts";
import { jump } from "./access/jump.ts";
import { mfa } from "./access/mfa.ts";
import { passwords } from "./access/passwords.ts";
import { providerLinks } from "./access/provider-links.ts";
import { restrictions } from "./access/restrictions.ts";
import { rolesOfUsers } from "./access/roles.ts";
import { everySignInRules, signInRules } from "./access/sign-in-rules.ts";
import { session } from "./access/session.ts";
import { sessions } from "./access/sessions.ts";
import { users } from "./access/users.ts";
import { account } from "./billing/account.ts";
import { credit } from "./billing/credit.ts";
import { creditCodes } from "./billing/credit-codes.ts";
import { invoices } from "./billing/invoices.ts";
import { myBusiness } from "./billing/my-business.ts";
import { paymentMethods } from "./billing/payment-methods.ts";
import { reports } from "./billing/reports.ts";
import { bank } from "./billing/bank.ts";
import { debtors } from "./billing/debtors.ts";
import { gatewayBooks } from "./billing/gateway-books.ts";
import { vendorInvoices } from "./billing/vendor-invoices.ts";
import { assortment } from "./catalogue/assortment.ts";
import { priceBooks } from "./catalogue/price-books.ts";
import { priceImports } from "./catalogue/price-imports.ts";
import { ownPrices } from "./catalogue/own-prices.ts";
import { priceLists } from "./catalogue/price-lists.ts";
import { agreements } from "./catalogue/agreements.ts";
import { customerForms } from "./customers/customer-forms.ts";
import { customers } from "./customers/customers.ts";
import { clock } from "./developer/clock.ts";
import { id } from "./endpoint.ts";
import { activityLog, everyActivityLog } from "./insight/activity-log.ts";
import { analytics } from "./insight/analytics.ts";
import { dashboard } from "./insight/dashboard.ts";
import { quickLinks } from "./insight/quick-links.ts";
import { basket } from "./ordering/basket.ts";
import { plans } from "./ordering/plans.ts";
import { quotes } from "./ordering/quotes.ts";
import { differences, everyDifference } from "./ordering/differences.ts";
import { everyIntent, intents } from "./ordering/intents.ts";
import { renewals } from "./ordering/renewals.ts";
import { orders } from "./ordering/orders.ts";
import { requests } from "./ordering/requests.ts";
import { psa } from "./psa/psa.ts";
import { myServices } from "./ordering/my-services.ts";
import { serviceLists } from "./ordering/service-lists.ts";
import { services } from "./ordering/services.ts";
import { tenants } from "./ordering/tenants.ts";
import { everyTransfer, transfers } from "./ordering/transfers.ts";
import { stock } from "./ordering/stock.ts";
import { numberStock } from "./ordering/number-stock.ts";
import { work } from "./ordering/work.ts";
import { monthClose } from "./billing/month-close.ts";
import { lineCredits } from "./billing/line-credits.ts";
import { writeOffs } from "./billing/write-offs.ts";
import { announcements } from "./portal/announcements.ts";
import { companyProvider } from "./access/company-providers.ts";
import { display } from "./portal/display.ts";
import { flags } from "./portal/flags.ts";
import { footer } from "./portal/footer.ts";
import { partnerSystems } from "./portal/partner-systems.ts";
import { portalHosts } from "./portal/portal-hosts.ts";
import { retention } from "./portal/retention.ts";
import { whiteLabel } from "./portal/white-label.ts";
import { screen } from "./screen.ts";
import { desk } from "./support/desk.ts";
import { forum } from "./support/forum.ts";
import { tickets } from "./support/tickets.ts";

const staff = ["reseller", "engineer"] as const;
const signedIn = session.current;
const { Search, Sort } = users.list.query.shape;
const tabs = z.optional(z.enum(["engineer", "end-user-admin"]));
const about = z.object({
  CustomerId: z.optional(id),
  ServiceId: z.optional(id),
  Subject: z.optional(z.string().check(z.maxLength(150))),
});
const months = { From: z.optional(z.string()), To: z.optional(z.string()) };

export const screens = {
  dashboard: screen("/dashboard", dashboard.figures),
  configureQuickLinks: screen("/configure-quick-links", quickLinks.choose),
  // SHELL-20: a customer's own people have other links.
  customers: screen("/customers", customers.list, {
    query: customers.list.query,
    offered: { anyOf: ["customers"], kinds: staff },
  }),
  // SHELL-27
  addCustomer: screen("/customers/add", customerForms.add, {
    offered: { anyOf: ["addOrEditCustomers"], kinds: staff },
  }),
  customerUser: screen("/customers/user-details", users.byId, { query: z.object({ UserId: z.optional(id) }) }),
  customer: screen("/customers/customer/$ctx", customers.byId),
  // SHELL-20
  customerUsers: screen("/customers/customer/$ctx/view/users", users.list, {
    offered: { anyOf: ["manageUsers"], kinds: ["endUserAdmin"] },
  }),
  customerServices: screen("/customers/customer/$ctx/view/services", services.ofCustomer, {
    offered: { anyOf: ["manageService"], kinds: ["endUserAdmin"] },
  }),
  customerActivity: screen("/customers/customer/$ctx/view/activity", customers.activity),
  customerDetails: screen("/customers/customer/$ctx/view/manage", customers.byId),
  // CUST-05: every area by its word or number.
  customerArea: screen("/customers/customer/$ctx/view/$flow", customers.byId),
  service: screen("/customers/customer/$ctx/services/$instanceId", services.byId),
  order: screen("/customers/customer/$ctx/orders/$orderId", orders.byId),
  manageService: screen("/customers/customer/$ctx/manage-service/$name", services.ofCustomer),
  deleteService: screen("/customers/customer/$ctx/services/$instanceId/delete", orders.place),
  deleteSomeService: screen("/customers/customer/$ctx/delete-service", orders.place),
  deleteOfUser: screen("/customers/customer/$ctx/delete-service/$user", orders.place),
  transfers: screen("/customers/customer/$ctx/transfers", transfers.ofCustomer),
  tenantQuestion: screen("/customers/customer/$ctx/nce-question", orders.journey),
  addService: screen("/customers/customer/$ctx/add-service/$route", orders.journey),
  addListing: screen("/customers/customer/$ctx/cs/add-service/$listingGuid", orders.journey),
  addNumbered: screen("/customers/customer/$ctx/add-services/$type/Add", orders.journey),
  addNumberedTo: screen("/customers/customer/$ctx/add-services/$type/Add/$to", orders.journey),
  upgradeNumbered: screen("/customers/customer/$ctx/add-services/$type/Upgrade/$instanceId", orders.journey),
  upgradeNamed: screen("/customers/customer/$ctx/upgrade-service/$name", orders.journey),
  upgradeTo: screen("/customers/customer/$ctx/upgrade-service/$name/$sku", orders.journey),
  upgradeListing: screen("/customers/customer/$ctx/cs/upgrade-service/$instanceId/$listingId", orders.journey),
  upgradeService: screen("/customers/customer/$ctx/cs-nce/upgrade-service/$instanceId", orders.journey),
  fulfilService: screen("/customers/customer/$ctx/cs/fulfill-service/$orderId", orders.answer),
  modifyService: screen("/customers/customer/$ctx/cs/modify-service/$instanceId/$listingId", orders.journey),
  // ACL-13: people who may order can see products too, but get no marketplace page.
  marketplace: screen(
    "/marketplace",
    { access: { anyOf: ["marketplaceOrder"] } },
    { query: z.object({ Search, Category: z.optional(z.string()), Sort: z.optional(z.string()) }) },
  ),
  marketplaceProduct: screen("/marketplace/$productId", { access: { anyOf: ["marketplaceOrder"] } }),
  terms: screen("/account-setting/terms-conditions", agreements.list),
  // SHELL-17
  serviceAgreements: screen("/account-setting/service-agreements", agreements.list, {
    offered: { anyOf: ["serviceAgreements"], kinds: staff },
  }),
  agreement: screen("/account-setting/terms-conditions/$agreementId/$forced/$back", agreements.byId),
  account: screen("/account-setting", signedIn),
  ssoAccount: screen("/sso-account-setting", signedIn),
  changeOwnPassword: screen("/account-setting/change-password", passwords.update),
  sessions: screen("/account-setting/sessions", sessions.list),
  security: screen("/account-setting/security", mfa.isEnabled),
  whiteLabel: screen("/account-setting/whitelabelling", whiteLabel.change),
  companyProvider: screen("/account-setting/identity-provider", companyProvider.current),
  integration: screen("/account-setting/integration", psa.settings),
  display: screen("/account-setting/display", display.save),
  // SET-04
  ipAccess: screen("/account-setting/ip-access", signInRules.ipAccess),
  sessionPolicy: screen("/account-setting/session-policy", signInRules.sessionPolicy),
  apiTokens: screen("/account-setting/api-tokens", apiTokens.list),
  activityLog: screen("/account-setting/activity-log", activityLog.list, { query: activityLog.list.query }),
  // SHELL-30
  manageAccess: screen("/account-setting/manage-access", users.list, {
    query: z.object({ Tab: tabs, Search, Sort }),
    offered: { anyOf: ["manageUsers"], kinds: [...staff, "endUserAdmin"] },
  }),
  // SHELL-29
  myProfile: screen("/account-setting/manage-access/my-profile", {
    access: { anyOf: [], kinds: [...staff, "endUserAdmin"] },
  }),
  user: screen("/account-setting/manage-access/$userId", users.byId),
  userRoles: screen("/account-setting/manage-access/$userId/rolesEditor", rolesOfUsers.ofUser),
  ssoUserRoles: screen("/sso-account-setting/manage-access/$userId/rolesEditor", rolesOfUsers.ofUser),
  restrictCustomers: screen("/account-setting/manage-access/$userId/permissions/customers", restrictions.of),
  restrictProducts: screen("/account-setting/manage-access/$userId/permissions/products", restrictions.of),
  // ACL-50
  inviteColleague: screen("/account-setting/manage-access/add-engineer/Engineer", {
    access: { anyOf: ["createResellerEngineer"] },
  }),
  // ACL-49
  inviteCustomerAdmin: screen(
    "/account-setting/manage-access/add-customer-admin/EndUserAdmin",
    { access: { anyOf: ["createCustomerAdmin"] } },
    { query: z.object({ CustomerId: z.optional(id) }) },
  ),
  // ACL-14
  billing: screen("/billing", invoices.totals),
  accountTotals: screen("/billing/account-totals", account.totals, {
    query: z.object({
      ...account.totals.query.shape,
      ...z.omit(account.history.query, { After: true }).shape,
      ...account.breakdown.query.shape,
    }),
  }),
  paymentOptions: screen("/billing/payment-options", paymentMethods.options),
  credit: screen("/billing/credit", credit.history),
  billingReports: screen("/billing/reports", reports.list),
  pricing: screen("/billing/pricing", ownPrices.list, { query: ownPrices.list.query }),
  priceRules: screen("/billing/price-rules", priceBooks.list, { query: priceBooks.list.query }),
  psaOverview: screen("/billing/psa/overview", psa.unmatchedOverview),
  psaMatch: screen("/billing/psa/match", psa.customerMappings, {
    query: z.object({ Kind: z._default(z.enum(matchKinds), "customers") }),
  }),
  psaReport: screen("/billing/psa/report", psa.productMovement),
  psaService: screen("/billing/psa/$service", psa.service),
  invoices: screen("/billing/invoices", invoices.csv, { query: invoices.list.query }),
  invoice: screen("/billing/invoice-detail/$invoiceId", invoices.byId),
  creditMemo: screen("/billing/credit-memo-detail/$invoiceId", invoices.byId),
  // The short forms are used in links that leave out the billing part.
  shortInvoice: screen("/invoice-detail/$invoiceId", invoices.byId),
  shortCreditMemo: screen("/credit-memo-detail/$invoiceId", invoices.byId),
  // ACL-18: for the operator's people, the page says which reseller it is about.
  analytics: screen(
    "/analytics",
    { ...analytics.overview, access: { anyOf: [], kinds: [...analytics.overview.access.kinds, "admin"] } },
    {
      offered: analytics.overview.access,
      query: z.object({ ...months, Report: z.optional(z.string()) }),
    },
  ),
  analyticsCustomers: screen("/analytics/customers", analytics.customers, {
    query: z.object({ ...months, Report: z.optional(z.string()) }),
  }),
  // ACL-12: people who see customers see each one's services there.
  services: screen("/services", { access: { anyOf: ["manageService"] } }, { query: serviceLists.list.query }),
  servicesOfProduct: screen(
    "/services/$type/$productId/1",
    { access: { anyOf: ["manageService"] } },
    { query: z.extend(myServices.customers.query, { CustomerId: z.optional(id) }) },
  ),
  servicesOfExclaimer: screen("/services/exclaimer", { access: { anyOf: ["manageService"] } }),
  basket: screen("/basket", basket.read),
  requests: screen("/requests", requests.list, { query: requests.list.query }),
  request: screen("/requests/$requestId", requests.byId),
  quotes: screen("/quotes", quotes.list, {
    query: quotes.list.query,
    offered: { anyOf: ["addProducts"], kinds: staff },
  }),
  newQuote: screen("/quotes/new", quotes.make, {
    query: z.object({ CustomerId: z.optional(id), OfferId: z.optional(z.string().check(z.maxLength(100))) }),
  }),
  quote: screen("/quotes/$quoteId", quotes.byId),
  plans: screen("/plans", plans.list, {
    query: z.object({
      Id: z.optional(id),
      ProductId: z.optional(z.string().check(z.maxLength(60))),
      CustomerId: z.optional(id),
    }),
  }),
  differences: screen("/differences", differences.list, { query: differences.list.query }),
  everyDifference: screen("/operator/differences", everyDifference.list, { query: everyDifference.list.query }),
  allTransfers: screen("/transfers", transfers.list, { query: transfers.list.query }),
  renewals: screen("/renewals", renewals.list, { query: renewals.list.query }),
  scheduled: screen("/scheduled", intents.list, { query: intents.list.query }),
  everyScheduled: screen("/operator/scheduled", everyIntent.list, { query: everyIntent.list.query }),
  debtors: screen("/operator/debtors", debtors.list, { query: debtors.list.query }),
  cashExpected: screen("/operator/cash-expected", debtors.expected),
  lineCredits: screen("/operator/line-credits", lineCredits.list, { query: lineCredits.list.query }),
  writeOffs: screen("/operator/write-offs", writeOffs.list, { query: writeOffs.list.query }),
  months: screen("/operator/months", monthClose.list),
  month: screen("/operator/months/$month", monthClose.byMonth),
  debtor: screen("/operator/debtors/$resellerId", debtors.byId),
  bankTransfers: screen("/operator/bank-transfers", bank.lines, { query: bank.lines.query }),
  bankStatements: screen("/operator/bank-statements", bank.statements),
  paymentGateways: screen("/operator/payment-gateways", gatewayBooks.differences, {
    query: gatewayBooks.differences.query,
  }),
  gatewayPayouts: screen("/operator/gateway-payouts", gatewayBooks.payouts),
  vendorInvoices: screen("/operator/vendor-invoices", vendorInvoices.list),
  vendorInvoice: screen("/operator/vendor-invoices/$vendorInvoiceId", vendorInvoices.byId),
  creditCodes: screen("/operator/credit-codes", creditCodes.list, { query: creditCodes.list.query }),
  work: screen("/operator/work", work.list, { query: work.list.query }),
  workItem: screen("/operator/work/$workItemId", work.byId),
  stock: screen("/operator/stock", stock.list),
  numberStock: screen("/operator/numbers", numberStock.list),
  assortment: screen("/operator/products", assortment.list, { query: assortment.list.query }),
  assortedProduct: screen("/operator/products/$productId", assortment.byId, {
    query: z.object({ Tab: z.optional(z.enum(["plans"])) }),
  }),
  priceLists: screen("/operator/prices", priceLists.list, { query: priceLists.list.query }),
  offerPrices: screen("/operator/prices/$offerId", priceLists.byOffer),
  priceImports: screen("/operator/price-imports", priceImports.list),
  priceImport: screen("/operator/price-imports/$priceImportId", priceImports.byId),
  tenants: screen("/operator/tenants", tenants.list),
  everyTransfer: screen("/operator/transfers", everyTransfer.list),
  desk: screen("/operator/tickets", desk.list, {
    query: z.extend(desk.list.query, { Id: z.optional(id) }),
  }),
  clock: screen("/operator/clock", clock.move, { demo: true }),
  applications: screen("/operator/applications", applications.list),
  companyChanges: screen("/operator/company-changes", myBusiness.requests),
  people: screen("/operator/people", jump.people),
  signInProviders: screen("/operator/sign-in-providers", providerLinks.domains, {
    query: z.object({ Tab: z.optional(z.enum(["people", "claimed"])), Search }),
  }),
  everySignInRules: screen("/operator/sign-in-rules", everySignInRules.list),
  operatorTokens: screen("/operator/api-tokens", operatorTokens.list),
  flags: screen("/operator/feature-flags", flags.list),
  hosts: screen("/operator/hosts", portalHosts.list, { query: portalHosts.list.query }),
  partnerPortals: screen("/operator/partner-portals", partnerSystems.list),
  footer: screen("/operator/footer", footer.change),
  messages: screen("/operator/messages", announcements.list),
  everyActivityLog: screen("/operator/activity-log", everyActivityLog.list, { query: everyActivityLog.list.query }),
  retention: screen("/operator/retention", retention.list),
  support: screen("/support", tickets.overview),
  tickets: screen("/support/tickets", tickets.list, { query: tickets.list.query }),
  ticket: screen("/support/ticket-detail", tickets.byId, { query: z.object({ Id: z.optional(id) }) }),
  addTicket: screen("/support/add-new-ticket", tickets.create, { query: about }),
  orderRequest: screen("/support/order", tickets.create, { query: about }),
  /** COMM-01: the forum sends its people here to sign in. */
  forumSignIn: screen("/forum-sso", forum.token, { query: forum.token.query }),
  myBusiness: screen("/my-business", myBusiness.current),
  joinCompany: screen("/join-company/$key", invitations.join),
  redirect: screen("/redirect", signedIn),
  singleExperience: screen("/single-experience-dashboard", { access: { anyOf: [], kinds: staff } }),
  accessDenied: screen("/access-denied", signedIn),
  noAccess: screen("/no-access-resources", signedIn),
  optOut: screen("/opt-out", footer.optOuts),
  // For developers of the product: every component of the design system in every state.
  gallery: screen("/gallery", signedIn, { demo: true }),
};

export type ScreenName = keyof typeof screens;
