import type { AgreementText } from "../catalogue-data.ts";

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
