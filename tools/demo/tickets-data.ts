import type { TicketCategory, TicketPriority } from "@tradewind/domain/support/tickets.ts";

/** A member of the cast who writes in a ticket. */
export type Hand = "harbour" | "engineer" | "admin" | "liffey" | "operator";

export type Line = {
  /** Days before the story's last. */
  ago: number;
  by: Hand;
  text: string;
  audience?: "everyone" | "partner" | "team";
  solves?: true;
  file?: { name: string; text: string };
  /** Its writer's later rating of the answer that solved it. */
  helpful?: boolean;
};

export type TicketTale = {
  subject: string;
  category: TicketCategory;
  priority: TicketPriority;
  customer?: string;
  shared?: true;
  /** The first line opens the ticket. */
  lines: readonly Line[];
};

/** Half a year of tickets: two closed long ago, the others from the last weeks, in every state. */
export const ticketTales: readonly TicketTale[] = [
  {
    subject: "Invoice shows 24 seats, we had 21",
    category: "Billing",
    priority: "Normal",
    customer: "Acme Dental",
    lines: [
      {
        ago: 95,
        by: "harbour",
        text: "Last month's invoice counts 24 seats of Business Premium for Acme Dental. They had 21.",
      },
      {
        ago: 94,
        by: "operator",
        text: "Three seats were added on the 17th and given back on the 21st. The invoice holds the three for four days, and a line that credits the rest. Both lines are on page two.",
        solves: true,
      },
      { ago: 94, by: "harbour", text: "I see it now, thank you.", helpful: true },
    ],
  },
  {
    subject: "Can we order Teams Phone handsets in white?",
    category: "Orders",
    priority: "Low",
    lines: [
      { ago: 60, by: "engineer", text: "A customer asks for twelve T54W in white. The portal only has black." },
      { ago: 58, by: "operator", text: "They come in black only. The CP925 exists in light grey.", solves: true },
    ],
  },
  {
    subject: "Backup agent reports no space left",
    category: "Technical",
    priority: "High",
    customer: "Acme Dental",
    shared: true,
    lines: [
      {
        ago: 8,
        by: "engineer",
        text: "Last night's backup of the practice server stopped with “quota exceeded”, although 800 GB were ordered. The log is attached.",
        file: {
          name: "acronis-agent.log",
          text: "02:14:07 backup plan 'Servers nightly' started\n02:41:55 ERROR 0x1D80007 quota exceeded (limit 500 GB)\n02:41:55 backup plan ended with errors\n",
        },
      },
      { ago: 7, by: "operator", text: "Tenant still carries the old limit. Raising it by hand.", audience: "team" },
      {
        ago: 7,
        by: "operator",
        text: "The storage is yours since the order, but the tenant still carried the old limit of 500 GB. It is 800 GB now. Could you start the plan by hand and tell us how it went?",
      },
      { ago: 6, by: "admin", text: "The backup this morning went through. Thank you both." },
      { ago: 4, by: "operator", text: "Good to hear. We look at the other tenants with the same order.", solves: true },
    ],
  },
  {
    subject: "Second sign-in code never arrives",
    category: "Access",
    priority: "Normal",
    customer: "Acme Dental",
    shared: true,
    lines: [
      {
        ago: 2,
        by: "admin",
        text: "One of our nurses has a new phone and cannot sign in since. She has no recovery codes left.",
      },
      { ago: 1, by: "engineer", text: "Called Priya: she can reset it herself under Users.", audience: "team" },
      {
        ago: 1,
        by: "engineer",
        text: "You can turn her second factor off under Users, then she sets it up again with the new phone. Does that work for you?",
      },
    ],
  },
  {
    subject: "Price for forty telephones next spring",
    category: "Orders",
    priority: "Low",
    customer: "Acme Dental",
    shared: true,
    lines: [
      {
        ago: 3,
        by: "admin",
        text: "We open a second practice in March and need about forty handsets. What would they cost?",
      },
      { ago: 3, by: "harbour", text: "Is there a project price from forty pieces on?", audience: "partner" },
      {
        ago: 1,
        by: "operator",
        text: "From forty we can offer 6% off. Shall we hold it until January?",
        audience: "partner",
      },
    ],
  },
  {
    subject: "Order stuck at “Activating” since Tuesday",
    category: "Orders",
    priority: "Urgent",
    customer: "Maple & Finch Interiors",
    lines: [
      {
        ago: 1,
        by: "engineer",
        text: "The seats ordered on Tuesday are still being activated, and two people start on Monday without mailboxes.",
      },
    ],
  },
  {
    subject: "VAT number of our company has changed",
    category: "Billing",
    priority: "Normal",
    lines: [
      {
        ago: 4,
        by: "harbour",
        text: "Since the merger we have a new VAT number. What do you need from us so that invoices carry it?",
      },
      {
        ago: 3,
        by: "operator",
        text: "A copy of the certificate, please, and the day from which it is valid. You can attach it here.",
      },
    ],
  },
  {
    subject: "Domain can be added to one tenant only",
    category: "Technical",
    priority: "High",
    lines: [
      {
        ago: 5,
        by: "engineer",
        text: "Microsoft says the domain is verified in another tenant. The customer swears there is none. How do we find out which?",
      },
      { ago: 4, by: "operator", text: "We asked Microsoft to look it up; that usually takes two working days." },
      { ago: 2, by: "engineer", text: "Any news? The migration is planned for the weekend." },
    ],
  },
  {
    subject: "Please explain proration of a mid-month upgrade",
    category: "Billing",
    priority: "Low",
    lines: [
      { ago: 0, by: "harbour", text: "We would like to explain it to a customer. Is there an example we may pass on?" },
    ],
  },
  {
    subject: "Euro prices of Copilot from January",
    category: "Orders",
    priority: "Normal",
    lines: [
      {
        ago: 6,
        by: "liffey",
        text: "Two of our customers renew in January. Do you know the new euro price of Copilot already?",
      },
      {
        ago: 5,
        by: "operator",
        text: "It is in the price list from the first of December on; the portal shows it the same day.",
        solves: true,
      },
      { ago: 5, by: "liffey", text: "Could you tell us here once it is there?" },
    ],
  },
  {
    subject: "Logo looks blurred in mails",
    category: "Other",
    priority: "Low",
    lines: [
      {
        ago: 8,
        by: "liffey",
        text: "Our logo is sharp in the portal and blurred in the mails your portal sends for us.",
      },
      {
        ago: 7,
        by: "operator",
        text: "Mails show the picture at its own size. Upload it at 326 by 96 pixels and it is drawn at half of that, sharp on every screen.",
        solves: true,
      },
    ],
  },
  {
    subject: "Spam filter holds our own newsletters",
    category: "Technical",
    priority: "Normal",
    lines: [
      {
        ago: 1,
        by: "liffey",
        text: "Since Thursday the weekly newsletter ends up in quarantine at all our customers.",
      },
    ],
  },
];
