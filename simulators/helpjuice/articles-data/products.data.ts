import type { Written } from "../written.ts";

export const products: Record<string, readonly Written[]> = {
  "Products / Microsoft": [
    [
      "Before the first Microsoft order of a customer",
      `<p>Microsoft needs a tenant. If the customer has none, the order makes one under <code>name.onmicrosoft.com</code>: choose the name with care, it cannot be changed. If the customer has one already, bring it in from the customer's page; an administrator of the tenant has to accept our invitation.</p><p>The Microsoft Customer Agreement has to be accepted by the customer. Have the name and the email address of the person who did ready.</p>`,
      734,
    ],
    [
      "Bring in a tenant that exists",
      `<p>On the customer's page choose <em>Bring in a tenant</em>. The portal shows a link for the tenant's global administrator. Once it is accepted, you may order into the tenant. Subscriptions of other partners stay with them unless you ask for a transfer.</p>`,
      291,
    ],
    [
      "Take subscriptions over from another partner",
      `<p>Open <em>Transfers</em> on the customer's page. You ask for what another partner provides; the tenant's administrator and the other partner have to agree. Terms, prices and the day of renewal come along as they are.</p>`,
      167,
    ],
    [
      "Follow the transfers of all your customers",
      `<p><em>Provision and Services, Transfers</em> lists what is on its way from or to other partners at any of your customers, the oldest first. What waits for you stands in amber: something to choose, or something that came and is to be taken over. Choose a line to go to its customer's page. What is decided and taken over is under <em>Over</em>.</p>`,
      73,
    ],
    [
      "What Azure costs a customer each day",
      `<p>Open the Azure service of a customer. <em>Azure spend</em> shows what each day of the month cost, by subscription and resource group, and what the month will come to if it goes on so. A day is known in full two days after it ends. What is shown is what you pay; your invoice follows at the end of the month.</p>`,
      119,
    ],
    [
      "Administrator access to a tenant (GDAP)",
      `<p>An admin relationship lets you work in the customer's tenant with certain roles for a certain time. Ask for one on the customer's page; the customer's administrator accepts it by a link. The portal reminds you before it ends.</p>`,
      224,
    ],
    [
      "Microsoft 365 for charities and schools",
      `<p>Prices for charities, education and government are offered only to customers of that type. Set the type on the customer's page. Microsoft checks it; until then orders of such plans wait or are refused.</p>`,
      81,
    ],
  ],
  "Products / Microsoft / New commerce": [
    [
      "New commerce (NCE): the seven days for second thoughts",
      `<p>Within seven days of an order, a renewal or an added licence you may cancel or reduce, and get back what is left of the price. After that, the quantity holds until the end of the term. The service's page says until which moment the window is open.</p><p>So with O365 (NCE) with a yearly term: think in years, or choose the monthly term, which costs more and ends each month.</p>`,
      812,
    ],
    [
      "New commerce: terms and billing",
      `<p>A term is a month, a year or three years; it fixes price and least quantity. Billing says how often it is charged within the term. A yearly term billed monthly costs a little more than one paid at once.</p>`,
      437,
    ],
    [
      "Let several subscriptions end together",
      `<p>When ordering, choose <em>End with</em> and the subscription whose last day it shall share. The first period is shorter and charged by days. Microsoft offers only days that fit the chosen term.</p>`,
      126,
    ],
    [
      "My licences were renewed although I wanted to end them",
      `<p>Renewal is on unless it is turned off before the last day. Within seven days of the renewal you may still cancel: open the service and press <em>Delete</em>. For the next time, see <em>Scheduled</em> a month ahead.</p>`,
      318,
    ],
  ],
  "Products / Backup and security": [
    [
      "Acronis Backup: first steps",
      `<p>Order <em>Acronis Backup</em> for the customer; we make its tenant and send the administrator's invitation. Open the vendor's console with <em>Open console</em> on the service's page: you are signed in without another password. Install the agent on each machine from there.</p>`,
      243,
    ],
    [
      "How backup storage is charged",
      `<p>Storage is charged by what is used at the end of each day, in gigabytes, and appears on the next invoice with one line for each customer. The service's page shows what was used this month. Set a quota in the vendor's console if you want a ceiling.</p>`,
      197,
    ],
    [
      "Bitdefender: move a company to a monthly licence",
      `<p>Open the service and press <em>Upgrade</em>. Trial keys become monthly licences without a new installation: agents report to the same company. Reserved seats are charged, used or not.</p>`,
      84,
    ],
    [
      "Release a message held as spam",
      `<p>The mail that tells you about held messages has a link for each. It releases that one message, once, and needs no sign-in. If it says that the link was used, the message is in the mailbox already.</p>`,
      139,
    ],
  ],
  "Products / Voice and hardware": [
    [
      "Move a telephone number to Hosted Voice",
      `<p>Order Hosted Voice first, then ask for the port on the service's page. Have the letter of authority signed by the present account holder: you can draw the signature on the screen or upload the letter. The day of the port is confirmed by the losing provider, usually within two weeks.</p>`,
      162,
    ],
    [
      "Choose new telephone numbers",
      `<p>While ordering Hosted Voice you choose an area and a block of numbers. They are held for you while the order is open. Numbers that a service gives up rest for a while before they are offered again.</p>`,
      71,
    ],
    [
      "Follow or return hardware",
      `<p>The order's page shows when phones were sent, with which carrier. To send some back, press <em>Return</em> on the service within the time it shows, and print the label. What was paid comes back as a credit memo once the parcel is checked.</p>`,
      108,
    ],
    [
      "A phone does not register",
      `<p>Check that the phone has power and an address, that its time is right, and that SIP ALG is off in the router. Restart it. If the service's page shows the phone as not seen for more than ten minutes, add a support ticket with its MAC address.</p>`,
      216,
    ],
  ],
};
