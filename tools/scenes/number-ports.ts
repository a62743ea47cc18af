import type { NumberPort, PortWork } from "@tradewind/contract/ordering/number-ports.ts";
import type { Page } from "playwright-core";
import { operator, press, reseller, service, type Scene } from "./scene.ts";

const idOf = (last: number) => `019a0000-0000-7000-8000-0000000000${last}`;
const port = {
  Id: idOf(41),
  Number: "P-4C21B041",
  State: "accepted",
  SiteId: idOf(51),
  SiteName: "Head office",
  SitePostcode: "BS1 4AA",
  Numbers: ["+441174960100 to +441174960129"],
  Count: 30,
  Line: "multi",
  IsPartOfRange: false,
  Provider: "Severn Telecom",
  AccountNumber: "ST-20419-77",
  MainNumber: "0117 496 0100",
  BillingPostcode: "BS1 4AA",
  SignedBy: "Priya Shah",
  SignedOn: "2026-11-18",
  Letter: {
    Name: "letter-signed.pdf",
    Size: 182_400,
    Scan: "clean",
    Virus: null,
    SentBy: "Hannah Reid",
    SentAt: "2026-11-20T09:40:00.000Z",
  } as PortWork["Letter"],
  WishedOn: "2026-12-07",
  PortOn: "2026-12-08",
  Note: null as string | null,
  Answer: null as string | null,
  AskedBy: "Hannah Reid",
  AskedAt: "2026-11-20T09:05:00.000Z",
  SettledAt: null as string | null,
  History: [
    { At: "2026-11-20T09:05:00.000Z", Kind: "requested" as const, Text: "Asked for 07/12/2026" },
    { At: "2026-11-20T14:20:00.000Z", Kind: "submitted" as const, Text: "Sent to Severn Telecom" },
    {
      At: "2026-11-23T10:41:00.000Z",
      Kind: "accepted" as const,
      Text: "Severn Telecom accepted: they move on 08/12/2026",
    },
  ],
} satisfies Partial<PortWork>;
const pounds = (Minor: string) => ({ Minor, Currency: "GBP" as const });
const own = { MayCancel: true, CancelUntil: "2026-12-04", Total: pounds("18000") };
const rejected = {
  Id: idOf(42),
  Number: "P-91E07D42",
  State: "rejected" as const,
  Numbers: ["+441174960205"],
  Count: 1,
  Line: "single" as const,
  PortOn: null,
  Answer: "The account number is not known to them. Take it from the latest bill.",
  SettledAt: "2026-11-19T09:00:00.000Z",
};
/** Asked for and not sent yet, at each stage of its letter. */
const asked = { State: "requested" as const, PortOn: null, CancelUntil: null, WishedOn: "2026-12-14" };
const items: NumberPort[] = [
  {
    ...port,
    ...own,
    ...asked,
    Id: idOf(45),
    Number: "P-5D10AE45",
    Numbers: ["+441174960311", "+441174960318"],
    Count: 2,
    SignedOn: null,
    Letter: null,
    Total: pounds("1200"),
  },
  {
    ...port,
    ...own,
    ...asked,
    Id: idOf(46),
    Number: "P-8F22BC46",
    Numbers: ["+441174960402"],
    Count: 1,
    Letter: { ...port.Letter!, Size: 0, Scan: "infected", Virus: "Pdf.Exploit.CVE_2013_2729-1" },
    Total: pounds("600"),
  },
  { ...port, ...own },
  { ...port, ...rejected, MayCancel: false, CancelUntil: null, Total: pounds("600") },
  {
    ...port,
    Id: idOf(43),
    Number: "P-7A30C943",
    State: "ported",
    Numbers: ["+448081570012"],
    Count: 1,
    PortOn: "2026-11-03",
    SettledAt: "2026-11-03T10:12:00.000Z",
    MayCancel: false,
    CancelUntil: null,
    Total: pounds("600"),
  },
];

/** Numbers that come to a service, of which the demo has none. */
async function portsGiven(page: Page) {
  const Result = { Items: items, Sites: [{ Id: idOf(51), Name: "Head office", AreaCode: "0117" }] };
  await page.route(
    ({ pathname }) => pathname.endsWith("/number-ports"),
    (route) => route.fulfill({ json: { Succeed: true, Messages: [], Result } }),
  );
  await page.route(
    ({ pathname }) => pathname.endsWith("/number-ports/propose"),
    (route) =>
      route.fulfill({
        json: {
          Succeed: true,
          Messages: [],
          Result: {
            Count: 1,
            EarliestOn: "2026-12-03",
            Price: { Each: pounds("600"), Total: pounds("600") },
            Hash: "a".repeat(64),
          },
        },
      }),
  );
  await page.reload();
  await page.getByRole("heading", { name: "Numbers from other providers" }).scrollIntoViewIfNeeded();
}

/** The popup that asks for numbers again which were rejected, with what is missing. */
async function askPort(page: Page) {
  await portsGiven(page);
  await page.getByRole("button", { name: /^Correct .* and ask again$/ }).click();
  await page.getByText("at the earliest").waitFor();
  await page.getByRole("button", { name: "Ask for the numbers" }).click();
}

/** The popup that takes a signed letter, with what is missing. */
async function uploadLetter(page: Page) {
  await portsGiven(page);
  await page.getByRole("button", { name: /^Upload signed letter/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Upload letter" }).click();
}

const steps = [
  "Check the letter of authority against the request",
  "Register the emergency address of the site for each number",
  "Make a test call in to each number",
  "Tell the customer that the old contract can end",
];
const work = {
  ResellerName: "Harbour IT",
  CustomerName: "Acme Dental",
  Steps: steps.map((Text, at) => ({
    Position: at + 1,
    Text,
    TickedBy: at === 0 ? "Alex Tradewind" : null,
    TickedAt: at === 0 ? "2026-11-20T14:10:00.000Z" : null,
  })),
};
const atWork: PortWork[] = [
  {
    ...port,
    ...work,
    ...asked,
    Id: idOf(45),
    Number: "P-5D10AE45",
    Numbers: ["+441174960402"],
    Count: 1,
    SignedOn: null,
    Letter: null,
    Steps: work.Steps.map((step) => ({ ...step, TickedBy: null, TickedAt: null })),
    CustomerName: "Bramble & Finch",
  },
  { ...port, ...work },
  {
    ...port,
    ...work,
    Id: idOf(44),
    Number: "P-2B77F144",
    State: "submitted",
    PortOn: null,
    Numbers: ["+441174960311", "+441174960318"],
    Count: 2,
    Line: "single",
    WishedOn: "2026-12-10",
    CustomerName: "Caldicott Insurance Brokers",
    Note: "The lift telephone is on 0117 496 0318.",
  },
];
const toPorts = (page: Page) =>
  page
    .getByRole("heading", { name: "Numbers from other providers" })
    .evaluate((heading) => heading.scrollIntoView({ block: "start" }));
/** Ports that wait in the work queue. */
const portsAtWork = { "/api/operator/number-ports": { Items: atWork } };

export const numberPortScenes: readonly Scene[] = [
  { name: "number-ports", who: reseller, open: service("Hosted Voice"), act: portsGiven, also: ["900", "dark"] },
  { name: "number-port", who: reseller, open: service("Hosted Voice"), act: askPort, also: ["900", "dark"] },
  { name: "port-letter", who: reseller, open: service("Hosted Voice"), act: uploadLetter, also: ["900"] },
  {
    name: "work-ports",
    who: operator,
    open: "/operator/work?search=zzz",
    given: portsAtWork,
    act: toPorts,
    also: ["900", "dark"],
  },
  {
    name: "work-port-day",
    who: operator,
    open: "/operator/work?search=zzz",
    given: portsAtWork,
    act: press("Set the day"),
    also: ["dark"],
  },
];
