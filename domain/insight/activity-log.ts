/**
 * The kinds of entries of the activity log, each with the first words of its actions. A refusal of a call that leaves no
 * entry otherwise begins with the call's feature; before those did, all of them were called `refused`.
 */
export const activityKinds = {
  signIn: ["signIn", "sessions", "auth", "session", "robotCheck", "jump", "companies", "sso"],
  credentials: ["mfa", "passkeys", "passwords", "signInLinks", "providerLinks"],
  people: ["users", "roles", "invitations", "people", "applications", "restrictions", "personalData", "refused"],
  customers: ["customers", "search"],
  orders: [
    "orders",
    "returns",
    "services",
    "assignments",
    "meteredUsage",
    "subscriptions",
    "tenants",
    "work",
    "stock",
    "forms",
    "intents",
    "termEnds",
    "plans",
    "quotes",
    "quoteLinks",
    "differences",
    "everyDifference",
  ],
  billing: [
    "invoices",
    "vendorInvoices",
    "business",
    "myBusiness",
    "catalogue",
    "priceBooks",
    "agreements",
    "agreementGate",
    "dashboard",
    "analytics",
  ],
  settings: [
    "display",
    "whiteLabel",
    "flags",
    "portalHosts",
    "partnerSystems",
    "microFrontends",
    "footer",
    "announcements",
    "ratings",
    "mailbox",
    "clock",
    "signInDomains",
    "signInRules",
    "everySignInRules",
    "apiTokens",
    "operatorTokens",
    "companyProvider",
    "activityLog",
    "everyActivityLog",
    "notifications",
    "quickLinks",
    "retention",
    "usage",
  ],
  support: ["support", "tickets", "ticketFiles", "desk"],
  exports: ["exports"],
} as const satisfies Record<string, readonly string[]>;

export type ActivityKind = keyof typeof activityKinds;
export const activityKindNames = Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]];

export const activityOutcomes = ["done", "refused", "failed"] as const;
