/** What a call that was refused is called in the activity log: by its feature, in words for people. */
import { features } from "./all.ts";
import { isRead, type Endpoint } from "./endpoint.ts";

type Features = typeof features;
type Feature = { [Area in keyof Features]: keyof Features[Area] }[keyof Features];
/** What is seen or changed; or what somebody does there, where seeing and changing would not say it. */
type Words = string | { see: string; change: string };

const words: Record<Feature, Words> = {
  auth: { see: "see how they sign in", change: "sign in" },
  passwords: { see: "see the rules of passwords", change: "change a password" },
  mfa: "multi-factor authentication",
  passkeys: "passkeys",
  robotCheck: { see: "begin the check for robots", change: "pass the check for robots" },
  jump: { see: "see the people of every company", change: "open the portal as somebody else" },
  applications: { see: "see applications of companies", change: "change an application of a company" },
  invitations: "invitations",
  users: "users",
  restrictions: "which customers and products somebody looks after",
  roles: "roles and rights",
  companies: { see: "see the companies they act for", change: "go to another company" },
  sso: { see: "sign in at a provider", change: "sign in at a provider" },
  providerLinks: "links to sign-in providers",
  companyProvider: "the identity provider",
  session: { see: "see their own session", change: "renew or end their session" },
  sessions: "their sessions",
  personalData: { see: "see personal data", change: "erase a person" },
  apiTokens: "API tokens",
  operatorTokens: "the operator’s API tokens",
  signInRules: "sign-in rules",
  everySignInRules: "the sign-in rules of every company",
  dashboard: "the dashboard",
  analytics: "analytics",
  activityLog: "the activity log",
  everyActivityLog: "the activity log of every company",
  search: { see: "search", change: "search" },
  usage: { see: "see which buttons are used", change: "count a button that was used" },
  quickLinks: "quick links",
  customers: "customers",
  assignments: "the people of a customer",
  catalogue: "products",
  priceBooks: "own prices",
  agreementGate: "agreements to sign",
  agreements: { see: "see agreements", change: "sign an agreement" },
  invoices: "invoices",
  myBusiness: "the company’s details",
  orders: { see: "see an order", change: "order or change a service" },
  termEnds: "when terms can end together",
  services: "services",
  meteredUsage: "what a service used",
  forms: { see: "see what can be done to a service", change: "change a service" },
  tenants: { see: "see requests to bring in a tenant", change: "bring in or release a tenant" },
  transfers: { see: "see transfers between partners", change: "transfer services between partners" },
  everyTransfer: "all transfers between partners",
  plans: { see: "see plans of many changes", change: "change many services by a plan" },
  quotes: "quotes",
  quoteLinks: { see: "see a quote by its link", change: "answer a quote by its link" },
  differences: { see: "see where vendors have something else", change: "settle a difference with a vendor" },
  intents: "what is scheduled",
  everyIntent: "what is scheduled for every company",
  vendorInvoices: { see: "see what vendors bill", change: "settle a line of a vendor's invoice" },
  everyDifference: { see: "see all differences with vendors", change: "adopt or accept a difference with a vendor" },
  returns: { see: "see what comes back", change: "return goods" },
  stock: { see: "see what is in stock", change: "change what is in stock" },
  work: { see: "see the operator’s work", change: "change the operator’s work" },
  display: "display settings",
  mailbox: { see: "see mail held back as spam", change: "release mail held back as spam" },
  portalHosts: "addresses of the portal",
  retention: "how long data is kept",
  notifications: "notifications",
  whiteLabel: "the white label",
  microFrontends: "parts of the portal from elsewhere",
  flags: "which features are on",
  announcements: "announcements",
  ratings: { see: "see ratings", change: "rate or ask for ratings" },
  partnerSystems: "linked portals",
  footer: "the footer",
  tickets: "tickets",
  ticketFiles: "files of tickets",
  desk: "tickets of every company",
  clock: { see: "see business time", change: "move business time forward" },
};

const featureByEndpoint = new Map<Endpoint, Feature>(
  Object.values(features).flatMap((ofArea) =>
    Object.entries(ofArea).flatMap(([feature, operations]) =>
      Object.values<Endpoint>(operations).map((each): [Endpoint, Feature] => [each, feature as Feature]),
    ),
  ),
);

/** Returns the action of a refused call that names none, and says what was tried. */
export function triedOf(endpoint: Endpoint): { action: string; what: string } {
  const feature = featureByEndpoint.get(endpoint);
  const verb = isRead(endpoint) ? "see" : "change";
  if (!feature) return { action: "calls.refused", what: `Tried to ${verb} ${endpoint.path}` };
  const said = words[feature];
  const act = typeof said === "string" ? `${verb} ${said}` : said[verb];
  const isDownload = endpoint.file !== undefined && endpoint.file !== "text/event-stream";
  return { action: `${feature}.refused`, what: `Tried to ${isDownload ? act.replace(/^see /, "download ") : act}` };
}
