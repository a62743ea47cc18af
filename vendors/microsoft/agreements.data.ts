import type { AgreementText } from "../catalogue-data.ts";

export const microsoft365Agreement: AgreementText = {
  id: "microsoft-365",
  version: 1,
  title: "Microsoft 365 reseller agreement",
  summary: "Terms for reselling Microsoft 365, including your attestation of the Microsoft Customer Agreement.",
  serviceIds: [8],
  sections: [
    {
      heading: "Parties and purpose",
      paragraphs: [
        "This agreement is between Tradewind Distribution Ltd (“Tradewind”) and the reseller named at its end (“you”). It governs your purchase of Microsoft 365, Office 365, Dynamics 365, Power BI, Intune, Enterprise Mobility + Security and related subscriptions from Tradewind for resale to your customers.",
        "It adds to the Tradewind marketplace terms. Where the two differ on Microsoft subscriptions, this agreement prevails.",
      ],
    },
    {
      heading: "Microsoft Customer Agreement",
      paragraphs: [
        "Microsoft provides its services to each customer under the Microsoft Customer Agreement. You must give every customer the current text before the first order and obtain the acceptance of a person who may bind the customer.",
        "By signing you attest, for each order that you place, that the customer has accepted the Microsoft Customer Agreement, and that the name, email address and telephone number of the accepting person and the date of acceptance which you enter are true. Tradewind passes this attestation to Microsoft.",
        "You keep evidence of each acceptance for as long as the customer has a subscription and for two years after, and show it to Tradewind or Microsoft within ten days of being asked.",
      ],
    },
    {
      heading: "Subscriptions, terms and prices",
      paragraphs: [
        "A subscription is a commitment for its whole term: one month, one year or three years, as ordered. The price per licence is protected until the end of the term. Licences added during a term take the price and the end date of the subscription and are charged by the day until the end of the running billing period.",
        "You may reduce licences or cancel within 168 hours of the moment at which those licences were bought or renewed. Days that have begun are charged. After that a reduction or cancellation takes effect at the end of the term.",
        "Unless you choose otherwise at least 24 hours before the end of the term, a subscription renews for the same term at the price then in force.",
      ],
    },
    {
      heading: "Your duties",
      paragraphs: [
        "You are the first line of support for your customers. You protect the administrative access that you hold to their tenants with multi-factor authentication and with no more rights than the work needs.",
        "You tell Tradewind without delay if you learn that a tenant is misused or an account with administrative rights has been taken over.",
      ],
    },
    {
      heading: "Charges and payment",
      paragraphs: [
        "Tradewind invoices you at your cost price each month, whatever you charge your customer and whether or not the customer has paid you. Suspending a customer stops the service, not the charges.",
      ],
    },
    {
      heading: "Data protection",
      paragraphs: [
        "Microsoft processes the customer’s data under its own data protection addendum. For the contact and order data in this portal, Tradewind and you are each responsible for their own processing under the law of the United Kingdom and, where it applies, of the European Union.",
      ],
    },
    {
      heading: "End and law",
      paragraphs: [
        "Either party may end this agreement with 30 days’ notice. Subscriptions that are running then continue to the end of their term and remain payable. This agreement is governed by the law of England and Wales.",
      ],
    },
  ],
};

export const azureAgreement: AgreementText = {
  id: "azure",
  version: 1,
  title: "Microsoft Azure reseller agreement",
  summary: "Terms for Azure plans, reservations, savings plans and software subscriptions.",
  serviceIds: [6, 20, 22, 26, 114],
  sections: [
    {
      heading: "Parties and purpose",
      paragraphs: [
        "This agreement is between Tradewind Distribution Ltd (“Tradewind”) and the reseller named at its end (“you”). It governs Azure services which you order for your customers, under an Azure plan or on a Microsoft 365 tenant.",
      ],
    },
    {
      heading: "Microsoft Customer Agreement",
      paragraphs: [
        "Each customer must have accepted the Microsoft Customer Agreement before the first Azure service is opened. By signing you attest this for every customer for whom you order.",
      ],
    },
    {
      heading: "Use and charges",
      paragraphs: [
        "Azure is charged by use. There is no upper limit unless the customer sets one in Azure. You pay for all use in your customers’ subscriptions, including use that the customer did not intend and use by others who gained access.",
        "Use of a calendar month is invoiced in the following month. Prices follow Microsoft’s price list and the exchange rate of the month.",
      ],
    },
    {
      heading: "Reservations and savings plans",
      paragraphs: [
        "A reservation or savings plan commits you for one or three years. Savings plans cannot be cancelled or exchanged after the first seven days. Reservations can be returned within the limits that Microsoft sets.",
      ],
    },
    {
      heading: "Security",
      paragraphs: [
        "You set a budget alert for each subscription, remove access that is no longer needed, and act on fraud notices on the day on which you receive them.",
      ],
    },
    {
      heading: "End and law",
      paragraphs: [
        "Either party may end this agreement with 30 days’ notice; what was used or committed until then remains payable. This agreement is governed by the law of England and Wales.",
      ],
    },
  ],
};
