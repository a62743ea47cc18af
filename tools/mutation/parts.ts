/** What is broken on purpose together, in which files, and how many mutants are drawn. The tests beside them have to notice. */
export type Part = { name: string; mutate: string[]; tests: string[]; config: "domain" | "server"; most?: number };

const domainFolders = [
  "values",
  "pricing",
  "portal",
  "customers",
  "access",
  "catalogue",
  "billing",
  "ordering",
  "support",
  "psa",
  "insight",
];

const sources = (folder: string) => [
  `${folder}/**/*.ts`,
  `!${folder}/**/*.{test,data}.ts`,
  `!${folder}/**/*-fixtures.ts`,
];

/** Mutants drawn from a folder of the server, where each may cost a database. */
const drawn = 300;
const serverPart = (folder: string, ...tests: string[]): Part => ({
  name: `server/${folder}`,
  mutate: sources(`server/${folder}`),
  tests: tests.length > 0 ? tests : [`server/${folder}`],
  config: "server",
  most: drawn,
});

/** Files that prove elsewhere what the platform does for all, as far as they take seconds rather than minutes. */
const platformElsewhere = [
  ...["endpoints", "headers", "made-up-vendor", "tenancy"].map((name) => `test/${name}`),
  ...["hostile-tokens", "session.routes", "session-life", "sessions"].map((name) => `access/session/${name}`),
  "access/auth/foreign-pages",
  "access/auth/log-secrets",
  "access/jump/jump",
  "access/restrictions/restrictions",
  "billing/invoices/invoice-document",
  "billing/invoices/invoices.routes",
  "customers/customers/customers.routes",
  "developer/clock/clock",
  "ordering/services/service-lists",
  "ordering/webhooks/webhooks",
  "portal/display/display",
  "portal/notifications/notifications.routes",
  "portal/notifications/stream.routes",
  "portal/partner-systems/partner-systems",
  "portal/white-label/brands",
  "portal/white-label/white-label.routes",
].map((name) => `server/${name}.test.ts`);

/** Every part, those that matter most per second first. The domain is taken whole, the server by a sample of each folder. */
export const parts: Part[] = [
  ...domainFolders.map((folder): Part => ({
    name: `domain/${folder}`,
    mutate: sources(`domain/${folder}`),
    tests: [`domain/${folder}`],
    config: "domain",
  })),
  serverPart("platform", "server/platform", ...platformElsewhere),
  serverPart("billing"),
  serverPart("ordering/orders", "server/ordering/orders", "server/ordering/fulfilment"),
  serverPart("ordering/fulfilment", "server/ordering/orders", "server/ordering/fulfilment"),
  serverPart("access/session", "server/access/session", "server/access/auth"),
  serverPart(
    "access/auth",
    ...["auth", "session", "sso", "passkeys", "jump", "mfa", "robot-check", "companies", "notices"].map(
      (area) => `server/access/${area}`,
    ),
  ),
  serverPart("access/roles"),
  serverPart("access/restrictions"),
];

/** Whether a file holds code to break, rather than tests, what only they use, or values. */
export const isMutated = (file: string): boolean =>
  file.endsWith(".ts") && !/(\.test|\.data|-fixtures)\.ts$/.test(file);
