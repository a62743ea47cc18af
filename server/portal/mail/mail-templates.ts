/** A mail's text lines and its optional button. */
export type MailWords = {
  subject: string;
  greeting: string;
  lines: readonly string[];
  action?: { label: string; url: string };
  closing?: readonly string[];
};

/** Every mail the product sends, by name, with the data it needs. Add a line for each new one. */
export const mailTemplates = {
  passwordReset: ({
    name,
    userName,
    url,
    minutes,
  }: {
    name: string;
    userName: string;
    url: string;
    minutes: number;
  }) => ({
    subject: "Choose a new password",
    greeting: `Hello ${name}`,
    lines: [`A new password was requested for the account ${userName}. Follow this link to choose it.`],
    action: { label: "Choose a new password", url },
    closing: [
      `The link works once, within ${minutes} minutes.`,
      "If you did not request it, do nothing: your password stays as it is.",
    ],
  }),
  passwordChanged: ({ name, userName, url }: { name: string; userName: string; url: string }) => ({
    subject: "Your password was changed",
    greeting: `Hello ${name}`,
    lines: [
      `The password of the account ${userName} was changed, and every browser signed in with it was signed out.`,
      "If that was not you, choose a new password at once and tell your administrator.",
    ],
    action: { label: "Choose a new password", url },
  }),
  passwordOfProvider: ({ name, userName }: { name: string; userName: string }) => ({
    subject: "Please renew your password",
    greeting: `Hello ${name}`,
    lines: [
      `Your administrator asks you to renew the password of the account ${userName}.`,
      "You sign in with your organisation's own provider, so please choose a new password there. You were signed out here.",
    ],
  }),
  newSignIn: ({
    name,
    userName,
    device,
    address,
    at,
    url,
  }: {
    name: string;
    userName: string;
    device: string;
    address: string;
    at: string;
    url: string;
  }) => ({
    subject: "New sign-in to your account",
    greeting: `Hello ${name}`,
    lines: [
      `Somebody signed in to the account ${userName} from a new browser.`,
      `When: ${at}`,
      `Browser: ${device}`,
      `Address: ${address}`,
      "If that was you, there is nothing to do. If not, end the sessions you do not recognise and choose a new password at once.",
    ],
    action: { label: "View your sessions", url },
  }),
  signInChanged: ({ name, userName, what, url }: { name: string; userName: string; what: string; url: string }) => ({
    subject: "Your sign-in settings were changed",
    greeting: `Hello ${name}`,
    lines: [
      `This is about the account ${userName}. ${what}`,
      "If that was not you, choose a new password at once and tell your administrator.",
    ],
    action: { label: "Review your security settings", url },
  }),
  /** Names nobody: the sender chose how to call the reader. */
  invitation: ({
    company,
    invitedBy,
    userName,
    url,
    days,
  }: {
    company: string;
    invitedBy: string;
    userName: string;
    url: string;
    days: number;
  }) => ({
    subject: `Your invitation to ${company}`,
    greeting: "Hello",
    lines: [
      `${invitedBy} invites you to the portal of ${company}. Follow this link to join.`,
      `Your username is ${userName}.`,
    ],
    action: { label: "Accept the invitation", url },
    closing: [
      `The link works once, within ${days} days.`,
      "If you already sign in here, your password stays as it is. If you did not expect this, do nothing: the link has no effect until it is followed.",
    ],
  }),
  quoteSent: ({
    name,
    reseller,
    number,
    title,
    message,
    validUntil,
    url,
  }: {
    name: string;
    reseller: string;
    number: string;
    title: string;
    message: string;
    validUntil: string;
    url: string;
  }) => ({
    subject: `Quote ${number} from ${reseller}: ${title}`,
    greeting: `Hello ${name}`,
    lines: [
      `${reseller} made you an offer, quote ${number}: ${title}.`,
      ...message.split(/\n+/).filter(Boolean),
      `Its prices are valid until ${validUntil}. Follow this link to read, accept or decline it.`,
    ],
    action: { label: "Read the quote", url },
    closing: ["Whoever has this link can answer the quote, so pass it on only to who may."],
  }),
  quoteAccepted: ({
    name,
    number,
    title,
    signer,
    url,
  }: {
    name: string;
    number: string;
    title: string;
    signer: string;
    url: string;
  }) => ({
    subject: `Quote ${number} was accepted`,
    greeting: `Hello ${name}`,
    lines: [`${signer} accepted quote ${number}, ${title}. Its orders are being placed at the quoted prices.`],
    action: { label: "See its orders", url },
  }),
  quoteDeclined: ({
    name,
    number,
    title,
    signer,
    reason,
    url,
  }: {
    name: string;
    number: string;
    title: string;
    signer: string;
    reason: string;
    url: string;
  }) => ({
    subject: `Quote ${number} was declined`,
    greeting: `Hello ${name}`,
    lines: [`${signer} declined quote ${number}, ${title}.`, ...(reason ? [`The reason given: ${reason}`] : [])],
    action: { label: "Open the quote", url },
  }),
  quoteExpiring: ({
    name,
    number,
    title,
    recipient,
    validUntil,
    url,
  }: {
    name: string;
    number: string;
    title: string;
    recipient: string;
    validUntil: string;
    url: string;
  }) => ({
    subject: `Quote ${number} expires soon`,
    greeting: `Hello ${name}`,
    lines: [`${recipient} has not answered quote ${number}, ${title}. It can be accepted until ${validUntil}.`],
    action: { label: "Open the quote", url },
  }),
  requestDecided: ({
    name,
    outcome,
    words,
    reason,
    url,
  }: {
    name: string;
    outcome: string;
    words: string;
    reason: string;
    url: string;
  }) => ({
    subject: `Your request ${outcome}`,
    greeting: `Hello ${name}`,
    lines: [words, ...reason.split(/\n+/).filter(Boolean)],
    action: { label: "Open the request", url },
  }),
  billingNotice: ({
    name,
    subject,
    words,
    label,
    url,
  }: {
    name: string;
    subject: string;
    words: string;
    label: string;
    url: string;
  }) => ({
    subject,
    greeting: `Hello ${name}`,
    lines: [subject, ...words.split(/\n+/).filter(Boolean)],
    action: { label, url },
  }),
  paymentReceived: ({
    name,
    amount,
    what,
    paidWith,
    standing,
    url,
  }: {
    name: string;
    amount: string;
    what: string;
    paidWith: string;
    standing: string;
    url: string;
  }) => ({
    subject: `We received your payment of ${amount}`,
    greeting: `Hello ${name}`,
    lines: [
      `We received your payment of ${amount}. Thank you.`,
      `It was for: ${what}. ${standing}`,
      `Paid with: ${paidWith}`,
    ],
    action: { label: "See the payment", url },
  }),
  invoiceIssued: ({
    name,
    title,
    amount,
    more,
    url,
  }: {
    name: string;
    title: string;
    amount: string;
    more: string;
    url: string;
  }) => ({
    subject: `${title} was issued`,
    greeting: `Hello ${name}`,
    lines: [`${title} over ${amount} was issued. It is attached.`, more],
    action: { label: "Open it in the portal", url },
  }),
  orderPlaced: ({ name, what, url }: { name: string; what: string; url: string }) => ({
    subject: "We received your order",
    greeting: `Hello ${name}`,
    lines: [`${what}.`, "We tell you when it is done, or if something keeps it from being done."],
    action: { label: "Follow the order", url },
    closing: ["If you did not place it, tell your administrator."],
  }),
  orderDone: ({ name, customer, what, url }: { name: string; customer: string; what: string; url: string }) => ({
    subject: `Your order for ${customer} is done`,
    greeting: `Hello ${name}`,
    lines: [`${customer}: ${what}.`],
    action: { label: "Open the order", url },
  }),
  orderFailed: ({
    name,
    customer,
    product,
    reason,
    url,
  }: {
    name: string;
    customer: string;
    product: string;
    reason: string;
    url: string;
  }) => ({
    subject: `Your order for ${customer} failed`,
    greeting: `Hello ${name}`,
    lines: [
      `${product} of ${customer} could not be done: ${reason}`,
      "Nothing is charged for what was not done. Open the order to correct what it is about and try it again, or to cancel it.",
    ],
    action: { label: "Open the order", url },
  }),
  renewalsAhead: ({ name, count, list, url }: { name: string; count: number; list: string; url: string }) => {
    const lines = list.split("\n");
    const more = count - lines.length;
    return {
      subject: count === 1 ? "A subscription renews soon" : `${count} subscriptions renew soon`,
      greeting: `Hello ${name}`,
      lines: [
        "The term of these ends within 30 days, and nobody has chosen yet what happens then:",
        ...lines,
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      action: { label: "Choose what happens", url },
      closing: ["You can do without these emails under Communication preferences."],
    };
  },
  budgetReached: ({ name, what, percent, url }: { name: string; what: string; percent: string; url: string }) => ({
    subject: `${what} reached ${percent} of its budget`,
    greeting: `Hello ${name}`,
    lines: [`${what} reached ${percent} of its budget. The page shows which resources that comes from.`],
    action: { label: "See what it costs", url },
    closing: ["You can do without these emails under Communication preferences."],
  }),
  fileRemoved: ({ name, url }: { name: string; url: string }) => ({
    subject: "A file that you sent was removed",
    greeting: `Hello ${name}`,
    lines: [
      "The virus scanner found a virus in a file that you sent. It was removed, and nobody could download it.",
      "Please check the device that it comes from before you send it again.",
    ],
    action: { label: "Open the portal", url },
    closing: ["If you did not send this file, change your password and tell whoever manages users in your company."],
  }),
  orderAsks: ({
    name,
    product,
    customer,
    asked,
    url,
  }: {
    name: string;
    product: string;
    customer: string;
    asked: string;
    url: string;
  }) => ({
    subject: `An order for ${customer} needs something from you`,
    greeting: `Hello ${name}`,
    lines: [`Our team is at work on ${product} for ${customer}, and writes:`, ...asked.split(/\n+/).filter(Boolean)],
    action: { label: "Complete the order", url },
    closing: ["Please answer on that page; replies to this email are not read."],
  }),
  ticketAnswered: ({
    name,
    number,
    subject,
    writer,
    text,
    solves,
    url,
  }: {
    name: string;
    number: string;
    subject: string;
    writer: string;
    text: string;
    solves: boolean;
    url: string;
  }) => ({
    subject: `${number}: ${subject}`,
    greeting: `Hello ${name}`,
    lines: [`${writer} answered your ticket ${number} “${subject}”:`, ...text.split(/\n+/).filter(Boolean)],
    action: { label: "Open the ticket", url },
    closing: solves
      ? ["The ticket is marked as solved. If it is not, answer within 7 days to reopen it."]
      : ["Please answer in the portal; replies to this email are not read."],
  }),
} satisfies Record<string, (data: never) => MailWords>;

export type MailName = keyof typeof mailTemplates;
export type MailData<Name extends MailName> = Parameters<(typeof mailTemplates)[Name]>[0];
