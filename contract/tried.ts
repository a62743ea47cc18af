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
  customerUsers: "users of a customer",
  users: "users",
  restrictions: "which customers and products somebody looks after",
  roles: "roles and rights",
  companies: { see: "see the companies they act for", change: "go to another company" },
  sso: { see: "sign in at a provider", change: "sign in at a provider" },
  providerLinks: "links to sign-in providers",
  companyProvider: "the identity provider",
  psa: "the PSA",
  monolithPsa: "the PSA",
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
  shop: { see: "see the marketplace", change: "mark a product of the marketplace" },
  assortment: { see: "see what is said and sold of each product", change: "change what is said and sold of a product" },
  priceBooks: "own prices",
  ownPrices: { see: "see what is for sale at which prices", change: "change prices" },
  priceLists: { see: "see what is sold at which prices", change: "change what is sold at which prices" },
  priceImports: { see: "see imported price lists", change: "import a price list" },
  agreementGate: "agreements to sign",
  agreements: { see: "see agreements", change: "sign an agreement" },
  account: "the account with the marketplace",
  customerCharges: "what was charged for a customer",
  invoices: "invoices",
  lineProofs: "how a line of an invoice came about",
  forecast: "what the coming bills will come to",
  reports: "billing reports",
  downloads: "download a report",
  automaticPayments: "what automatic payment takes",
  dunning: "what is overdue",
  directDebits: { see: "see the company’s direct debit", change: "change the company’s direct debit" },
  paymentMethods: { see: "see how the company pays", change: "change how the company pays" },
  credit: { see: "see what is in credit", change: "redeem or use credit" },
  creditCodes: { see: "see codes for credit", change: "change a code for credit" },
  payments: { see: "see what was paid", change: "pay an invoice" },
  myBusiness: "the company’s details",
  orders: { see: "see an order", change: "order or change a service" },
  orderRules: "what may be ordered without asking",
  requests: { see: "see requests to order", change: "ask for an order or decide about it" },
  termEnds: "when terms can end together",
  services: "services",
  myServices: "services by product",
  meteredUsage: "what a service used",
  forms: { see: "see what can be done to a service", change: "change a service" },
  adminRelationships: "admin relationships with a tenant",
  consoles: "the console of a vendor",
  tenants: { see: "see requests to bring in a tenant", change: "bring in or release a tenant" },
  transfers: { see: "see transfers between partners", change: "transfer services between partners" },
  everyTransfer: "all transfers between partners",
  basket: { see: "see what is in the basket", change: "change or place the basket" },
  plans: { see: "see plans of many changes", change: "change many services by a plan" },
  quotes: "quotes",
  quoteLinks: { see: "see a quote by its link", change: "answer a quote by its link" },
  differences: { see: "see where vendors have something else", change: "settle a difference with a vendor" },
  intents: "what is scheduled",
  everyIntent: "what is scheduled for every company",
  debtors: { see: "see who owes something", change: "change what is kept of a debtor" },
  monthClose: { see: "see the months of the books", change: "close a month of the books" },
  lineCredits: { see: "see what was credited of invoices", change: "credit lines of an invoice" },
  writeOffs: { see: "see what was written off", change: "write off what is owed" },
  bank: { see: "see bank statements", change: "import or allocate what came by bank transfer" },
  gatewayBooks: {
    see: "see what payment gateways have",
    change: "read payment gateways or settle a difference with one",
  },
  vendorInvoices: { see: "see what vendors bill", change: "settle a line of a vendor's invoice" },
  everyDifference: { see: "see all differences with vendors", change: "adopt or accept a difference with a vendor" },
  returns: { see: "see what comes back", change: "return goods" },
  stock: { see: "see what is in stock", change: "change what is in stock" },
  numberPorts: { see: "see which numbers come from elsewhere", change: "port numbers" },
  portLetters: { see: "see a letter of authority", change: "upload a letter of authority" },
  numberStock: { see: "see which numbers are in stock", change: "change which numbers are in stock" },
  voice: { see: "see an order of hosted voice", change: "order hosted voice" },
  work: { see: "see the operator’s work", change: "change the operator’s work" },
  workSharing: { see: "see how much work there is", change: "share out the operator’s work" },
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
