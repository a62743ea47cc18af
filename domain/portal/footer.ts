/** Groups of the footer, in order (SHELL-34). */
export const footerGroups = ["social", "legal", "company", "terms"] as const;
export type FooterGroup = (typeof footerGroups)[number];

/** Policies that everybody may read, signed in or not. */
export const policyIds = ["privacy", "cookies", "terms", "dataProtection"] as const;
export type PolicyId = (typeof policyIds)[number];

/** Kinds of message that a person can opt out of. */
export const optOuts = [
  {
    id: "newsletters",
    label: "Newsletters",
    description: "What is new at the marketplace, about once a month.",
  },
  {
    id: "productNews",
    label: "Product news",
    description: "New products, changed prices and offers of the vendors.",
  },
  {
    id: "surveys",
    label: "Surveys",
    description: "Questions about how something in the portal works for you.",
  },
  {
    id: "billingMails",
    label: "Billing emails",
    description: "Reminders of overdue invoices. The invoices themselves always come.",
  },
  {
    id: "renewalMails",
    label: "Renewals ahead",
    description: "What renews within a month and nobody has chosen about, once a week at most.",
  },
  {
    id: "budgetMails",
    label: "Azure budgets",
    description: "When a customer’s Azure reaches a part of its budget that you are named for.",
  },
] as const;
export type OptOut = (typeof optOuts)[number]["id"];
export const optOutIds = optOuts.map(({ id }) => id) as [OptOut, ...OptOut[]];
