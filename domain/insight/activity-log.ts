/** The kinds of entries of the activity log, each with the first words of its actions. */
export const activityKinds = {
  signIn: ["signIn", "sessions"],
  credentials: [
    "mfa",
    "passkeys",
    "passwords",
    "signInLinks",
    "signInDomains",
    "signInRules",
    "apiTokens",
    "companyProvider",
  ],
  people: ["users", "roles", "invitations", "people", "applications", "refused"],
  customers: ["customers"],
  orders: ["orders", "services", "subscriptions", "tenants", "work"],
  billing: ["invoices", "business", "catalogue", "agreements"],
  settings: [
    "display",
    "whiteLabel",
    "flags",
    "portalHosts",
    "partnerSystems",
    "footer",
    "announcements",
    "ratings",
    "mailbox",
    "clock",
  ],
  support: ["support", "tickets"],
  exports: ["exports"],
} as const satisfies Record<string, readonly string[]>;

export type ActivityKind = keyof typeof activityKinds;
export const activityKindNames = Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]];

export const activityOutcomes = ["done", "refused", "failed"] as const;
