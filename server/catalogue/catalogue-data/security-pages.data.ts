import type { ProductPage } from "@tradewind/domain/catalogue/product-page.ts";
import {
  antivirus,
  basic,
  e3,
  e5,
  filters,
  mailDefender,
  needsAgreement,
  premium,
  standard,
} from "./page-words.data.ts";

const emsE3 = "CFQ7TTC0LHT4:0001";
const emsE5 = "CFQ7TTC0LFJ1:0001";
const entra1 = "CFQ7TTC0LFLS:0002";
const entra2 = "CFQ7TTC0LFK5:0001";

const filterMissing = {
  has: ["microsoft-365"],
  has_skus: [basic, standard],
  lacks: filters,
  lacks_skus: [premium, mailDefender],
  reason: "Mailboxes whose attachments nobody tries out before they arrive",
} as const;

/** Pages of what protects devices, mail and identities. */
export const securityPages: readonly ProductPage[] = [
  {
    product_id: "microsoft-365-secure",
    vendor: "Microsoft",
    lines: [
      "Defender for mail and devices, on top of plans that lack it.",
      "For customers with Business Basic or Standard. Business Premium holds it.",
      "Licences are ready within minutes of the order.",
    ],
    synonyms: ["defender", "atp", "safe links", "edr", "xdr", "endpoint security", "antivirus", "phishing"],
    needs: [needsAgreement],
    goes_with: [{ product_id: "intune", why: "Manages the devices that it defends." }],
    fit: {
      has: ["microsoft-365"],
      has_skus: [basic, standard],
      lacks: antivirus,
      lacks_skus: [premium, e3, e5],
      reason: "Devices that nothing from us protects",
    },
  },
  {
    product_id: "enterprise-mobility-security",
    vendor: "Microsoft",
    lines: [
      "Rules for signing in, devices and labels for documents in one licence.",
      "For people whose suite lacks them: E3 and E5 hold them.",
      "Licences are ready within minutes of the order.",
    ],
    synonyms: ["ems", "mfa", "conditional access", "azure ad", "entra", "identity", "sso", "zero trust"],
    needs: [needsAgreement],
    features: [
      { name: "Conditional access", of: { [emsE3]: "yes", [emsE5]: "yes", [entra1]: "yes", [entra2]: "yes" } },
      { name: "Risk of sign-ins", of: { [emsE5]: "yes", [entra2]: "yes" } },
      { name: "Device management", of: { [emsE3]: "yes", [emsE5]: "yes" } },
      { name: "Labels for documents", of: { [emsE3]: "yes", [emsE5]: "yes" } },
      { name: "Defender for Identity and cloud apps", of: { [emsE5]: "yes" } },
    ],
    goes_with: [{ product_id: "microsoft-365", why: "The suite that it adds to." }],
  },
  {
    product_id: "bitdefender",
    vendor: "Bitdefender",
    lines: [
      "From antivirus to EDR in one agent, with one console for all your customers.",
      "For computers and servers that no other antivirus is on.",
      "An installer comes within minutes.",
    ],
    synonyms: ["antivirus", "anti virus", "av", "edr", "xdr", "mdr", "gravityzone", "endpoint security", "malware"],
    needs: ["No second antivirus on the same machine."],
    features: [
      {
        name: "Antivirus, firewall and device control",
        of: { "bitdefender-small-business": "yes", "bitdefender-premium": "yes" },
      },
      { name: "Sandbox and attack forensics", of: { "bitdefender-premium": "yes" } },
    ],
    goes_with: [{ product_id: "acronis-backup", why: "A copy to go back to when something gets through." }],
    fit: {
      has: ["microsoft-365"],
      lacks: antivirus,
      lacks_skus: [premium, e3, e5],
      reason: "Devices that nothing from us protects",
    },
  },
  {
    product_id: "webroot",
    vendor: "OpenText",
    lines: [
      "Very light antivirus, and a filter for names on the internet.",
      "For old or slow machines.",
      "A key comes within a working day.",
    ],
    synonyms: ["antivirus", "av", "dns filter", "opentext", "endpoint security"],
    needs: ["Other antivirus is taken off first."],
    fit: {
      has: ["microsoft-365"],
      lacks: antivirus,
      lacks_skus: [premium, e3, e5],
      reason: "Devices that nothing from us protects",
    },
  },
  {
    product_id: "vade",
    vendor: "Hornetsecurity",
    lines: [
      "Removes phishing from Microsoft 365 mailboxes, even after it arrived.",
      "For customers who do not want to change where their mail goes.",
      "Begins once an administrator of the customer has agreed to it.",
    ],
    synonyms: ["phishing", "spam", "email security", "mail filter", "hornet"],
    needs: ["Microsoft 365, and consent of its global administrator."],
    goes_with: [{ product_id: "microsoft-365", why: "The mailboxes that it watches." }],
    fit: filterMissing,
  },
  {
    product_id: "titanhq",
    vendor: "TitanHQ",
    lines: [
      "Filters spam, archives mail and keeps people off bad pages.",
      "For mail of any kind, before it reaches the mailbox.",
      "Works a day or two after the order.",
    ],
    synonyms: [
      "spam filter",
      "spamtitan",
      "arctitan",
      "webtitan",
      "archive",
      "web filter",
      "dns filter",
      "email security",
    ],
    needs: ["Access to the records of the customer's domain: mail is led through the filter."],
    fit: filterMissing,
  },
  {
    product_id: "message-labs",
    vendor: "Broadcom",
    lines: [
      "Filters mail before it reaches the customer.",
      "For customers who have it already.",
      "Works a day or two after the order.",
    ],
    synonyms: ["messagelabs", "symantec", "broadcom", "email security", "spam filter"],
    needs: ["Access to the records of the customer's domain: mail is led through the filter."],
  },
  {
    product_id: "email-security",
    vendor: "Tradewind",
    lines: [
      "Keeps spam, viruses and phishing out of every mailbox.",
      "For mail of any kind, run by us.",
      "Works a day or two after the order.",
    ],
    synonyms: ["spam", "virus", "spam filter", "mail filter", "phishing"],
    needs: ["Access to the records of the customer's domain: mail is led through the filter."],
    fit: filterMissing,
  },
  {
    product_id: "secure-message",
    vendor: "Tradewind",
    lines: [
      "Encrypted mail, with a page in the customer's own look for whoever answers.",
      "For people who send what others must not read.",
      "Set up within a working day; where mail goes does not change.",
    ],
    synonyms: ["encrypted email", "email encryption", "secure mail", "egress", "cirius"],
  },
  {
    product_id: "sophos",
    vendor: "Sophos",
    lines: [
      "People who watch a customer's devices and react, day and night.",
      "For customers without anybody to look at alarms.",
      "Ordered and managed at Sophos.",
    ],
    synonyms: ["mdr", "soc", "firewall", "managed detection", "endpoint security"],
  },
  {
    product_id: "barracuda",
    vendor: "Barracuda",
    lines: [
      "Protection of mail and networks, with people who watch it.",
      "For customers with mail and firewalls of Barracuda's.",
      "Ordered and managed at Barracuda.",
    ],
    synonyms: ["firewall", "email security", "spam filter", "waf"],
  },
];
