import type { Written } from "../written.ts";

export const services: Record<string, readonly Written[]> = {
  "Ordering and services / Placing orders": [
    [
      "Order a product for a customer",
      `<p>Choose <em>New, Add product</em>, or <em>Add product</em> on the customer's page. Pick the product, then plans and quantities. Before you confirm, the page says what it costs now, what each month, and from when.</p><p>The customer's page shows how the order gets on; you may leave it meanwhile.</p>`,
      945,
    ],
    [
      "Order for several customers at once",
      `<p>Put what you configure into the <em>basket</em> instead of ordering it. The basket works out each customer's price anew and places all lines with one press; one that is refused keeps none of the others back.</p>`,
      203,
    ],
    [
      "An agreement has to be signed first",
      `<p>Some products have an agreement with their vendor. If it is not signed, the order page says so and leads you to it. Only people who may agree for your company can sign. Signed agreements are under <em>Service agreements</em>, as PDF.</p>`,
      265,
    ],
    [
      "Change many subscriptions in one go",
      `<p>A <em>plan</em> changes quantities, terms or renewals of many subscriptions. Filter them, choose the change, and look at what it would cost before you commit. You can undo a plan with another one while the vendors allow it.</p>`,
      111,
    ],
    [
      "Find a plan and compare it with others",
      `<p>Type into the search of the <em>Marketplace</em> what people call it: <code>o365</code>, <code>antivirus</code>, a vendor or a SKU. Typos are forgiven. A plan that is found is ordered where it stands. A product's own page puts its plans side by side: for each term what you pay, what is recommended or what you set yourself, and the margin; then what each contains, what it needs, and which of your customers have it.</p>`,
      174,
    ],
  ],
  "Ordering and services / Placing orders / Quotes and requests": [
    [
      "Send a quote to a customer",
      `<p>Open <em>Quotes, New quote</em>, choose the customer and the products. The prices are fixed until the day you choose. The customer gets a link, reads the quote without signing in and accepts or declines it. What is accepted is ordered by itself.</p>`,
      322,
    ],
    [
      "Who may order without asking",
      `<p><em>Order rules</em> on a customer's page say what its administrators may order by themselves, up to which amount, and what becomes a request. Requests wait under <em>Requests</em> until somebody of yours decides.</p>`,
      141,
    ],
    [
      "Decide a request",
      `<p>Open <em>Requests</em>. Each line says who asked for what and what it would cost today. Accept it and it is ordered; decline it with a reason, which the person reads. Requests that nobody decides expire.</p>`,
      87,
    ],
    [
      "What became of a quote",
      `<p><em>Quotes</em> lists them with their states: a draft that nobody sees, sent, accepted, declined, expired or withdrawn. You are told when the customer accepts, and the order that follows is named in the quote. If your cost has gone up meanwhile, the quoted price still holds for the customer until the day it is valid.</p>`,
      83,
    ],
  ],
  "Ordering and services / Changing and ending services": [
    [
      "Add or remove licences",
      `<p>Open the service and press <em>Modify</em>. You may add licences at any time: they are charged for the rest of the period. Whether you may remove some depends on the offer; the page says until which day, or that it is possible only at the end of the term.</p>`,
      1033,
    ],
    [
      "End a service",
      `<p>Open the service and press <em>Delete</em>. If the vendor gives money back, the page says how much and until when. Otherwise the subscription is set to end with its term. You can take that back until then under <em>Scheduled</em>.</p>`,
      561,
    ],
    [
      "Turn off automatic renewal",
      `<p>Open the service, then its subscription. <em>At the end of the term</em> offers: renew, renew with another quantity, change to another plan, or end. What is planned is listed under <em>Scheduled</em>, with the day on which it happens.</p>`,
      440,
    ],
    [
      "See what renews in the next weeks",
      `<p><em>Provision and Services, Renewals</em> lists every subscription by the day on which its term ends: how many licences, what a period costs now and from then on, what the new term commits you to, and whether somebody has chosen. Narrow it to 30, 60 or 90 days, or press a month of the calendar. Open a line to choose: renew, another quantity, another plan, or end.</p><p>If you choose nothing, what stands under <em>If nothing is done</em> happens. <em>Choose until</em> is the last moment at which the vendor takes another choice.</p>`,
      207,
    ],
    [
      "Upgrade to another plan",
      `<p>Press <em>Upgrade</em> on the service. Only plans that the vendor allows from the present one are offered. The page says what is charged today and what is given back for the old plan. Data and people stay where they are.</p>`,
      372,
    ],
    [
      "Give licences to people",
      `<p>The tab <em>Users</em> of a customer lists its people and which licences they have. Assign or take them there; the vendor's directory follows within a minute. A licence that nobody has is still charged.</p>`,
      410,
    ],
  ],
  "Ordering and services / When something fails": [
    [
      "An order failed: what now?",
      `<p>The service shows <strong>Activation failed</strong> with the vendor's reason in plain words. Correct what it names, such as the customer's address or domain, and press <em>Try again</em>. Nothing is charged for what was not provided.</p><p>If the reason makes no sense to you, add a support ticket from the service's page: it carries the order's number along.</p>`,
      689,
    ],
    [
      "What the states of a service mean",
      `<ul><li><strong>Activating</strong>: the vendor is at work.</li><li><strong>Active</strong>: it can be used.</li><li><strong>Activation failed</strong>: the vendor refused; see the reason.</li><li><strong>Suspended</strong>: it cannot be used, its data is kept.</li><li><strong>Deleting</strong> and <strong>Deletion failed</strong>: it is on its way out.</li></ul>`,
      503,
    ],
    [
      "A vendor has something else than the portal",
      `<p>Every few hours the portal compares what vendors have with its own book. What differs is listed under <em>Differences</em>: adopt it, and we charge what is there, or have the vendor brought back to what you ordered.</p>`,
      74,
    ],
    [
      "Write a ticket that is answered fast",
      `<p>Open <em>New, Add support ticket</em>. Say what you did, what you expected and what happened, and name the customer and the service. Error messages carry a reference: add it. You may attach pictures and logs. Answers come here and by email.</p>`,
      256,
    ],
  ],
};
