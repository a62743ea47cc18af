import { companySigns } from "@tradewind/domain/customers/customers.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import type { OrderFormData, Question } from "../catalogue-data.ts";

/** Products by which mail to a domain is filtered before it is delivered. */
const mailFilters = ["titanhq", "message-labs", "email-security"];
export const productsWithMailDomain = ["vade", "exclaimer", ...mailFilters];

export const domainPattern = {
  source: "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,15}",
  message: "Must be a domain, as in acmedental.example",
};
const emailPattern = { source: patterns.email.source, message: messages.email };
const namePattern = {
  source: `[\\p{L}\\p{N}][${companySigns}]{0,59}`,
  message: "Must be at most 60 letters, digits and spaces",
};

const mailDomain: Question = {
  name: "MailDomain",
  label: "Mail domain",
  pattern: domainPattern,
  known: "domain",
  tip: "The part of the customer's addresses behind the @.",
};
const reportsTo: Question = {
  name: "ReportsTo",
  label: "Reports to",
  optional: true,
  pattern: emailPattern,
  help: "Leave empty to send no reports.",
};
const email = (name: string, label: string, help: string, rest: Partial<Question> = {}): Question => ({
  name,
  label,
  pattern: emailPattern,
  help,
  // Who is left empty has a meaning of its own.
  ...(rest.optional ? {} : { known: "contactEmail" }),
  ...rest,
});
const chosen = (
  name: string,
  label: string,
  options: Record<string, string>,
  rest: Partial<Question> = {},
): Question => ({
  name,
  label,
  type: "select",
  options: Object.entries(options).map(([value, text]) => ({ value, label: text })),
  ...rest,
});

const mailSystems = { microsoft: "Microsoft 365", google: "Google Workspace" };

/** What whoever sets a service up has to know, and the portal does not. */
export const orderForms: readonly OrderFormData[] = [
  {
    id: "mail-domain",
    products: mailFilters,
    questions: [
      { ...mailDomain, help: "Mail to this domain goes through the service once its MX record points there." },
      {
        name: "InboundHost",
        label: "Mail server",
        optional: true,
        pattern: domainPattern,
        help: "Where filtered mail is delivered. Leave empty for Microsoft 365.",
      },
      chosen("Outbound", "Mail that is sent", { no: "Is not filtered", yes: "Is filtered as well" }, { default: "no" }),
      {
        name: "OutboundFrom",
        label: "Sent from",
        optional: true,
        pattern: { source: patterns.ipv4.source, message: messages.ipv4 },
        help: "The IPv4 address of the customer's own mail server. Leave empty for Microsoft 365.",
      },
      reportsTo,
    ],
  },
  {
    id: "mailbox-protection",
    products: ["vade"],
    questions: [
      { ...mailDomain, help: "Mailboxes of this domain are protected where they are; its MX record stays as it is." },
      email(
        "ApprovedBy",
        "Approved by",
        "A global administrator of the customer, who gets the link to approve access.",
      ),
      reportsTo,
    ],
  },
  {
    id: "signatures",
    products: ["exclaimer"],
    questions: [
      { ...mailDomain, help: "Signatures are added to mail from this domain." },
      chosen("MailSystem", "Mail system", mailSystems, { default: "microsoft" }),
      chosen("Region", "Mail passes through", { uk: "United Kingdom", eu: "European Union" }, { default: "uk" }),
      email(
        "DesignedBy",
        "Designed by",
        "Who is invited to design signatures. Leave empty to do it for the customer.",
        {
          optional: true,
        },
      ),
    ],
  },
  {
    id: "encrypted-mail",
    products: ["secure-message"],
    questions: [
      {
        name: "BrandName",
        label: "Name shown to recipients",
        pattern: namePattern,
        help: "On the portal where encrypted mail is read.",
      },
      email("LogoFrom", "Logo from", "Who sends us the logo. Leave empty to show the name alone.", { optional: true }),
    ],
  },
  {
    id: "endpoint-console",
    products: ["webroot"],
    questions: [
      email("ConsoleUser", "Console for", "Who signs in to the console and gets the installer."),
      chosen(
        "Replaces",
        "Antivirus in use today",
        { none: "None", windows: "What comes with Windows", other: "Another product" },
        { default: "none", help: "Another product has to be removed first: two of them disturb each other." },
      ),
    ],
  },
  {
    id: "site",
    products: ["share-point"],
    questions: [
      { name: "SiteName", label: "Site name", pattern: namePattern, help: "Shown above its pages." },
      email("Owner", "Owner", "Who decides who else may see and change it."),
    ],
  },
  {
    id: "hosted-mail",
    products: ["hosted-exchange"],
    questions: [
      { ...mailDomain, help: "Mail to this domain comes to the new mailboxes once its MX record points there." },
      email("FirstMailbox", "First mailbox", "Whose sign-in we send with the settings."),
    ],
  },
  {
    id: "call-handling",
    products: ["appinteract"],
    questions: [
      { name: "Queue", label: "Queue", pattern: namePattern, help: "Who is rung, as in Sales." },
      chosen(
        "RingOrder",
        "Who is rung first",
        {
          longestIdle: "Who has waited longest",
          roundRobin: "Each in turn",
          all: "All at once",
          sequential: "Always in the same order",
        },
        { default: "longestIdle" },
      ),
      chosen(
        "Recording",
        "Calls",
        {
          no: "Are not recorded",
          "30": "Are kept for 30 days",
          "90": "Are kept for 90 days",
          "365": "Are kept for a year",
        },
        { default: "no", help: "Callers must be told that they are recorded." },
      ),
    ],
  },
  {
    id: "cloud-telephony",
    products: ["cloudtalk"],
    questions: [
      email("ConsoleUser", "Administrator", "Who signs in first and invites the others."),
      chosen("NumbersIn", "Numbers in", { gb: "United Kingdom", ie: "Ireland", both: "Both" }, { default: "gb" }),
      {
        name: "CompanyNumber",
        label: "Company number",
        pattern: { source: "[A-Za-z0-9]{5,10}", message: "Must be 5 to 10 letters and digits, as in 01234567" },
        help: "Checked before numbers are given out.",
      },
    ],
  },
  {
    id: "mailbox-move",
    products: ["skykick"],
    questions: [
      { ...mailDomain, help: "Whose mailboxes are backed up, and moved before if they are elsewhere." },
      chosen(
        "Source",
        "Mailboxes today",
        {
          there: "In Microsoft 365 already",
          exchange: "On an Exchange server",
          google: "In Google Workspace",
          other: "Elsewhere",
        },
        { default: "there" },
      ),
      {
        name: "CutOver",
        label: "Move them on",
        type: "date",
        optional: true,
        help: "Leave empty if they are not moved.",
      },
    ],
  },
  {
    id: "mailbox-backup",
    products: ["drop-suite"],
    questions: [
      { ...mailDomain, help: "Whose mailboxes and files are copied." },
      chosen("MailSystem", "Mail system", mailSystems, { default: "microsoft" }),
      chosen("Region", "Copies are kept in", { uk: "United Kingdom", eu: "European Union" }, { default: "uk" }),
      email("ApprovedBy", "Approved by", "An administrator of the customer, who gets the link to approve access."),
    ],
  },
  {
    id: "backup-console",
    products: ["backup", "unlimited-storage"],
    questions: [
      email("ConsoleUser", "Console for", "Who gets the sign-in. Leave empty to look after it yourself.", {
        optional: true,
      }),
    ],
  },
  {
    id: "server",
    products: ["cloud-server"],
    questions: [
      {
        name: "ServerName",
        label: "Server name",
        pattern: {
          source: "[A-Za-z][A-Za-z0-9-]{0,13}[A-Za-z0-9]",
          message: "Must be 2 to 15 letters, digits and hyphens, and begin with a letter",
        },
      },
      chosen(
        "Image",
        "System",
        {
          "windows-2025": "Windows Server 2025",
          "windows-2022": "Windows Server 2022",
          "ubuntu-24": "Ubuntu 24.04",
          "debian-12": "Debian 12",
        },
        { default: "windows-2025" },
      ),
      chosen("Region", "Data centre", { gb: "United Kingdom", ie: "Ireland" }, { default: "gb" }),
      chosen("Backup", "Daily copies", { yes: "Yes", no: "No" }, { default: "yes" }),
      email("ConsoleUser", "Sign-in to", "Who gets the address and the first password."),
    ],
  },
  {
    id: "azure-plan",
    products: ["azure", "microsoft-365-azure"],
    questions: [
      {
        name: "TenantDomain",
        label: "Tenant",
        pattern: {
          source: "[A-Za-z0-9-]{1,27}\\.onmicrosoft\\.com",
          message: "Must be as in acmedental.onmicrosoft.com",
        },
        help: "The customer's Microsoft tenant, in which the plan opens.",
      },
      email("Owner", "Owner", "Who may do everything in it and gives others access."),
      {
        name: "Budget",
        label: "Budget a month",
        optional: true,
        type: "number",
        maxLength: 7,
        help: "Net, in the currency you are billed in. Leave empty for none.",
      },
      email("AlertsTo", "Alerts to", "Told when the budget is nearly used up.", { optional: true }),
    ],
  },
  {
    id: "keys",
    products: ["one-time-purchase", "azure-software-subscription"],
    questions: [email("KeysTo", "Keys to", "Who is told that keys and downloads are ready.")],
  },
];
