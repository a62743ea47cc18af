import type { DynamicField } from "@tradewind/contract/catalogue/forms.ts";

const asked = (PropertyName: string, Label: string, rest: Partial<DynamicField> = {}): DynamicField => ({
  PropertyName,
  Label,
  Type: 1,
  Mandatory: true,
  Regex: null,
  InvalidMessage: null,
  ToolTip: null,
  Message: null,
  ...rest,
});

export const domainPattern = "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,15}";
const emailPattern = "[^\\s@]+@([^\\s@.]+\\.)+[A-Za-z]{2,15}";

/** What is asked when a product is ordered anew, by the form's id, and the products that ask it. */
export const orderForms: readonly { id: string; products: readonly string[]; fields: readonly DynamicField[] }[] = [
  {
    id: "mail-domain",
    products: ["vade", "titanhq", "email-security", "exclaimer"],
    fields: [
      asked("MailDomain", "Mail domain", {
        Regex: domainPattern,
        InvalidMessage: "Must be a domain, as in acmedental.example",
        ToolTip: "The part of the customer's addresses behind the @.",
        Message: "Mail to this domain goes through the service once it is ready.",
      }),
      asked("ReportsTo", "Reports to", {
        Mandatory: false,
        Regex: emailPattern,
        InvalidMessage: "Must be a valid email address",
        Message: "Leave empty to send no reports.",
      }),
    ],
  },
  {
    id: "voice-site",
    products: ["hosted-voice"],
    fields: [
      asked("SiteName", "Site name", {
        Regex: "[\\p{L}\\p{N}][\\p{L}\\p{N} .,'&-]{0,59}",
        InvalidMessage: "Must be at most 60 letters, digits and spaces",
        ToolTip: "How people there call the place, as in Head office.",
      }),
      asked("SitePostcode", "Postcode of the site", {
        Regex: "[A-Za-z0-9][A-Za-z0-9 ]{1,8}[A-Za-z0-9]",
        InvalidMessage: "Must be a postcode, as in BS1 4AA",
        Message: "Emergency services are sent here.",
      }),
      asked("CallReportsTo", "Call reports to", {
        Mandatory: false,
        Regex: emailPattern,
        InvalidMessage: "Must be a valid email address",
      }),
    ],
  },
];
