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
import { shopRoutes } from "./catalogue/shop/shop.routes.ts";
import { priceBooksRoutes } from "./catalogue/price-books/price-books.routes.ts";
import { assortmentRoutes } from "./catalogue/assortment/assortment.routes.ts";
import { priceImportsRoutes } from "./catalogue/price-imports/price-imports.routes.ts";
import { ownPricesRoutes } from "./catalogue/own-prices/own-prices.routes.ts";
import { priceListsRoutes } from "./catalogue/price-lists/price-lists.routes.ts";
import { clockRoutes } from "./developer/clock/clock.routes.ts";
import { customersRoutes } from "./customers/customers/customers.routes.ts";
import { dashboardRoutes } from "./insight/dashboard/dashboard.routes.ts";
import { announcementsRoutes } from "./portal/announcements/announcements.routes.ts";
import { draftsRoutes } from "./portal/drafts/drafts.routes.ts";
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
import { forecastRoutes } from "./ordering/forecast/forecast.routes.ts";
import { formsRoutes } from "./ordering/forms/forms.routes.ts";
import { accountRoutes } from "./billing/account/account.routes.ts";
import { customerChargesRoutes } from "./billing/charges/customer-charges.routes.ts";
import { invoicesRoutes } from "./billing/invoices/invoices.routes.ts";
import { lineProofsRoutes } from "./ordering/line-proofs/line-proofs.routes.ts";
import { mfaRoutes } from "./access/mfa/mfa.routes.ts";
import { myBusinessRoutes } from "./billing/my-business/my-business.routes.ts";
import { ordersRoutes } from "./ordering/orders/orders.routes.ts";
import { passkeysRoutes } from "./access/passkeys/passkeys.routes.ts";
import { quickLinksRoutes } from "./insight/quick-links/quick-links.routes.ts";
import { passwordsRoutes } from "./access/passwords/passwords.routes.ts";
import { departuresRoutes } from "./ordering/departures/departures.routes.ts";
import { suspensionRoutes } from "./ordering/suspension/suspension.routes.ts";
import { customerChecksRoutes } from "./customers/customers/customer-checks.routes.ts";
import { serviceListsRoutes } from "./ordering/services/service-lists.routes.ts";
import { myServicesRoutes } from "./ordering/my-services/my-services.routes.ts";
import { azureSpendRoutes } from "./ordering/azure-spend/azure-spend.routes.ts";
import { meteredUsageRoutes } from "./ordering/metered-usage/metered-usage.routes.ts";
import { asOfRoutes } from "./ordering/services/as-of.routes.ts";
import { customerOverviewRoutes } from "./ordering/services/customer-overview.routes.ts";
import { servicesRoutes } from "./ordering/services/services.routes.ts";
import { companyProvidersRoutes } from "./access/company-providers/company-providers.routes.ts";
import { companiesRoutes } from "./access/companies/companies.routes.ts";
import { displayRoutes } from "./portal/display/display.routes.ts";
import { rolesRoutes } from "./access/roles/roles.routes.ts";
import { customerUsersRoutes } from "./access/customer-users/customer-users.routes.ts";
import { usersRoutes } from "./access/users/users.routes.ts";
import { partnerSystemsRoutes } from "./portal/partner-systems/partner-systems.routes.ts";
import { footerRoutes } from "./portal/footer/footer.routes.ts";
import { adminRelationshipsRoutes } from "./ordering/admin-relationships/admin-relationships.routes.ts";
import { consolesRoutes } from "./ordering/consoles/consoles.routes.ts";
import { tenantsRoutes } from "./ordering/tenants/tenants.routes.ts";
import { transfersRoutes } from "./ordering/transfers/transfers.routes.ts";
import { termEndsRoutes } from "./ordering/proposals/term-ends.routes.ts";
import { plansRoutes } from "./ordering/plans/plans.routes.ts";
import { basketRoutes } from "./ordering/basket/basket.routes.ts";
import { quoteLinksRoutes } from "./ordering/quote-links/quote-links.routes.ts";
import { azureBudgetsRoutes } from "./ordering/azure-budgets/azure-budgets.routes.ts";
import { orderRulesRoutes } from "./ordering/order-rules/order-rules.routes.ts";
import { requestsRoutes } from "./ordering/requests/requests.routes.ts";
import { quotesRoutes } from "./ordering/quotes/quotes.routes.ts";
import { autopayRoutes } from "./billing/autopay/autopay.routes.ts";
import { dunningRoutes } from "./billing/dunning/dunning.routes.ts";
import { directDebitsRoutes } from "./billing/direct-debits/direct-debits.routes.ts";
import { paymentMethodsRoutes } from "./billing/payment-methods/payment-methods.routes.ts";
import { creditRoutes } from "./billing/credit/credit.routes.ts";
import { monthCloseRoutes } from "./billing/month-close/month-close.routes.ts";
import { lineCreditsRoutes } from "./billing/line-credits/line-credits.routes.ts";
import { writeOffsRoutes } from "./billing/write-offs/write-offs.routes.ts";
import { creditCodesRoutes } from "./billing/credit/credit-codes.routes.ts";
import { paymentsRoutes } from "./billing/payments/payments.routes.ts";
import { reportsRoutes } from "./billing/reports/reports.routes.ts";
import { debtorsRoutes } from "./billing/debtors/debtors.routes.ts";
import { bankRoutes } from "./billing/bank/bank.routes.ts";
import { gatewayBooksRoutes } from "./billing/gateway-books/gateway-books.routes.ts";
import { vendorInvoicesRoutes } from "./billing/vendor-invoices/vendor-invoices.routes.ts";
import { differencesRoutes } from "./ordering/differences/differences.routes.ts";
import { intentsRoutes } from "./ordering/intents/intents.routes.ts";
import { renewalsRoutes } from "./ordering/renewals/renewals.routes.ts";
import { assignmentsRoutes } from "./ordering/assignments/assignments.routes.ts";
import { returnsRoutes } from "./ordering/returns/returns.routes.ts";
import { stockRoutes } from "./ordering/stock/stock.routes.ts";
import { numberPortsRoutes } from "./ordering/number-ports/number-ports.routes.ts";
import { portLettersRoutes } from "./ordering/number-ports/port-letters.routes.ts";
import { numberStockRoutes } from "./ordering/number-stock/number-stock.routes.ts";
import { hardwareRoutes } from "./ordering/hardware/hardware.routes.ts";
import { voiceRoutes } from "./ordering/voice/voice.routes.ts";
import { workRoutes } from "./ordering/work/work.routes.ts";
import { workSharingRoutes } from "./ordering/work/work-sharing.routes.ts";
import { microFrontendsRoutes } from "./portal/micro-frontends/micro-frontends.routes.ts";
import { whiteLabelRoutes } from "./portal/white-label/white-label.routes.ts";
import { azureChargesRoutes } from "./psa/azure-charges/azure-charges.routes.ts";
import { integrationRoutes } from "./psa/integration/integration.routes.ts";
import { matchingRoutes } from "./psa/matching/matching.routes.ts";
import { reconciliationRoutes } from "./psa/reconciliation/reconciliation.routes.ts";
import { movementRoutes } from "./psa/movement/movement.routes.ts";
import { serviceRoutes } from "./psa/service/service.routes.ts";
import { syncRoutes } from "./psa/sync/sync.routes.ts";
import { forumRoutes } from "./support/forum/forum.routes.ts";
import { helpSitesRoutes } from "./support/help-sites/help-sites.routes.ts";
import { knowledgeBaseRoutes } from "./support/knowledge-base/knowledge-base.routes.ts";
import { liveChatRoutes } from "./support/live-chat/live-chat.routes.ts";
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
  ...customerUsersRoutes,
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
  ...departuresRoutes,
  ...catalogueRoutes,
  ...shopRoutes,
  ...assortmentRoutes,
  ...priceBooksRoutes,
  ...priceImportsRoutes,
  ...ownPricesRoutes,
  ...priceListsRoutes,
  ...agreementGateRoutes,
  ...agreementsRoutes,
  ...customerChargesRoutes,
  ...accountRoutes,
  ...invoicesRoutes,
  ...lineProofsRoutes,
  ...forecastRoutes,
  ...reportsRoutes,
  ...myBusinessRoutes,
  ...ordersRoutes,
  ...asOfRoutes,
  ...servicesRoutes,
  ...customerOverviewRoutes,
  ...myServicesRoutes,
  ...meteredUsageRoutes,
  ...azureSpendRoutes,
  ...serviceListsRoutes,
  ...customerChecksRoutes,
  ...formsRoutes,
  ...tenantsRoutes,
  ...adminRelationshipsRoutes,
  ...consolesRoutes,
  ...transfersRoutes,
  ...termEndsRoutes,
  ...plansRoutes,
  ...basketRoutes,
  ...azureBudgetsRoutes,
  ...orderRulesRoutes,
  ...requestsRoutes,
  ...quotesRoutes,
  ...quoteLinksRoutes,
  ...autopayRoutes,
  ...dunningRoutes,
  ...directDebitsRoutes,
  ...paymentMethodsRoutes,
  ...paymentsRoutes,
  ...creditRoutes,
  ...creditCodesRoutes,
  ...bankRoutes,
  ...debtorsRoutes,
  ...lineCreditsRoutes,
  ...writeOffsRoutes,
  ...monthCloseRoutes,
  ...gatewayBooksRoutes,
  ...vendorInvoicesRoutes,
  ...differencesRoutes,
  ...intentsRoutes,
  ...renewalsRoutes,
  ...workRoutes,
  ...workSharingRoutes,
  ...assignmentsRoutes,
  ...returnsRoutes,
  ...stockRoutes,
  ...numberPortsRoutes,
  ...portLettersRoutes,
  ...numberStockRoutes,
  ...voiceRoutes,
  ...hardwareRoutes,
  ...integrationRoutes,
  ...reconciliationRoutes,
  ...syncRoutes,
  ...movementRoutes,
  ...matchingRoutes,
  ...serviceRoutes,
  ...azureChargesRoutes,
  ...streamRoutes,
  ...whiteLabelRoutes,
  ...clockRoutes,
  ...microFrontendsRoutes,
  ...quickLinksRoutes,
  ...flagsRoutes,
  ...announcementsRoutes,
  ...draftsRoutes,
  ...ratingsRoutes,
  ...notificationsRoutes,
  ...partnerSystemsRoutes,
  ...footerRoutes,
  ...supportRoutes,
  ...deskRoutes,
  ...knowledgeBaseRoutes,
  ...helpSitesRoutes,
  ...forumRoutes,
  ...liveChatRoutes,
];
