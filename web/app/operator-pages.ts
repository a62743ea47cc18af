import { screen, type Page } from "./route-table.ts";
import type { ScreenName } from "@tradewind/contract/screens.ts";

export const operatorPages = {
  work: {
    title: "Work queue",
    screen: screen(() => import("../ordering/work/work-screen.tsx"), "WorkScreen"),
  },
  workItem: {
    title: "Work",
    screen: screen(() => import("../ordering/work/work-item-screen.tsx"), "WorkItemScreen"),
  },
  stock: {
    title: "Stock",
    screen: screen(() => import("../ordering/stock/stock-screen.tsx"), "StockScreen"),
  },
  numberStock: {
    title: "Telephone numbers",
    screen: screen(() => import("../ordering/number-stock/number-stock-screen.tsx"), "NumberStockScreen"),
  },
  assortment: {
    title: "Products",
    screen: screen(() => import("../catalogue/assortment/products-screen.tsx"), "ProductsScreen"),
  },
  assortedProduct: {
    title: "Product",
    screen: screen(() => import("../catalogue/assortment/product-screen.tsx"), "AssortedProductScreen"),
  },
  priceLists: {
    title: "Price lists",
    screen: screen(() => import("../catalogue/price-lists/price-lists-screen.tsx"), "PriceListsScreen"),
  },
  offerPrices: {
    title: "Prices of an offer",
    screen: screen(() => import("../catalogue/price-lists/offer-prices-screen.tsx"), "OfferPricesScreen"),
  },
  priceImports: {
    title: "Imported lists",
    screen: screen(() => import("../catalogue/price-imports/price-imports-screen.tsx"), "PriceImportsScreen"),
  },
  priceImport: {
    title: "Imported list",
    screen: screen(() => import("../catalogue/price-imports/price-import-screen.tsx"), "PriceImportScreen"),
  },
  everyDifference: {
    title: "Differences",
    screen: screen(() => import("../ordering/differences/differences-screen.tsx"), "EveryDifferenceScreen"),
  },
  everyScheduled: {
    title: "Scheduled",
    screen: screen(() => import("../ordering/intents/scheduled-screen.tsx"), "EveryScheduledScreen"),
  },
  debtors: {
    title: "Debtors",
    screen: screen(() => import("../billing/debtors/debtors-screen.tsx"), "DebtorsScreen"),
  },
  months: {
    title: "Month close",
    screen: screen(() => import("../billing/month-close/months-screen.tsx"), "MonthsScreen"),
  },
  month: {
    title: "Month",
    screen: screen(() => import("../billing/month-close/month-screen.tsx"), "MonthScreen"),
  },
  lineCredits: {
    title: "Credited lines",
    screen: screen(() => import("../billing/debtors/line-credits-screen.tsx"), "LineCreditsScreen"),
  },
  writeOffs: {
    title: "Write-offs",
    screen: screen(() => import("../billing/debtors/write-offs-screen.tsx"), "WriteOffsScreen"),
  },
  debtor: {
    title: "Debtor",
    screen: screen(() => import("../billing/debtors/debtor-screen.tsx"), "DebtorScreen"),
  },
  cashExpected: {
    title: "Cash expected",
    screen: screen(() => import("../billing/debtors/cash-expected-screen.tsx"), "CashExpectedScreen"),
  },
  bankTransfers: {
    title: "Bank transfers",
    screen: screen(() => import("../billing/bank/bank-transfers-screen.tsx"), "BankTransfersScreen"),
  },
  bankStatements: {
    title: "Bank statements",
    screen: screen(() => import("../billing/bank/bank-statements-screen.tsx"), "BankStatementsScreen"),
  },
  paymentGateways: {
    title: "Payment gateways",
    screen: screen(() => import("../billing/gateway-books/payment-gateways-screen.tsx"), "PaymentGatewaysScreen"),
  },
  gatewayPayouts: {
    title: "Pay-outs",
    screen: screen(() => import("../billing/gateway-books/gateway-payouts-screen.tsx"), "GatewayPayoutsScreen"),
  },
  vendorInvoices: {
    title: "Vendor invoices",
    screen: screen(() => import("../billing/vendor-invoices/vendor-invoices-screen.tsx"), "VendorInvoicesScreen"),
  },
  creditCodes: {
    title: "Credit codes",
    screen: screen(() => import("../billing/credit/credit-codes-screen.tsx"), "CreditCodesScreen"),
  },
  vendorInvoice: {
    title: "Vendor invoice",
    screen: screen(() => import("../billing/vendor-invoices/vendor-invoice-screen.tsx"), "VendorInvoiceScreen"),
  },
  tenants: {
    title: "Tenants",
    screen: screen(() => import("../ordering/tenants/tenants-screen.tsx"), "TenantsScreen"),
  },
  everyTransfer: {
    title: "Transfers",
    screen: screen(() => import("../ordering/transfers/every-transfer-screen.tsx"), "EveryTransferScreen"),
  },
  desk: {
    title: "Tickets",
    screen: screen(() => import("../support/tickets/desk-screen.tsx"), "DeskScreen"),
  },
  clock: {
    title: "Clock",
    screen: screen(() => import("../developer/clock/clock-screen.tsx"), "ClockScreen"),
  },
  applications: {
    title: "Applications",
    screen: screen(() => import("../access/applications/applications-screen.tsx"), "ApplicationsScreen"),
  },
  companyChanges: {
    title: "Company changes",
    screen: screen(() => import("../billing/my-business/business-requests-screen.tsx"), "BusinessRequestsScreen"),
  },
  people: {
    title: "People",
    screen: screen(() => import("../access/jump/people-screen.tsx"), "PeopleScreen"),
  },
  signInProviders: {
    title: "Sign-in providers",
    screen: screen(() => import("../access/sso/sign-in-providers-screen.tsx"), "SignInProvidersScreen"),
  },
  everySignInRules: {
    title: "Sign-in rules",
    screen: screen(() => import("../access/sign-in-rules/every-sign-in-rules-screen.tsx"), "EverySignInRulesScreen"),
  },
  operatorTokens: {
    title: "API tokens",
    screen: screen(() => import("../access/api-tokens/api-tokens-screen.tsx"), "OperatorTokensScreen"),
  },
  flags: {
    title: "Feature flags",
    screen: screen(() => import("../portal/flags/flags-screen.tsx"), "FlagsScreen"),
  },
  hosts: {
    title: "Hosts",
    screen: screen(() => import("../portal/portal-hosts/portal-hosts-screen.tsx"), "PortalHostsScreen"),
  },
  partnerPortals: {
    title: "Partner portals",
    screen: screen(() => import("../portal/partner-systems/partner-systems-screen.tsx"), "PartnerSystemsScreen"),
  },
  footer: {
    title: "Footer",
    screen: screen(() => import("../portal/footer/footer-screen.tsx"), "FooterScreen"),
  },
  everyActivityLog: {
    title: "Activity log",
    screen: screen(() => import("../insight/activity-log/every-activity-log-screen.tsx"), "EveryActivityLogScreen"),
  },
  retention: {
    title: "Data retention",
    screen: screen(() => import("../portal/retention/retention-screen.tsx"), "RetentionScreen"),
  },
  messages: {
    title: "Messages",
    screen: screen(() => import("../portal/announcements/messages-screen.tsx"), "MessagesScreen"),
  },
} satisfies Partial<Record<ScreenName, Page>>;
