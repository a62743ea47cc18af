import type { Written } from "../written.ts";

export const money: Record<string, readonly Written[]> = {
  "Billing / Invoices": [
    [
      "Read your invoice",
      `<p>Open <em>Billing, Invoices</em>. An invoice has one line for each subscription and period, grouped by customer. Choose a line to see how its amount came about: quantity, price, days, discount. Invoices are also there as PDF, CSV and as an electronic invoice.</p>`,
      598,
    ],
    [
      "Why is a line only a part of a month?",
      `<p>What is added in the middle of a period is charged for the days that are left, and from then on with all others. What is given back is a credit for the days that are left. The line says from which day to which.</p>`,
      427,
    ],
    [
      "Credit memos",
      `<p>A credit memo takes back something that was invoiced. Its amount is used for your next invoices by itself, or for one that you choose under <em>Billing, Credit</em>.</p>`,
      183,
    ],
    [
      "What the next bills will come to",
      `<p><em>Billing</em> shows a forecast of three bills: what they come to if nothing is ordered, changed or ended. Planned changes are in it. What is charged by use is an estimate from this month's use.</p>`,
      117,
    ],
    [
      "Change the name or VAT number on invoices",
      `<p>Open <em>My Account, My business</em>. Name, address and VAT number of your company are changed on request, since invoices carry them: the marketplace looks at it within a working day. The billing email address you change yourself.</p>`,
      146,
    ],
    [
      "Reports for your accounting",
      `<p><em>Billing, Reports</em> gives CSV files of invoices, VAT, payments and charges by product or customer, for a month or any days. They open in any spreadsheet, and are made while you download them.</p>`,
      134,
    ],
    [
      "See what every customer costs and owes",
      `<p><em>Billing, Account totals</em> shows what was invoiced month by month, what is still to pay by how long it is past its due date, and every invoice, payment and credit in the order in which they happened. Credit stands beside what is owed and is not taken off.</p>`,
      121,
    ],
  ],
  "Billing / Payments": [
    [
      "Pay an invoice by card",
      `<p>Open the invoice and press <em>Pay</em>. The card's details go straight to the payment provider and never pass through us. Your bank may ask you to confirm it. The invoice shows as paid as soon as the provider says so.</p>`,
      352,
    ],
    [
      "Store a card and pay automatically",
      `<p>Under <em>Billing, Payment options</em> add a card, make it the default and turn automatic payment on. Each invoice is then paid on the day it is due. If the card is declined, we try again and tell you; other invoices wait meanwhile.</p>`,
      279,
    ],
    [
      "My card was declined",
      `<p>The reason is next to the payment: insufficient funds, an expired card, or a bank that gives none. Ask your bank, use another card under <em>Payment options</em>, or pay by bank transfer with the invoice's number as reference.</p>`,
      261,
    ],
    [
      "An invoice is overdue",
      `<p>You get reminders after the due day. If an invoice stays unpaid for long, new orders are held until it is paid; services keep running. Write to us before that if something about the invoice is wrong, with the line it is about.</p>`,
      204,
    ],
    [
      "Pay several invoices at once",
      `<p>Open <em>Billing, Invoices</em>, tick the invoices and press <em>Pay</em>: the button says how many they are and the next one what they come to. Choose how you pay, by a stored card, a new one or a direct debit.</p><p>Until the provider has said that the money came, the payment is on its way. Nobody pays an invoice twice meanwhile: a second attempt is refused and says so.</p>`,
      188,
    ],
  ],
  "Billing / Payments / Direct debit": [
    [
      "Set up a direct debit",
      `<p>Under <em>Billing, Payment options</em> choose <em>Direct debit</em> and enter the bank account. In the UK that is a Bacs mandate, in Ireland a SEPA mandate. It takes some working days until it is active; the page says when. You are told the amount before each debit.</p>`,
      198,
    ],
    [
      "A direct debit came back",
      `<p>Your bank returned it, and the invoice is open again. The reason is next to the payment. If the mandate ended, set up a new one; otherwise we may try once more, and say on which day.</p>`,
      76,
    ],
    [
      "Pay an invoice by direct debit",
      `<p>With a mandate that is active, <em>Direct debit</em> is among the ways to pay of each invoice. The debit is sent to the bank at once and takes some working days; until then the payment is on its way. If the bank returns it, the invoice is open again and you are told.</p><p>With automatic payment turned on, each invoice is collected on the day it is due, and you are told the amount before.</p>`,
      94,
    ],
  ],
  "Billing / Prices": [
    [
      "Set what your customers pay",
      `<p>Open <em>Billing, Price rules</em>. A rule adds a share, takes one off or fixes a price: for one customer, a group or everybody, for one offer, a product or everything, from a day on. The narrowest rule wins. The page shows what a change would do before you save it.</p>`,
      246,
    ],
    [
      "Prices and price changes",
      `<p><em>Billing, Prices</em> lists what you pay for every offer, with its next known price and from when. A running term keeps its price until its end. You can download the list as CSV.</p>`,
      229,
    ],
    [
      "Redeem a code for credit",
      `<p>Open <em>Billing, Credit</em>, press <em>Redeem code</em> and type it as it was given to you. The credit is used for your next invoices by itself. Each code works once.</p>`,
      52,
    ],
  ],
  "Billing / Your PSA": [
    [
      "Connect your PSA",
      `<p>Open <em>Your account, PSA integration</em> and choose ConnectWise or Autotask. Beside the form it says in five steps where the keys are made over there and which rights they need. Press <em>Test connection</em>: it names each right that is still missing. Save, and switch the integration on.</p><p>The keys are kept encrypted and shown to nobody again.</p>`,
      142,
    ],
    [
      "Match customers and services with your PSA",
      `<p>Under <em>PSA, Match</em> you say once which company in your PSA each customer is, and what each service is billed as. What looks alike by name, domain, telephone or postcode is suggested; nothing is saved before you press <em>Save</em>. What you do not bill there you ignore, and it stops being counted as unmatched.</p><p>The overview shows what is not matched yet, and when your PSA was last read.</p>`,
      133,
    ],
    [
      "Bring quantities into your PSA: product movement",
      `<p><em>PSA, Reports, Product movement</em> shows by month how many of each product a customer had more or less than the month before. Choose the lines, look at the preview and press <em>Update the PSA</em>. Each line is written by itself, and only if it is as it was seen here; what the PSA refuses stands next to its line with the reason.</p><p>A period that is invoiced already is not changed.</p>`,
      88,
    ],
    [
      "Find what your PSA bills wrongly: reconciliation",
      `<p><em>PSA, Reports, Reconciliation</em> compares what your PSA bills with what your customers have here, line by line: quantity, price, and whether there is a line at all. Each difference names its cause and what to do about it, and the causes add up to the whole difference. The coverage says what was not compared, and why.</p><p>Ticked differences of quantity are put right from here, after a preview.</p>`,
      97,
    ],
    [
      "Bill a month of Azure through your PSA",
      `<p><em>PSA, Azure</em> lists what Azure cost each customer in a month. Choose whether a charge is the whole of it, or one for each resource group, resource or meter, then send it to the agreement that is matched. Each month is sent once: what was sent before is not sent again.</p>`,
      61,
    ],
  ],
};
