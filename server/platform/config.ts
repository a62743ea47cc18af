import fs from "node:fs";
import { address, type Settings, type Vendor } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";

/** Key pairs and secrets of the demo. A production start with any of them is refused. */
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
const secret32 = z
  .string()
  .refine((value) => Buffer.from(value, "base64").length >= 32, "must be at least 32 bytes in base64");

/** Every setting of the product but those of its vendors, from the environment. `npm start` fills in a demo's; production gives its own. */
const schema = z.object({
  /** PostgreSQL address of the login role: `tradewind_web` for web, `tradewind_worker` for the worker. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** PostgreSQL address that may run migrations; only `npm run migrate` reads it. */
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z.string().default("127.0.0.1"),
  /** Address people see in their browser; tokens name it as issuer and audience. */
  PUBLIC_URL: address.default("http://localhost:4000"),
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  /** The demo: its keys, its data and its movable clock are allowed. */
  DEMO: flag,
  /** ES256 private key as JWK, that signs access tokens. */
  TOKEN_KEY: z.string().refine(isSigningKey, "must be an ES256 private key as JSON Web Key"),
  /** Key of refresh tokens and other secrets, base64. */
  SECRET_KEY: secret32,
  /** Keys of stored secrets, as `version:32 bytes in base64`: the one in use first, then the one before it while it is turned over. */
  ENCRYPTION_KEYS: z
    .string()
    .regex(/^\d{1,6}:[A-Za-z0-9+/]{43}=(,\d{1,6}:[A-Za-z0-9+/]{43}=)?$/, "must be one or two keys, each version:base64")
    .refine((text) => !/^(\d+):.*,\1:/.test(text), "must give each key a version of its own"),
  /** Addresses besides PUBLIC_URL at which passkeys work, comma-separated. The demo takes every `*.localhost` of its port. */
  PASSKEY_ORIGINS: z.string().default("").transform(listed).pipe(z.array(address)),
  /** Hosts that serve parts of the API under other addresses than the page's own. */
  AUTH_HOST: z.union([z.literal(""), address]).default(""),
  MARKETPLACE_HOST: z.union([z.literal(""), address]).default(""),
  API_HOST: z.union([z.literal(""), address]).default(""),
  LOGIN_CLIENT_ID: z.string().min(1).max(100).default("tradewind-portal"),
  LOGIN_HIDE_UNKNOWN: flag,
  /** Whether passwords must be letters and digits, with upper case, lower case and a digit among them. */
  PASSWORD_CHARACTER_RULES: flag,
  /** How often one address may ask within a minute which way a user name signs in. */
  LOGIN_FLOW_LIMIT: z.coerce.number().int().min(1).max(100_000).default(30),
  /** Milliseconds between two looks of an open page for new notifications. */
  NOTIFICATION_RELOAD_MS: z.coerce.number().int().min(1_000).max(86_400_000).default(60_000),
  /** Hours for which an announcement stays away from whoever wants to be reminded later. */
  ANNOUNCEMENT_REMIND_HOURS: z.coerce.number().int().min(1).max(8_760).default(24),
  /** The OpenID provider that organisations sign in at; single sign-on is off without one. */
  SSO_URL: z.union([z.literal(""), address]).default(""),
  /** What its tokens name as issuer, where that is not its address. */
  SSO_ISSUER: z.string().default(""),
  SSO_CLIENT_ID: z.string().default(""),
  SSO_CLIENT_SECRET: z.string().default(""),
  /** Where people go after a failed sign-in at a provider, instead of the sign-in page: a path of the portal. */
  SSO_ERROR_PATH: z.union([z.literal(""), z.string().regex(/^\/[^\\/\s][^\\\s]*$/)]).default(""),
  /** Sign-in with Microsoft work accounts; off without a client. */
  AAD_URL: address.default("https://login.microsoftonline.com"),
  AAD_CLIENT_ID: z.string().default(""),
  AAD_CLIENT_SECRET: z.string().default(""),
  /** Ids of the only Microsoft tenants whose people may sign in, comma-separated; empty lets all in. */
  AAD_TENANTS: z.string().default(""),
  /** Addresses that end a person's session in the partner portals when a single sign-on session ends. */
  COMMS_LOGOUT_URL: z.union([z.literal(""), address]).default(""),
  HARDWARE_LOGOUT_URL: z.union([z.literal(""), address]).default(""),
  /** Hosts at which this portal is tried out before production: they lead to the UAT addresses of the other portals. */
  PREPRODUCTION_HOSTS: z
    .string()
    .default("")
    .transform((text) => listed(text.toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z0-9.-]{1,253}$/, "must be host names without a port"))),
  /** The portals beside this one. Sign-in leads to the first two by name. */
  COMMS_NAME: z.string().min(1).max(40).default("Voice portal"),
  COMMS_URL: address.default("https://voice.tradewind.example"),
  COMMS_UAT_URL: address.default("https://voice.uat.tradewind.example"),
  HARDWARE_NAME: z.string().min(1).max(40).default("Hardware portal"),
  HARDWARE_URL: address.default("https://hardware.tradewind.example"),
  HARDWARE_UAT_URL: address.default("https://hardware.uat.tradewind.example"),
  DISTRIBUTION_URL: address.default("https://distribution.tradewind.example"),
  DISTRIBUTION_UAT_URL: address.default("https://distribution.uat.tradewind.example"),
  /** Pages of others that the Support menu leads to. */
  STATUS_PAGE_URL: address.default("https://status.tradewind.example"),
  NEW_STATUS_PAGE_URL: address.default("https://health.tradewind.example"),
  COMMUNITY_URL: address.default("https://community.tradewind.example"),
  KNOWLEDGE_BASE_URL: address.default("https://help.tradewind.example"),
  ACADEMY_URL: address.default("https://academy.tradewind.example"),
  /** Manifest of the header and footer that all portals share; people of the single experience see the usual ones without it. */
  MICRO_FRONTENDS_URL: z
    .union([z.literal(""), address.refine(isSafeHost, "must be https, or http on this machine")])
    .default(""),
  /** Where presses of buttons are told; nothing is without it. */
  USAGE_COLLECTOR_URL: z
    .union([z.literal(""), address.refine(isSafeHost, "must be https, or http on this machine")])
    .default(""),
  /** The SMTP server that carries our mails, and the address they come from. */
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).default("smtp://localhost:25"),
  MAIL_FROM: z.string().min(3).max(200).default("Tradewind <no-reply@tradewind.example>"),
  /** Control addresses of the simulators, comma-separated; their clocks follow ours. Demo only. */
  SIMULATOR_URLS: z.string().default(""),
  /** Proxies in front that say who calls, each adding to `X-Forwarded-For`: what stands before theirs, anybody may have written. */
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|\d)$/, "must be true, false or the number of proxies")
    .default("false")
    .transform((value) => (value === "true" ? 1 : Number(value) || 0)),
});

/** Whether nobody on the way can change what an address answers. */
function isSafeHost(text: string) {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** The settings, and the vendors that services come from with theirs. */
export type Config = z.output<typeof schema> & { vendors: readonly Vendor[]; vendorSettings: Settings };

/** Addresses of the other portals as a host of this one leads to them: UAT at a pre-production host, production elsewhere. */
export const addressesAt = (config: Config, host: string) =>
  config.PREPRODUCTION_HOSTS.includes(host.toLowerCase())
    ? { comms: config.COMMS_UAT_URL, distribution: config.DISTRIBUTION_UAT_URL, hardware: config.HARDWARE_UAT_URL }
    : { comms: config.COMMS_URL, distribution: config.DISTRIBUTION_URL, hardware: config.HARDWARE_URL };

function isSigningKey(text: string) {
  try {
    const key = JSON.parse(text) as Record<string, unknown>;
    return key["kty"] === "EC" && key["crv"] === "P-256" && typeof key["d"] === "string";
  } catch {
    return false;
  }
}

/** Reads and checks the settings, those of `vendors` too. What is wrong is named, all of it at once, without its value. */
export function readConfig(vendors: readonly Vendor[], environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const withDemoKeys = given["DEMO"] === "true" ? { ...demoKeys, ...given } : given;
  const result = schema.safeParse(withDemoKeys);
  const theirs = Object.fromEntries(vendors.flatMap(({ settings }) => Object.entries(settings)));
  const ofVendors = z.object(theirs).safeParse(given);
  if (!result.success || !ofVendors.success) {
    const faults = [result, ofVendors]
      .flatMap(({ error }) => error?.issues ?? [])
      .map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
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
  return [
    config.DEMO && "DEMO: the demo, its data and its movable clock are not for production",
    config.TOKEN_KEY === demoKeys.TOKEN_KEY && "TOKEN_KEY: this is the demo's key",
    config.SECRET_KEY === demoKeys.SECRET_KEY && "SECRET_KEY: this is the demo's key",
    config.ENCRYPTION_KEYS.includes(demoKeys.ENCRYPTION_KEYS.slice(2)) && "ENCRYPTION_KEYS: this is the demo's key",
    config.SIMULATOR_URLS !== "" && "SIMULATOR_URLS: simulators are not for production",
  ].filter((fault) => fault !== false);
}

/** The folder of the built portal. */
export const webFolder = new URL("../../web/dist/", import.meta.url).pathname;
export const webIsBuilt = () => fs.existsSync(webFolder);
