import type { Route } from "./platform/http.ts";
import { agreementGateRoutes } from "./catalogue/agreements/agreement-gate.routes.ts";
import { agreementsRoutes } from "./catalogue/agreements/agreements.routes.ts";
import { activityLogRoutes } from "./insight/activity-log/activity-log.routes.ts";
import { analyticsRoutes } from "./insight/analytics/analytics.routes.ts";
import { retentionRoutes } from "./portal/retention/retention.routes.ts";
import { privacyRoutes } from "./access/privacy/privacy.routes.ts";
import { portalHostsRoutes } from "./portal/portal-hosts/portal-hosts.routes.ts";
import { searchRoutes } from "./insight/search/search.routes.ts";
import { usageRoutes } from "./insight/usage/usage.routes.ts";
import { authRoutes } from "./access/auth/auth.routes.ts";
import { catalogueRoutes } from "./catalogue/products/products.routes.ts";
import { priceBooksRoutes } from "./catalogue/price-books/price-books.routes.ts";
import { clockRoutes } from "./developer/clock/clock.routes.ts";
import { customersRoutes } from "./customers/customers/customers.routes.ts";
import { dashboardRoutes } from "./insight/dashboard/dashboard.routes.ts";
import { announcementsRoutes } from "./portal/announcements/announcements.routes.ts";
import { ratingsRoutes } from "./portal/ratings/ratings.routes.ts";
import { flagsRoutes } from "./portal/flags/flags.routes.ts";
import { notificationsRoutes } from "./portal/notifications/notifications.routes.ts";
import { applicationsRoutes } from "./access/applications/applications.routes.ts";
import { invitationsRoutes } from "./access/invitations/invitations.routes.ts";
import { mailboxRoutes } from "./portal/mailbox/mailbox.routes.ts";
import { jumpRoutes } from "./access/jump/jump.routes.ts";
import { restrictionsRoutes } from "./access/restrictions/restrictions.routes.ts";
import { robotCheckRoutes } from "./access/robot-check/robot-check.routes.ts";
import { linkAccountRoutes } from "./access/auth/link-account.routes.ts";
import { ssoRoutes } from "./access/sso/sso.routes.ts";
import { providerLinksRoutes } from "./access/sso/provider-links.routes.ts";
import { scimTokensRoutes } from "./access/scim/scim-tokens.routes.ts";
import { sessionRoutes } from "./access/session/session.routes.ts";
import { sessionsRoutes } from "./access/session/sessions.routes.ts";
import { apiTokensRoutes } from "./access/api-tokens/api-tokens.routes.ts";
import { signInRulesRoutes } from "./access/sign-in-rules/sign-in-rules.routes.ts";
import { formsRoutes } from "./ordering/forms/forms.routes.ts";
import { invoicesRoutes } from "./billing/invoices/invoices.routes.ts";
import { mfaRoutes } from "./access/mfa/mfa.routes.ts";
import { myBusinessRoutes } from "./billing/my-business/my-business.routes.ts";
import { ordersRoutes } from "./ordering/orders/orders.routes.ts";
import { passkeysRoutes } from "./access/passkeys/passkeys.routes.ts";
import { quickLinksRoutes } from "./insight/quick-links/quick-links.routes.ts";
import { passwordsRoutes } from "./access/passwords/passwords.routes.ts";
import { suspensionRoutes } from "./ordering/suspension/suspension.routes.ts";
import { customerChecksRoutes } from "./customers/customers/customer-checks.routes.ts";
import { serviceListsRoutes } from "./ordering/services/service-lists.routes.ts";
import { meteredUsageRoutes } from "./ordering/metered-usage/metered-usage.routes.ts";
import { asOfRoutes } from "./ordering/services/as-of.routes.ts";
import { servicesRoutes } from "./ordering/services/services.routes.ts";
import { companyProvidersRoutes } from "./access/company-providers/company-providers.routes.ts";
import { companiesRoutes } from "./access/companies/companies.routes.ts";
import { displayRoutes } from "./portal/display/display.routes.ts";
import { rolesRoutes } from "./access/roles/roles.routes.ts";
import { usersRoutes } from "./access/users/users.routes.ts";
import { partnerSystemsRoutes } from "./portal/partner-systems/partner-systems.routes.ts";
import { footerRoutes } from "./portal/footer/footer.routes.ts";
import { tenantsRoutes } from "./ordering/tenants/tenants.routes.ts";
import { transfersRoutes } from "./ordering/transfers/transfers.routes.ts";
import { termEndsRoutes } from "./ordering/proposals/term-ends.routes.ts";
import { plansRoutes } from "./ordering/plans/plans.routes.ts";
import { quoteLinksRoutes } from "./ordering/quote-links/quote-links.routes.ts";
import { quotesRoutes } from "./ordering/quotes/quotes.routes.ts";
import { vendorInvoicesRoutes } from "./billing/vendor-invoices/vendor-invoices.routes.ts";
import { differencesRoutes } from "./ordering/differences/differences.routes.ts";
import { intentsRoutes } from "./ordering/intents/intents.routes.ts";
import { assignmentsRoutes } from "./ordering/assignments/assignments.routes.ts";
import { returnsRoutes } from "./ordering/returns/returns.routes.ts";
import { stockRoutes } from "./ordering/stock/stock.routes.ts";
import { workRoutes } from "./ordering/work/work.routes.ts";
import { microFrontendsRoutes } from "./portal/micro-frontends/micro-frontends.routes.ts";
import { whiteLabelRoutes } from "./portal/white-label/white-label.routes.ts";
import { deskRoutes } from "./support/desk/desk.routes.ts";
import { supportRoutes } from "./support/tickets/tickets.routes.ts";
import { streamRoutes } from "./portal/notifications/stream.routes.ts";

/** Every endpoint with its handler. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...passwordsRoutes,
  ...mfaRoutes,
  ...passkeysRoutes,
  ...robotCheckRoutes,
  ...jumpRoutes,
  ...applicationsRoutes,
  ...invitationsRoutes,
  ...usersRoutes,
  ...restrictionsRoutes,
  ...rolesRoutes,
  ...displayRoutes,
  ...companyProvidersRoutes,
  ...scimTokensRoutes,
  ...companiesRoutes,
  ...mailboxRoutes,
  ...linkAccountRoutes,
  ...ssoRoutes,
  ...providerLinksRoutes,
  ...sessionRoutes,
  ...sessionsRoutes,
  ...apiTokensRoutes,
  ...signInRulesRoutes,
  ...dashboardRoutes,
  ...analyticsRoutes,
  ...activityLogRoutes,
  ...searchRoutes,
  ...usageRoutes,
  ...portalHostsRoutes,
  ...privacyRoutes,
  ...retentionRoutes,
  ...customersRoutes,
  ...suspensionRoutes,
  ...catalogueRoutes,
  ...priceBooksRoutes,
  ...agreementGateRoutes,
  ...agreementsRoutes,
  ...invoicesRoutes,
  ...myBusinessRoutes,
  ...ordersRoutes,
  ...asOfRoutes,
  ...servicesRoutes,
  ...meteredUsageRoutes,
  ...serviceListsRoutes,
  ...customerChecksRoutes,
  ...formsRoutes,
  ...tenantsRoutes,
  ...transfersRoutes,
  ...termEndsRoutes,
  ...plansRoutes,
  ...quotesRoutes,
  ...quoteLinksRoutes,
  ...vendorInvoicesRoutes,
  ...differencesRoutes,
  ...intentsRoutes,
  ...workRoutes,
  ...assignmentsRoutes,
  ...returnsRoutes,
  ...stockRoutes,
  ...streamRoutes,
  ...whiteLabelRoutes,
  ...clockRoutes,
  ...microFrontendsRoutes,
  ...quickLinksRoutes,
  ...flagsRoutes,
  ...announcementsRoutes,
  ...ratingsRoutes,
  ...notificationsRoutes,
  ...partnerSystemsRoutes,
  ...footerRoutes,
  ...supportRoutes,
  ...deskRoutes,
];
