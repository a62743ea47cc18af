import { screen } from "./route-table.ts";

/** The pages around what is billed, and those of the PSA. */
export const billingPages = {
  accountTotals: {
    title: "Account totals",
    parent: "billing",
    screen: screen(() => import("../billing/account/account-totals-screen.tsx"), "AccountTotalsScreen"),
  },
  paymentOptions: {
    title: "Payment options",
    parent: "billing",
    screen: screen(() => import("../billing/payment-options/payment-options-screen.tsx"), "PaymentOptionsScreen"),
  },
  credit: {
    title: "Credit",
    screen: screen(() => import("../billing/credit/credit-screen.tsx"), "CreditScreen"),
  },
  billingReports: {
    title: "Reports",
    parent: "billing",
    screen: screen(() => import("../billing/reports/reports-screen.tsx"), "ReportsScreen"),
  },
  pricing: {
    title: "Prices",
    parent: "billing",
    screen: screen(() => import("../billing/pricing/pricing-screen.tsx"), "PricingScreen"),
  },
  priceRules: {
    title: "Price rules",
    parent: "billing",
    screen: screen(() => import("../catalogue/price-books/price-rules-screen.tsx"), "PriceRulesScreen"),
  },
  integration: {
    title: "PSA integration",
    parent: "account",
    screen: screen(() => import("../psa/integration/integration-screen.tsx"), "IntegrationScreen"),
  },
  psaOverview: {
    title: "PSA overview",
    screen: screen(() => import("../psa/overview/psa-overview-screen.tsx"), "PsaOverviewScreen"),
  },
  psaMatch: {
    title: "Match with the PSA",
    screen: screen(() => import("../psa/match/match-screen.tsx"), "MatchScreen"),
  },
  psaReport: {
    title: "PSA reports",
    screen: screen(() => import("../psa/report/report-screen.tsx"), "ReportScreen"),
  },
  psaService: {
    title: "Service in the PSA",
    parent: "billing",
    screen: screen(() => import("../psa/service/psa-service-screen.tsx"), "PsaServiceScreen"),
  },
} as const;
