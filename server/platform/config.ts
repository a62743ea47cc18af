import { Resolver } from "node:dns";
import { fieldMessage } from "@tradewind/contract/validation.ts";
import { address, type Settings, type Vendor } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { publicKeyOf } from "./activity-chain.ts";
import { eachServer } from "./servers.ts";

/** Demo key pairs and secrets. Production refuses to start with any of them. */
export const demoKeys = {
  TOKEN_KEY: JSON.stringify({
    kty: "EC",
    crv: "P-256",
    x: "JJO5T8YA4SAqEtubmXWJ4NfHTJJPa4y9mt5f5NUBbbM",
    y: "5Lxr3yBWpH-bBuQ02yfBrqTia9EYjsOph8bpHRVEwqI",
    d: "m5_Z0cev31v8P6jaqaH-GSb4w-B1HGUq_HCFV936qN0",
  }),
  SECRET_KEY: "ZGVtby1vbmx5LXNlY3JldC1rZXktbmV2ZXItZm9yLXVzZSE=",
  ENCRYPTION_KEYS: "1:ZGVtby1vbmx5LWVuY3J5cHRpb24ta2V5LTMyYnl0ZXM=",
  AUDIT_KEY: "MC4CAQAwBQYDK2VwBCIEIOGH+Hqb9BVMLTlupwyx3P3q1ITMyUtnpyxhUJxLLcIM",
};

const listed = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((value) => value === "true");
/** A PostgreSQL address, which may name several servers of which one takes writes. */
const databaseAddress = z
  .string()
  .refine(
    (text) => eachServer(text).every((each) => /^postgres(ql)?:$/.test(URL.parse(each)?.protocol ?? "")),
    "must begin with postgres:// and name a server, or several separated by commas",
  );
/** Empty where it is not set. */
const someAddress = address.default("");
const someSafeAddress = address.refine(isSafeHost, "must be https, or http on this machine").default("");
const daysKept = (usual: number) => z.coerce.number().int().min(1).max(36_500).default(usual);
const siteSecret = z
  .string()
  .regex(/^$|^.{32,}$/, "must have at least 32 characters")
  .default("");
const secret32 = z
  .string()
  .refine((value) => Buffer.from(value, "base64").length >= 32, "must be at least 32 bytes in base64");

/**
 * Every setting of the product except its vendors', from the environment. `npm start` fills in demo values; production
 * sets its own.
 */
const schema = z.object({
  /** PostgreSQL address of the login role: `tradewind_web` for web, `tradewind_worker` for the worker. */
  DATABASE_URL: databaseAddress,
  /** The same server past a connection pooler, where DATABASE_URL leads to one: for what needs a session of its own. */
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  /** Servers that follow it, from which lists, sums and exports are read; if unset, they are read from it. */
  REPLICA_DATABASE_URL: databaseAddress.optional(),
  /** PostgreSQL address that may run migrations; only the command `migrate` reads it. */
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /** Where people report weaknesses of the portal, as `mailto:` or `https:`; shown in `/.well-known/security.txt`. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^((mailto|https):\S+)?$/, "must begin with mailto: or https:")
    .default(""),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z.string().default("127.0.0.1"),
  /** Port on which Prometheus may read the process's metrics; 0 for none. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The portal's public address; tokens name it as issuer and audience. */
  PUBLIC_URL: address.default("http://localhost:4000"),
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  /** Demo mode: permits the demo's keys, data and movable clock. */
  DEMO: flag,
  /** ES256 private key as JWK, which signs access tokens. */
  TOKEN_KEY: z.string().refine(isSigningKey, "must be an ES256 private key as JSON Web Key"),
  /** Key for refresh tokens and other secrets, base64. */
  SECRET_KEY: secret32,
  /**
   * Keys for stored secrets, as `version:32 bytes in base64`: the current one first, then the previous one during a
   * rotation.
   */
  ENCRYPTION_KEYS: z
    .string()
    .regex(/^\d{1,6}:[A-Za-z0-9+/]{43}=(,\d{1,6}:[A-Za-z0-9+/]{43}=)?$/, "must be one or two keys, each version:base64")
    .refine((text) => !/^(\d+):.*,\1:/.test(text), "must give each key a version of its own"),
  /** Ed25519 private key that signs the daily roots of the activity log: PKCS 8 in base64. */
  AUDIT_KEY: z.string().refine(isAuditKey, "must be an Ed25519 private key in PKCS 8, base64"),
  /**
   * Origins besides PUBLIC_URL where passkeys work, comma-separated. The demo accepts every `*.localhost` on its port.
   */
  PASSKEY_ORIGINS: z.string().default("").transform(listed).pipe(z.array(address)),
  /** Hosts that serve parts of the API at other addresses than the page's own. */
  AUTH_HOST: someAddress,
  MARKETPLACE_HOST: someAddress,
  API_HOST: someAddress,
  LOGIN_CLIENT_ID: z.string().min(1).max(100).default("tradewind-portal"),
  LOGIN_HIDE_UNKNOWN: flag,
  /** DNS servers that are asked for companies' records, as `address:port`; otherwise the system's. */
  DNS_SERVERS: z.string().refine(isDnsServers, "must be address:port, several with commas between").default(""),
  /** Whether passwords must be alphanumeric, with an upper-case letter, a lower-case letter and a digit. */
  PASSWORD_CHARACTER_RULES: flag,
  /** Calls a minute that a process takes from one person, API token, reseller, and one address without a session. */
  CALLS_PER_PERSON: z.coerce.number().int().min(1).default(3_000),
  CALLS_PER_TOKEN: z.coerce.number().int().min(1).default(1_200),
  CALLS_PER_RESELLER: z.coerce.number().int().min(1).default(12_000),
  CALLS_PER_ADDRESS: z.coerce.number().int().min(1).default(1_200),
  /** Event streams that a process keeps open for one person besides those of the calling session, and one reseller. */
  STREAMS_PER_PERSON: z.coerce.number().int().min(1).default(10),
  STREAMS_PER_RESELLER: z.coerce.number().int().min(1).default(2_000),
  /** How late the event loop may be before calls are refused; 0 refuses from the start. */
  OVERLOAD_DELAY_MS: z.coerce.number().int().min(0).default(500),
  /** Requests per minute and address for how a user name signs in. */
  LOGIN_FLOW_LIMIT: z.coerce.number().int().min(1).max(100_000).default(30),
  /** Milliseconds between an open page's checks for new notifications. */
  NOTIFICATION_RELOAD_MS: z.coerce.number().int().min(1_000).max(86_400_000).default(60_000),
  /** Days for which data is kept, by class: `retention.store.ts` says since when. */
  KEEP_NOTIFICATIONS_DAYS: daysKept(90),
  KEEP_SESSIONS_DAYS: daysKept(90),
  KEEP_DEVICES_DAYS: daysKept(400),
  KEEP_INVITATIONS_DAYS: daysKept(90),
  KEEP_APPLICATIONS_DAYS: daysKept(365),
  KEEP_TICKETS_DAYS: daysKept(1_095),
  KEEP_RATINGS_DAYS: daysKept(730),
  KEEP_WEBHOOKS_DAYS: daysKept(30),
  KEEP_ACTIVITY_DAYS: daysKept(2_557),
  /** Hours until a postponed announcement is shown again. */
  ANNOUNCEMENT_REMIND_HOURS: z.coerce.number().int().min(1).max(8_760).default(24),
  /** The organisations' OpenID provider; if unset, single sign-on is off. */
  SSO_URL: someAddress,
  /** The issuer in its tokens, if different from its address. */
  SSO_ISSUER: z.string().default(""),
  SSO_CLIENT_ID: z.string().default(""),
  SSO_CLIENT_SECRET: z.string().default(""),
  /** The portal path shown after a failed sign-in at a provider, instead of the sign-in page. */
  SSO_ERROR_PATH: z
    .string()
    .regex(/^\/[^\\/\s][^\\\s]*$/, "must be a path of the portal")
    .default(""),
  /** Sign-in with Microsoft work accounts; off if no client is set. */
  AAD_URL: address.default("https://login.microsoftonline.com"),
  AAD_CLIENT_ID: z.string().default(""),
  AAD_CLIENT_SECRET: z.string().default(""),
  /** Ids of the only Microsoft tenants whose people may sign in, comma-separated; empty allows all. */
  AAD_TENANTS: z.string().default(""),
  /** Addresses that end a person's session in the partner portals when a single sign-on session ends. */
  COMMS_LOGOUT_URL: someAddress,
  HARDWARE_LOGOUT_URL: someAddress,
  /** Hosts for trying out this portal before production: they link to the other portals' UAT addresses. */
  PREPRODUCTION_HOSTS: z
    .string()
    .default("")
    .transform((text) => listed(text.toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z0-9.-]{1,253}$/, "must be host names without a port"))),
  /** The other portals. Sign-in leads to the first two by name. */
  COMMS_NAME: z.string().min(1).max(40).default("Voice portal"),
  COMMS_URL: address.default("https://voice.tradewind.example"),
  COMMS_UAT_URL: address.default("https://voice.uat.tradewind.example"),
  HARDWARE_NAME: z.string().min(1).max(40).default("Hardware portal"),
  HARDWARE_URL: address.default("https://hardware.tradewind.example"),
  HARDWARE_UAT_URL: address.default("https://hardware.uat.tradewind.example"),
  DISTRIBUTION_URL: address.default("https://distribution.tradewind.example"),
  DISTRIBUTION_UAT_URL: address.default("https://distribution.uat.tradewind.example"),
  /** External pages linked from the Support menu. */
  STATUS_PAGE_URL: address.default("https://status.tradewind.example"),
  NEW_STATUS_PAGE_URL: address.default("https://health.tradewind.example"),
  COMMUNITY_URL: address.default("https://community.tradewind.example"),
  KNOWLEDGE_BASE_URL: address.default("https://help.tradewind.example"),
  ACADEMY_URL: address.default("https://academy.tradewind.example"),
  /**
   * Manifest of the header and footer shared by all portals; if unset, people in the single experience see the usual
   * ones.
   */
  MICRO_FRONTENDS_URL: someSafeAddress,
  /** Usage collector URL; if unset, no button presses are reported. */
  USAGE_COLLECTOR_URL: someSafeAddress,
  /** Card payments with Stripe; off without a secret key. */
  STRIPE_SECRET_KEY: z.string().default(""),
  STRIPE_PUBLISHABLE_KEY: z.string().default(""),
  STRIPE_WEBHOOK_SECRET: z.string().default(""),
  STRIPE_URL: address.refine(isSafeHost, "must be https, or http on this machine").default("https://api.stripe.com"),
  /** Where the browser gets the form for cards. */
  STRIPE_SCRIPT_URL: address
    .refine(isSafeHost, "must be https, or http on this machine")
    .default("https://js.stripe.com/v3"),
  /** Cards and direct debits kept at Zuora; off without a client. */
  ZUORA_CLIENT_ID: z.string().default(""),
  ZUORA_CLIENT_SECRET: z.string().default(""),
  ZUORA_URL: address.refine(isSafeHost, "must be https, or http on this machine").default("https://rest.zuora.com"),
  /** Where its hosted payment pages are, and the script that opens them in a browser. */
  ZUORA_PAGE_URL: address
    .refine(isSafeHost, "must be https, or http on this machine")
    .default("https://www.zuora.com/apps/PublicHostedPageLite.do"),
  ZUORA_SCRIPT_URL: address
    .refine(isSafeHost, "must be https, or http on this machine")
    .default("https://static.zuora.com/Resources/libs/hosted/1.3.1/zuora-min.js"),
  /** The numbers of the pages set up there; what has none cannot be added. */
  ZUORA_CARD_PAGE_GBP: z.string().default(""),
  ZUORA_CARD_PAGE_EUR: z.string().default(""),
  ZUORA_DEBIT_PAGE: z.string().default(""),
  /** Direct debits with GoCardless; off without an access token. */
  GOCARDLESS_ACCESS_TOKEN: z.string().default(""),
  GOCARDLESS_WEBHOOK_SECRET: z.string().default(""),
  GOCARDLESS_URL: address
    .refine(isSafeHost, "must be https, or http on this machine")
    .default("https://api.gocardless.com"),
  /** Whose articles the knowledge base shows; without a key it holds none. */
  HELPJUICE_URL: someSafeAddress,
  HELPJUICE_API_KEY: z.string().default(""),
  /** Minutes between two readings of the articles. */
  HELPJUICE_MINUTES: z.coerce.number().int().min(1).max(10_080).default(15),
  /** Outside sites that are told who comes, each by a secret that it shares with the portal; without one they are not told. */
  KNOWLEDGE_BASE_SECRET: siteSecret,
  COMMUNITY_SECRET: siteSecret,
  HELP_CENTRE_URL: address.default("https://help-centre.tradewind.example"),
  HELP_CENTRE_SECRET: siteSecret,
  CLOUD_SERVER_URL: address.default("https://servers.tradewind.example"),
  CLOUD_SERVER_SECRET: siteSecret,
  /** Live chat; off without a licence. */
  CHAT_LICENCE: z
    .string()
    .regex(/^\d{0,12}$/, "must be the number of a licence")
    .default(""),
  CHAT_SCRIPT_URL: address
    .refine(isSafeHost, "must be https, or http on this machine")
    .default("https://cdn.livechatinc.com/tracking.js"),
  CHAT_SECRET: siteSecret,
  /** The SMTP server for outgoing mail, and the sender's address. */
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).default("smtp://localhost:25"),
  MAIL_FROM: z.string().min(3).max(200).default("Tradewind <no-reply@tradewind.example>"),
  /** The virus scanner for what people send, by ClamAV's protocol; if unset, nothing is scanned. */
  CLAMD_URL: z
    .string()
    .regex(/^$|^tcp:\/\/[^/\s]+$|^unix:\/\S+$/, "must be tcp://host:port or unix:/path")
    .default(""),
  /** Milliseconds that the virus scanner may take for a file. */
  CLAMD_TIMEOUT_MS: z.coerce.number().int().min(1).max(600_000).default(30_000),
  /** Control addresses of the simulators, comma-separated; their clocks follow ours. Demo only. */
  SIMULATOR_URLS: z.string().default(""),
  /**
   * Trusted proxies in front, each of which appends the caller to `X-Forwarded-For`; earlier entries can be forged by
   * the client.
   */
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|\d)$/, "must be true, false or the number of proxies")
    .default("false")
    .transform((value) => (value === "true" ? 1 : Number(value) || 0)),
});

/** Tells whether traffic to an address cannot be tampered with on the way. */
function isSafeHost(text: string) {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** The settings, with the available vendors and their settings. */
export type Config = z.output<typeof schema> & { vendors: readonly Vendor[]; vendorSettings: Settings };

/** Returns the database's address for connections that listen, copy or hold locks of a session. */
export const directUrl = ({ DATABASE_URL, DIRECT_DATABASE_URL }: Config): string => DIRECT_DATABASE_URL ?? DATABASE_URL;

/** Returns the other portals' addresses as linked from a host: UAT from a pre-production host, production otherwise. */
export const addressesAt = (config: Config, host: string) =>
  config.PREPRODUCTION_HOSTS.includes(host.toLowerCase())
    ? { comms: config.COMMS_UAT_URL, distribution: config.DISTRIBUTION_UAT_URL, hardware: config.HARDWARE_UAT_URL }
    : { comms: config.COMMS_URL, distribution: config.DISTRIBUTION_URL, hardware: config.HARDWARE_URL };

function isDnsServers(text: string) {
  try {
    new Resolver().setServers(listed(text));
    return true;
  } catch {
    return false;
  }
}

function isSigningKey(text: string) {
  try {
    const key = JSON.parse(text) as Record<string, unknown>;
    return key["kty"] === "EC" && key["crv"] === "P-256" && typeof key["d"] === "string";
  } catch {
    return false;
  }
}

function isAuditKey(text: string) {
  try {
    return publicKeyOf(text) !== "";
  } catch {
    return false;
  }
}

/**
 * Reads and checks the settings, including those of `vendors`. Reports all invalid ones at once, without their values.
 */
export function readConfig(vendors: readonly Vendor[], environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const withDemoKeys = given["DEMO"] === "true" ? { ...demoKeys, ...given } : given;
  const result = schema.safeParse(withDemoKeys);
  const theirs = Object.fromEntries(vendors.flatMap(({ settings }) => Object.entries(settings)));
  const ofVendors = z.object(theirs).safeParse(given);
  if (!result.success || !ofVendors.success) {
    const faults = [result, ofVendors]
      .flatMap(({ error }) => error?.issues ?? [])
      .map((issue) => `  ${issue.path.join(".")}: ${fieldMessage(issue.message, "This")}`);
    throw new Error(`The configuration cannot be used:\n${faults.join("\n")}\nSee docs/configuration.md.`);
  }
  const config = {
    ...result.data,
    vendors,
    vendorSettings: Object.fromEntries(Object.keys(theirs).map((name) => [name, given[name]])),
  };
  const faults = productionFaults(config);
  if (faults.length > 0)
    throw new Error(`This cannot run in production:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  return config;
}

function productionFaults(config: Config): string[] {
  if (config.NODE_ENV !== "production") return [];
  const { pathname, search, hash } = new URL(config.PUBLIC_URL);
  return [
    !isSafeHost(config.PUBLIC_URL) && "PUBLIC_URL: must be https, or http on this machine",
    pathname + search + hash !== "/" && "PUBLIC_URL: must be an address without a path",
    config.SSO_URL !== "" && config.SSO_CLIENT_ID === "" && "SSO_CLIENT_ID: is needed with SSO_URL",
    config.AAD_CLIENT_ID !== "" && config.AAD_CLIENT_SECRET === "" && "AAD_CLIENT_SECRET: is needed with AAD_CLIENT_ID",
    config.STRIPE_SECRET_KEY !== "" &&
      config.STRIPE_WEBHOOK_SECRET === "" &&
      "STRIPE_WEBHOOK_SECRET: is needed with STRIPE_SECRET_KEY",
    config.GOCARDLESS_ACCESS_TOKEN !== "" &&
      config.GOCARDLESS_WEBHOOK_SECRET === "" &&
      "GOCARDLESS_WEBHOOK_SECRET: is needed with GOCARDLESS_ACCESS_TOKEN",
    config.DEMO && "DEMO: the demo, its data and its movable clock are not for production",
    config.TOKEN_KEY === demoKeys.TOKEN_KEY && "TOKEN_KEY: this is the demo's key",
    config.SECRET_KEY === demoKeys.SECRET_KEY && "SECRET_KEY: this is the demo's key",
    config.ENCRYPTION_KEYS.includes(demoKeys.ENCRYPTION_KEYS.slice(2)) && "ENCRYPTION_KEYS: this is the demo's key",
    config.AUDIT_KEY === demoKeys.AUDIT_KEY && "AUDIT_KEY: this is the demo's key",
    config.SIMULATOR_URLS !== "" && "SIMULATOR_URLS: simulators are not for production",
  ].filter((fault) => fault !== false);
}
