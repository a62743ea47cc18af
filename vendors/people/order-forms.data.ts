import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import type { OrderFormData } from "../catalogue-data.ts";

export const productsWithMailDomain = ["vade", "titanhq", "email-security", "exclaimer"];

export const domainPattern = {
  source: "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,15}",
  message: "Must be a domain, as in acmedental.example",
};
const emailPattern = { source: patterns.email.source, message: messages.email };

export const orderForms: readonly OrderFormData[] = [
  {
    id: "mail-domain",
    products: productsWithMailDomain,
    questions: [
      {
        name: "MailDomain",
        label: "Mail domain",
        pattern: domainPattern,
        tip: "The part of the customer's addresses behind the @.",
        help: "Mail to this domain goes through the service once it is ready.",
      },
      {
        name: "ReportsTo",
        label: "Reports to",
        optional: true,
        pattern: emailPattern,
        help: "Leave empty to send no reports.",
      },
    ],
  },
  {
    id: "voice-site",
    products: ["hosted-voice"],
    questions: [
      {
        name: "SiteName",
        label: "Site name",
        pattern: {
          source: "[\\p{L}\\p{N}][\\p{L}\\p{N} .,'&-]{0,59}",
          message: "Must be at most 60 letters, digits and spaces",
        },
        tip: "How people there call the place, as in Head office.",
      },
      {
        name: "SitePostcode",
        label: "Postcode of the site",
        pattern: {
          source: "[A-Za-z0-9][A-Za-z0-9 ]{1,8}[A-Za-z0-9]",
          message: "Must be a postcode, as in BS1 4AA",
        },
        help: "Emergency services are sent here.",
      },
      { name: "CallReportsTo", label: "Call reports to", optional: true, pattern: emailPattern },
    ],
  },
];
