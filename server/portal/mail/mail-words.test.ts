import { applications } from "@tradewind/contract/access/applications.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { describe, expect, test } from "vitest";
import { mailsTo } from "../../test/mails.ts";
import { testApp } from "../../test/test-app.ts";
import type { FiledMail } from "./mail.actions.ts";
import type { MailData, MailName } from "./mail-templates.ts";
import { writeMail } from "./mail-text.ts";
import { marketplaceBrand } from "../white-label/brands.reads.ts";

const ours = "https://portal.example/k";
const person = { name: "Robin", userName: "robin@acme.example" };
/** One of each mail there is. */
const samples: { [Name in MailName]: MailData<Name> } = {
  passwordReset: { ...person, url: ours, minutes: 60 },
  passwordChanged: { ...person, url: ours },
  passwordOfProvider: person,
  newSignIn: {
    ...person,
    device: "Firefox on Windows",
    address: "192.0.2.44",
    at: "20 May 2026 10:00 (UTC)",
    url: ours,
  },
  signInChanged: { ...person, what: "The passkey “Laptop” was added.", url: ours },
  invitation: { company: "Acme Ltd.", invitedBy: "Jo Lane", userName: person.userName, url: ours, days: 7 },
  quoteSent: {
    name: "Ada Lovelace",
    reseller: "Harbour IT",
    number: "Q-00001",
    title: "New office",
    message: "As we said\nAnd more",
    validUntil: "20/05/2026",
    url: ours,
  },
  quoteAccepted: { name: "Robin", number: "Q-00001", title: "New office", signer: "Ada Lovelace", url: ours },
  quoteDeclined: {
    name: "Robin",
    number: "Q-00001",
    title: "New office",
    signer: "Ada Lovelace",
    reason: "Too dear",
    url: ours,
  },
  quoteExpiring: {
    name: "Robin",
    number: "Q-00001",
    title: "New office",
    recipient: "Ada Lovelace",
    validUntil: "20/05/2026",
    url: ours,
  },
  requestDecided: {
    name: "Robin",
    outcome: "was refused",
    words: "Add 3 × Basic was refused.",
    reason: "Too many",
    url: ours,
  },
  billingNotice: {
    name: "Nora Wind",
    subject: "Invoice TW-000007 is overdue",
    words: "£120.00 is open.",
    label: "Pay the invoice",
    url: ours,
  },
  orderAsks: {
    name: "Robin",
    product: "TitanHQ",
    customer: "Acme Dental",
    asked: "Which domain is it?\nThe one you gave has no mail.",
    url: ours,
  },
  paymentReceived: {
    name: "Nora Wind",
    amount: "£120.00",
    what: "Invoice TW-000007",
    paidWith: "Bank transfer from Harbour IT",
    standing: "It is paid.",
    url: ours,
  },
  invoiceIssued: {
    name: "Nora Wind",
    title: "Invoice TW-000007",
    amount: "£120.00",
    more: "It is due on 20/05/2026.",
    url: ours,
  },
  orderPlaced: { name: "Robin", what: "Ordered 3 × Basic for Acme", url: ours },
  orderDone: { name: "Robin", customer: "Acme", what: "Basic became active", url: ours },
  orderFailed: { name: "Robin", customer: "Acme", product: "Basic", reason: "The domain is taken.", url: ours },
  renewalsAhead: { name: "Robin", count: 3, list: "Basic of Acme\nBusiness of Acme", url: ours },
  budgetReached: { name: "Robin", what: "Azure of Acme", percent: "84%", url: ours },
  fileRemoved: { name: "Robin", url: ours },
  ticketAnswered: {
    name: "Robin",
    number: "T-1",
    subject: "No mail",
    writer: "Jo Lane",
    text: "First line\nSecond line",
    solves: false,
    url: ours,
  },
};
const all = Object.entries(samples) as [MailName, Record<string, unknown>][];
const written = (template: MailName, data: object, brand = marketplaceBrand) =>
  writeMail({ to: "robin@acme.example", template, data } as FiledMail, brand);

const nasty = [
  "Click https://evil.example/now",
  "www.evil.example",
  "evil.example/now",
  "pay@evil.example",
  "evil。example",
  "Jo\u202Eelpmaxe.live\u2069",
  "Jo\u200Bevil\u0007.example",
  `<a href="https://evil.example">here</a>`,
];

describe.each(all)("%s", (template, data) => {
  const fields = Object.keys(data).filter((field) => typeof data[field] === "string" && field !== "url");
  test.each(fields)("carries no address that somebody wrote into %s", (field) => {
    for (const words of nasty) {
      // A user name is the reader's own address, and may be any.
      if (field === "userName" && words === "pay@evil.example") continue;
      const { subject, text, html } = written(template, { ...data, [field]: words });
      for (const part of [subject, text, html]) {
        const rest = part.replaceAll(ours, "").replaceAll(person.userName, "");
        expect(rest).not.toMatch(/:\/\/|[\p{L}\p{N}][.\u3002]\p{L}/u);
        expect(rest).not.toMatch(/[\u200B\u202A-\u202E\u2066-\u2069\u0007]/);
      }
      expect(html).not.toMatch(/<a href="(?!https:\/\/portal\.example\/k")/);
    }
  });

  test("says what it says otherwise", () => {
    const { text } = written(template, data);
    for (const field of fields) for (const line of String(data[field]).split("\n")) expect(text).toContain(line);
  });
});

test.each(["r&d@acme.example", "o'brien+new@acme.example", "a/b=c.d@acme.example", "jörg@bücher.example"])(
  "the reader's username %s is written as it must be typed",
  (userName) => {
    const { text, html } = written("passwordChanged", { ...samples.passwordChanged, userName });
    expect(text).toContain(`the account ${userName} was`);
    expect(html.replaceAll("&amp;", "&").replaceAll("&#39;", "'")).toContain(`the account ${userName} was`);
  },
);

test("the name of a company, and of the portal, is no address and no sentence", () => {
  const company = "Your parcel waits, follow this link before it is sent back to where it came from, or pay for it";
  expect(written("invitation", { ...samples.invitation, company }).text).not.toContain(
    "before it is sent back to where",
  );
  const brand = { ...marketplaceBrand, name: "www.evil.example" };
  const { text, html } = written("passwordOfProvider", person, brand);
  expect(`${text} ${html}`).not.toContain("evil.example");
});

test("people's input stays plain text in a mail, and a subject stays one line", () => {
  const name = `<img src=x onerror=alert(1)> & "Robin"`;
  const { html } = written("passwordReset", { ...samples.passwordReset, name, url: 'https://x.example/"><b>' });
  expect(html).not.toMatch(/<img|"><b>/);
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Robin&quot;");
  const ticket = { ...samples.ticketAnswered, subject: "One\r\nBcc: other" };
  expect(written("ticketAnswered", ticket).subject).toMatch(/^T-1: One\s+Bcc: other$/);
  expect(written("ticketAnswered", ticket).subject).not.toMatch(/[\r\n]/);
});

describe("names that senders choose", async () => {
  const app = await testApp();
  const Email = "jo@northwind.example";
  const invite = async (names: { FirstName?: string; LastName?: string }) =>
    app.call(await app.signIn(), invitations.send, {
      body: { Kind: "engineer", FirstName: "Jo", LastName: "Lane", Email, ...names },
    });

  test.each([...nasty, "Call 0800 123", "Jo,", "Now!"])("%j is no name of a person", async (name) => {
    for (const names of [{ FirstName: name }, { LastName: name }]) {
      const { status, Errors } = await invite(names);
      expect([status, Object.keys(Errors ?? {})]).toEqual([400, Object.keys(names)]);
    }
    expect(await mailsTo(app, Email)).toEqual([]);
  });

  test.each(["Jo", "Anne-Marie", "O’Neill", "J. R.", "María José", "王", "van der Wind"])(
    "%j is one",
    async (FirstName) => {
      expect((await invite({ FirstName })).status).toBe(200);
    },
  );

  test.each(nasty.slice(0, 2))("%j is no company that applies", async (CompanyName) => {
    const body = { CompanyName, ContactName: "Jo Lane", Email, Telephone: "01174 960 000", Country: "GB" as const };
    const { status, Errors } = await app.call(null, applications.apply, { body });
    expect([status, Object.keys(Errors ?? {})]).toEqual([400, ["CompanyName"]]);
  });
});
