import { agreementGate } from "./catalogue/agreement-gate.ts";
import { agreements } from "./catalogue/agreements.ts";
import { activityLog, everyActivityLog } from "./insight/activity-log.ts";
import { analytics } from "./insight/analytics.ts";
import { apiTokens, operatorTokens } from "./access/api-tokens.ts";
import { auth } from "./access/auth.ts";
import { catalogue } from "./catalogue/products.ts";
import { clock } from "./developer/clock.ts";
import { customerChecks } from "./customers/customer-checks.ts";
import { customerForms } from "./customers/customer-forms.ts";
import { customers } from "./customers/customers.ts";
import { dashboard } from "./insight/dashboard.ts";
import { assignments } from "./ordering/assignments.ts";
import type { Endpoint } from "./endpoint.ts";
import { invitations } from "./access/invitations.ts";
import { footer } from "./portal/footer.ts";
import { announcements } from "./portal/announcements.ts";
import { flags } from "./portal/flags.ts";
import { automaticPayments } from "./billing/automatic-payments.ts";
import { dunning } from "./billing/dunning.ts";
import { directDebits } from "./billing/direct-debits.ts";
import { paymentMethods } from "./billing/payment-methods.ts";
import { credit } from "./billing/credit.ts";
import { creditCodes } from "./billing/credit-codes.ts";
import { payments } from "./billing/payments.ts";
import { debtors } from "./billing/debtors.ts";
import { monthClose } from "./billing/month-close.ts";
import { lineCredits } from "./billing/line-credits.ts";
import { writeOffs } from "./billing/write-offs.ts";
import { bank } from "./billing/bank.ts";
import { gatewayBooks } from "./billing/gateway-books.ts";
import { vendorInvoices } from "./billing/vendor-invoices.ts";
import { account } from "./billing/account.ts";
import { customerCharges } from "./billing/customer-charges.ts";
import { invoices } from "./billing/invoices.ts";
import { forecast } from "./ordering/forecast.ts";
import { lineProofs } from "./ordering/line-proofs.ts";
import { mfa } from "./access/mfa.ts";
import { microFrontends } from "./portal/micro-frontends.ts";
import { myBusiness } from "./billing/my-business.ts";
import { downloads, reports } from "./billing/reports.ts";
import { notifications } from "./portal/notifications.ts";
import { orderRules } from "./ordering/order-rules.ts";
import { orders } from "./ordering/orders.ts";
import { requests } from "./ordering/requests.ts";
import { returns } from "./ordering/returns.ts";
import { passkeys } from "./access/passkeys.ts";
import { passwords } from "./access/passwords.ts";
import { applications } from "./access/applications.ts";
import { mailbox } from "./portal/mailbox.ts";
import { jump } from "./access/jump.ts";
import { partnerSystems } from "./portal/partner-systems.ts";
import { quickLinks } from "./insight/quick-links.ts";
import { providerLinks } from "./access/provider-links.ts";
import { drafts } from "./portal/drafts.ts";
import { ratings } from "./portal/ratings.ts";
import { restrictions } from "./access/restrictions.ts";
import { robotCheck } from "./access/robot-check.ts";
import { retention } from "./portal/retention.ts";
import { personalData } from "./access/privacy.ts";
import { priceBooks } from "./catalogue/price-books.ts";
import { assortment } from "./catalogue/assortment.ts";
import { priceImports } from "./catalogue/price-imports.ts";
import { ownPrices } from "./catalogue/own-prices.ts";
import { priceLists } from "./catalogue/price-lists.ts";
import { portalHosts } from "./portal/portal-hosts.ts";
import { search } from "./insight/search.ts";
import { shop } from "./catalogue/shop.ts";
import { usage } from "./insight/usage.ts";
import { serviceLists } from "./ordering/service-lists.ts";
import { myServices } from "./ordering/my-services.ts";
import { meteredUsage } from "./ordering/metered-usage.ts";
import { customerOverview } from "./ordering/customer-overview.ts";
import { services } from "./ordering/services.ts";
import { sso } from "./access/sso.ts";
import { rolesOfUsers } from "./access/roles.ts";
import { companyProvider } from "./access/company-providers.ts";
import { companies } from "./access/companies.ts";
import { customerUsers } from "./access/customer-users.ts";
import { users } from "./access/users.ts";
import { display } from "./portal/display.ts";
import { adminRelationships } from "./ordering/admin-relationships.ts";
import { consoles } from "./ordering/consoles.ts";
import { tenants } from "./ordering/tenants.ts";
import { everyTransfer, transfers } from "./ordering/transfers.ts";
import { termEnds } from "./ordering/term-ends.ts";
import { azureBudgets } from "./ordering/azure-budgets.ts";
import { azureSpend } from "./ordering/azure-spend.ts";
import { basket } from "./ordering/basket.ts";
import { plans } from "./ordering/plans.ts";
import { quoteLinks } from "./ordering/quote-links.ts";
import { quotes } from "./ordering/quotes.ts";
import { differences, everyDifference } from "./ordering/differences.ts";
import { everyIntent, intents } from "./ordering/intents.ts";
import { renewals } from "./ordering/renewals.ts";
import { stock } from "./ordering/stock.ts";
import { numberPorts } from "./ordering/number-ports.ts";
import { portLetters } from "./ordering/port-letters.ts";
import { numberStock } from "./ordering/number-stock.ts";
import { hardware } from "./ordering/hardware.ts";
import { voice } from "./ordering/voice.ts";
import { work } from "./ordering/work.ts";
import { workSharing } from "./ordering/work-sharing.ts";
import { whiteLabel } from "./portal/white-label.ts";
import { monolithPsa, psa } from "./psa/psa.ts";
import { ticketFiles } from "./support/ticket-files.ts";
import { tickets } from "./support/tickets.ts";
import { desk } from "./support/desk.ts";
import { forum } from "./support/forum.ts";
import { helpSites } from "./support/help-sites.ts";
import { knowledgeBase } from "./support/knowledge-base.ts";
import { liveChat } from "./support/live-chat.ts";
import { session } from "./access/session.ts";
import { waysIn } from "./access/sign-in.ts";
import { everySignInRules, signInRules } from "./access/sign-in-rules.ts";
import { sessions } from "./access/sessions.ts";
import { forms } from "./ordering/forms.ts";

/** The features of each area. The area decides the scope that an API token needs. */
export const features = {
  access: {
    auth: { ...auth, ...waysIn },
    passwords,
    mfa,
    passkeys,
    robotCheck,
    jump,
    applications,
    invitations,
    customerUsers,
    users,
    restrictions,
    roles: rolesOfUsers,
    companies,
    sso,
    providerLinks,
    companyProvider,
    session,
    sessions,
    personalData,
    apiTokens,
    operatorTokens,
    signInRules,
    everySignInRules,
  },
  insight: { dashboard, analytics, activityLog, everyActivityLog, search, usage, quickLinks },
  customers: { customers: { ...customers, ...customerForms, ...customerChecks } },
  catalogue: {
    catalogue,
    shop,
    assortment,
    priceBooks,
    ownPrices,
    priceLists,
    priceImports,
    agreementGate,
    agreements,
  },
  billing: {
    account,
    credit,
    creditCodes,
    bank,
    debtors,
    lineCredits,
    writeOffs,
    monthClose,
    gatewayBooks,
    customerCharges,
    automaticPayments,
    directDebits,
    dunning,
    downloads,
    invoices,
    myBusiness,
    paymentMethods,
    payments,
    reports,
    vendorInvoices,
  },
  ordering: {
    orders,
    orderRules,
    requests,
    returns,
    services: { ...services, ...serviceLists, ...customerOverview },
    myServices,
    lineProofs,
    forecast,
    meteredUsage,
    azureSpend,
    azureBudgets,
    forms,
    tenants,
    consoles,
    adminRelationships,
    transfers,
    everyTransfer,
    termEnds,
    basket,
    plans,
    quotes,
    quoteLinks,
    differences,
    everyDifference,
    intents,
    renewals,
    everyIntent,
    work,
    workSharing,
    assignments,
    stock,
    numberPorts,
    portLetters,
    numberStock,
    voice,
    hardware,
  },
  portal: {
    display,
    mailbox,
    portalHosts,
    retention,
    notifications,
    whiteLabel,
    microFrontends,
    flags,
    announcements,
    drafts,
    ratings,
    partnerSystems,
    footer,
  },
  psa: { psa, monolithPsa },
  support: { tickets, ticketFiles, desk, knowledgeBase, helpSites, forum, liveChat },
  developer: { clock },
} satisfies Record<string, Record<string, Record<string, Endpoint>>>;

/** Maps `feature.operation` to its endpoint. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.values(features)
    .flatMap((ofArea) => Object.entries(ofArea))
    .flatMap(([feature, operations]) =>
      Object.entries(operations).map(([operation, endpoint]) => [`${feature}.${operation}`, endpoint as Endpoint]),
    ),
);
