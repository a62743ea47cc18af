import type { AgreementText } from "@tradewind/vendors/catalogue-data.ts";

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
