import type { AgreementText } from "./agreement-text.ts";

export const acronisAgreement: AgreementText = {
  id: "acronis",
  version: 1,
  title: "Acronis service provider agreement",
  summary: "Terms for Acronis Backup and Files Cloud, by the workload and the gigabyte.",
  serviceIds: [9, 18],
  sections: [
    {
      heading: "Parties and purpose",
      paragraphs: [
        "This agreement is between Tradewind Distribution Ltd (“Tradewind”) and the reseller named at its end (“you”). It governs Acronis Backup and Acronis Files Cloud which you order for your customers.",
      ],
    },
    {
      heading: "Quotas and overuse",
      paragraphs: [
        "You order quotas: numbers of workloads and gigabytes of storage. You may change them at any time; the change counts from the next day. Storage above a quota is charged at the price of the quota.",
      ],
    },
    {
      heading: "Backups are yours to watch",
      paragraphs: [
        "You choose what is backed up, how often and for how long, check that backups succeed and test that they can be restored. Neither Tradewind nor Acronis looks into your customers’ backups.",
        "Passwords of encrypted backups are known to you and your customer only. Without the password nobody can restore them.",
      ],
    },
    {
      heading: "Deletion",
      paragraphs: ["When you delete the service, access ends at once and backups are erased after 30 days."],
    },
    {
      heading: "End and law",
      paragraphs: [
        "Either party may end this agreement with 30 days’ notice. This agreement is governed by the law of England and Wales.",
      ],
    },
  ],
};

export const hardwareAgreement: AgreementText = {
  id: "hardware",
  version: 1,
  title: "Hardware terms of sale",
  summary: "Terms for phones, headsets and accessories that we deliver to your customers.",
  serviceIds: [15],
  sections: [
    {
      heading: "Orders and delivery",
      paragraphs: [
        "This agreement is between Tradewind Distribution Ltd (“Tradewind”) and the reseller named at its end (“you”). Tradewind delivers to the address in the order. Delivery times are estimates. You may call an order off free of charge until the goods leave the warehouse.",
      ],
    },
    {
      heading: "Risk and title",
      paragraphs: ["The risk in the goods passes on delivery. Title passes when they are paid for in full."],
    },
    {
      heading: "Returns and warranty",
      paragraphs: [
        "Report damage within three working days of delivery. Goods that do not work within 30 days are replaced; after that the manufacturer’s warranty applies.",
        "Old equipment is taken back for recycling under the rules for waste electrical equipment.",
      ],
    },
    {
      heading: "Law",
      paragraphs: ["These terms are governed by the law of England and Wales."],
    },
  ],
};

export const generalAgreement: AgreementText = {
  id: "general",
  version: 1,
  title: "Tradewind marketplace terms",
  summary: "The general terms of the marketplace, for every service without an agreement of its own.",
  serviceIds: [
    1, 2, 3, 4, 12, 13, 14, 16, 17, 19, 21, 23, 27, 30, 273, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009,
    1010, 1011,
  ],
  sections: [
    {
      heading: "Parties and scope",
      paragraphs: [
        "These terms are between Tradewind Distribution Ltd, registered in England and Wales (“Tradewind”), and the reseller named at their end (“you”). They govern your use of the marketplace and every service that you order in it for which there is no agreement of its own.",
      ],
    },
    {
      heading: "Accounts",
      paragraphs: [
        "You decide who in your company may sign in, order and sign, and you answer for what they do. Tell Tradewind at once if an account may be in the wrong hands.",
      ],
    },
    {
      heading: "Ordering",
      paragraphs: [
        "Before you place an order the marketplace shows what is charged now, what follows in each coming period, and until when you may take it back. By placing the order you accept exactly that.",
        "Services without a term can be changed or deleted on any day. They are charged by the month, and days that have begun are charged.",
      ],
    },
    {
      heading: "Invoices and payment",
      paragraphs: [
        "Tradewind invoices you once a month in your account’s currency, at your cost prices, with value added tax as the law requires. Invoices are payable within the term shown on them.",
      ],
    },
    {
      heading: "Your customers",
      paragraphs: [
        "You contract with your customers in your own name and set your own prices. You give them the terms of the makers of the services and see that they keep to them.",
      ],
    },
    {
      heading: "Liability",
      paragraphs: [
        "Nothing limits liability for death or injury caused by negligence, for fraud, or where the law allows no limit. Otherwise each party’s liability in a year is limited to what you paid in that year for the service concerned.",
      ],
    },
    {
      heading: "End and law",
      paragraphs: [
        "Either party may end these terms with 30 days’ notice; services that are committed for a term run to its end. These terms are governed by the law of England and Wales.",
      ],
    },
  ],
};
