import { operator, type Scene } from "./scene.ts";

export const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const eur = (minor: number) => ({ Minor: String(minor), Currency: "EUR" });
export const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
type Ages = readonly [number, number, number, number, number];
const names = ["notDue", "to30", "to60", "to90", "over90"] as const;
const sums = (of: Ages, money = gbp, changes: object = {}) => ({
  Owed: money(of.reduce((sum, each) => sum + each, 0)),
  Overdue: money(of.slice(1).reduce((sum, each) => sum + each, 0)),
  Ages: names.map((Age, n) => ({ Age, Owed: money(of[n]!) })),
  CreditMemos: money(0),
  Credit: money(0),
  OnItsWay: money(0),
  ...changes,
});
const limit = (amount: number | null, open: number, unbilled: number, committed: number, money = gbp) => ({
  Amount: amount === null ? null : money(amount),
  Used: money(open + unbilled + committed),
  Open: money(open),
  Unbilled: money(unbilled),
  Committed: money(committed),
});
const debtor = (n: number, Name: string, of: Ages, changes: object = {}, money = gbp) => ({
  ResellerId: id(n),
  Name,
  ...sums(of, money),
  Documents: 3,
  DaysLate: -12,
  Limit: limit(null, 0, 214_300, 1_940_000, money),
  LastPayment: { On: "2026-11-02", Amount: money(412_000) },
  Dunning: null,
  PromisedOn: null,
  ...changes,
});
const harbour = debtor(1, "Harbour IT", [1_204_800, 840_000, 412_250, 0, 96_000], {
  DaysLate: 118,
  Limit: limit(2_500_000, 2_548_050, 214_300, 1_940_000),
  Dunning: { Step: "escalated", Since: "2026-08-31", OrderingPaused: true },
  PromisedOn: "2026-12-04",
  OnItsWay: gbp(412_250),
});
const items = [
  harbour,
  debtor(2, "Northwind Cloud Services and Managed Infrastructure", [310_000, 128_400, 0, 0, 0], {
    DaysLate: 9,
    Dunning: { Step: "overdue", Since: "2026-11-25", OrderingPaused: false },
    Limit: limit(1_000_000, 438_400, 88_000, 120_000),
    PromisedOn: "2026-11-20",
  }),
  debtor(3, "Liffey Systems", [0, 64_120, 0, 0, 0], { DaysLate: 2, Credit: eur(1_500) }, eur),
  debtor(4, "Acme Resale", [98_000, 0, 0, 0, 0]),
  debtor(5, "Severn Partners", [0, 0, 0, 0, 0], { DaysLate: null, Documents: 0, Credit: gbp(250_000) }),
];
const given = {
  "/api/operator/debtors/totals": {
    Items: [
      {
        ...sums([1_612_800, 968_400, 412_250, 0, 96_000], gbp, { Credit: gbp(250_000), OnItsWay: gbp(412_250) }),
        Resellers: 3,
        Unallocated: gbp(73_500),
      },
      { ...sums([0, 64_120, 0, 0, 0], eur, { Credit: eur(1_500) }), Resellers: 1, Unallocated: eur(0) },
    ],
  },
  "/api/operator/debtors": { Items: items, Next: null },
};
export const account = {
  ResellerId: id(1),
  Name: "Harbour IT",
  Accounts: [harbour],
  OpenItems: [
    {
      InvoiceId: id(11),
      Number: "TW-000118",
      IssuedOn: "2026-07-02",
      DueOn: "2026-08-01",
      DaysLate: 118,
      Gross: gbp(196_000),
      Open: gbp(96_000),
      OnItsWay: gbp(0),
    },
    {
      InvoiceId: id(12),
      Number: "TW-000141",
      IssuedOn: "2026-09-01",
      DueOn: "2026-10-01",
      DaysLate: 57,
      Gross: gbp(412_250),
      Open: gbp(412_250),
      OnItsWay: gbp(412_250),
    },
    {
      InvoiceId: id(13),
      Number: "TW-000163",
      IssuedOn: "2026-10-01",
      DueOn: "2026-10-31",
      DaysLate: 27,
      Gross: gbp(840_000),
      Open: gbp(840_000),
      OnItsWay: gbp(0),
    },
    {
      InvoiceId: id(14),
      Number: "TW-000187",
      IssuedOn: "2026-11-01",
      DueOn: "2026-12-01",
      DaysLate: -4,
      Gross: gbp(1_204_800),
      Open: gbp(1_204_800),
      OnItsWay: gbp(0),
    },
  ],
  Payments: [
    {
      Id: id(21),
      At: "2026-11-26T09:12:00.000Z",
      Amount: gbp(412_250),
      Kind: "directDebit",
      State: "processing",
      Number: "TW-000141",
      PaidWith: null,
    },
    {
      Id: id(22),
      At: "2026-11-02T10:00:00.000Z",
      Amount: gbp(100_000),
      Kind: "bankTransfer",
      State: "confirmed",
      Number: "TW-000118",
      PaidWith: "Bank transfer from Harbour IT Ltd",
    },
    {
      Id: id(23),
      At: "2026-10-05T10:00:00.000Z",
      Amount: gbp(412_250),
      Kind: "card",
      State: "failed",
      Number: "TW-000141",
      PaidWith: "Visa ending 4242",
    },
  ],
  Notices: [
    { Id: id(31), On: "2026-11-21", Step: "orderingPaused", Number: "TW-000163", Owed: gbp(1_348_250) },
    { Id: id(32), On: "2026-08-31", Step: "escalated", Number: "TW-000118", Owed: gbp(196_000) },
  ],
  CreditMemos: [{ Id: id(41), Number: "TWC-000009", IssuedOn: "2026-06-01", Gross: gbp(-24_000), Open: gbp(0) }],
  Notes: [
    {
      Id: id(51),
      Kind: "promise",
      Text: "Nora Wind rang: they pay both by bank transfer",
      PromisedOn: "2026-12-04",
      By: "Olive Operator",
      At: "2026-11-26T14:20:00.000Z",
    },
    {
      Id: id(52),
      Kind: "limit",
      Text: "Credit limit of £25,000.00: after the review of July",
      PromisedOn: null,
      By: "Oscar Operator",
      At: "2026-07-14T08:05:00.000Z",
    },
    {
      Id: id(53),
      Kind: "note",
      Text: "The buyer is away until 9 December.\nAsk for Tom in the meantime.",
      PromisedOn: null,
      By: "Olive Operator",
      At: "2026-11-24T11:00:00.000Z",
    },
  ],
};
const cash = (Day: string | null, How: string, Amount: object, Payments = 1) => ({ Day, How, Amount, Payments });
const expected = {
  "/api/operator/cash-expected": {
    From: "2026-11-27",
    Until: "2026-12-27",
    Items: [
      cash(null, "due", gbp(508_250), 3),
      cash("2026-11-30", "onItsWay", gbp(412_250)),
      cash("2026-12-01", "card", gbp(310_000), 2),
      cash("2026-12-01", "directDebit", gbp(1_204_800), 4),
      cash("2026-12-01", "due", gbp(98_000)),
      cash("2026-12-04", "promised", gbp(936_000), 2),
      cash("2026-12-15", "due", gbp(72_400), 2),
      cash(null, "due", eur(64_120)),
      cash("2026-12-01", "due", eur(120_000), 2),
    ],
  },
};

const writeOff = (n: number, Number: string, Kind: string, minor: number, changes: object = {}) => ({
  Id: id(80 + n),
  ResellerId: id(1),
  Reseller: "Harbour IT",
  InvoiceId: id(20 + n),
  Number,
  DueOn: "2026-07-30",
  Kind,
  State: "posted",
  Amount: gbp(minor),
  Vat: gbp(Math.round(minor / 6)),
  Reason: "Their bank took its charges off the transfer",
  EnteredBy: "Olive Operator",
  EnteredAt: "2026-11-20T10:12:00.000Z",
  DecidedBy: "Olive Operator",
  DecidedAt: "2026-11-20T10:12:00.000Z",
  TakenBackBy: null,
  TakenBackAt: null,
  MayApprove: false,
  ...changes,
});
export const writtenOff = {
  "/api/operator/write-offs": {
    Items: [
      writeOff(1, "TW-000031", "badDebt", 96_000, {
        State: "waiting",
        DecidedBy: null,
        DecidedAt: null,
        MayApprove: true,
        Reason: "In administration since 12 November; the administrators expect no dividend for unsecured creditors",
      }),
      writeOff(2, "TW-000084", "shortPayment", 1_250, {
        Reseller: "Northwind Cloud Services and Managed Infrastructure",
      }),
      writeOff(3, "TW-000102", "goodwill", 4_000, {
        State: "takenBack",
        TakenBackBy: "Priya Nair",
        TakenBackAt: "2026-11-24T08:00:00.000Z",
        Reason: "Promised by telephone after the outage",
      }),
    ],
    Next: null,
  },
};

const balance = (
  Group: string,
  Account: string,
  [opening, debits, credits]: [number, number, number],
  money = gbp,
) => ({
  Group,
  Account,
  Currency: money(0).Currency,
  Opening: money(opening),
  Debits: money(debits),
  Credits: money(credits),
  Closing: money(opening + debits - credits),
});
const month = {
  "/api/operator/months/2026-10/page": {
    Month: "2026-10",
    State: "open",
    By: "Priya Nair",
    At: "2026-11-05T14:10:00.000Z",
    From: "2026-10-01",
    Until: "2026-10-31",
    Tasks: [
      { Task: "bankLines", Count: 2 },
      { Task: "gatewayDifferences", Count: 1 },
      { Task: "writeOffs", Count: 1 },
    ],
    Balances: [
      balance("receivable", "receivable", [41_870_400, 12_884_160, 9_120_000]),
      balance("credit", "credit", [-260_500, 89_500, 200_000]),
      balance("cash", "cash:stripe", [6_412_000, 2_400_000, 2_310_400]),
      balance("cash", "cash:bank", [18_400_000, 6_720_000, 0]),
      balance("revenue", "revenue", [-55_351_583, 0, 10_736_800]),
      balance("vat", "vat:S:20", [-11_070_317, 0, 2_147_360]),
      balance("cost", "cost:bad-debt", [0, 96_000, 0]),
      balance("receivable", "receivable", [920_400, 184_160, 120_000], eur),
      balance("revenue", "revenue", [-920_400, 0, 184_160], eur),
      balance("cash", "cash:gocardless", [0, 120_000, 0], eur),
    ],
    History: [
      {
        Did: "reopened",
        By: "Priya Nair",
        At: "2026-11-05T14:10:00.000Z",
        Note: "The statement of 31 October came with two more lines",
      },
      { Did: "closed", By: "Olive Operator", At: "2026-11-04T09:30:00.000Z", Note: null },
    ],
    MayClose: true,
    MayReopen: false,
  },
};

/** Who owes something and what is expected of them, which the operator's staff look after. */
export const debtorScenes: readonly Scene[] = [
  { name: "debtors", who: operator, open: "/operator/debtors", given, also: ["900", "dark"] },
  { name: "debtors-none", who: operator, open: "/operator/debtors?which=overLimit" },
  {
    name: "debtor",
    who: operator,
    open: `/operator/debtors/${id(1)}`,
    given: { [`/api/operator/debtors/${id(1)}/account`]: account, ...writtenOff },
    also: ["900", "dark"],
  },
  {
    name: "debtor-promise",
    who: operator,
    open: `/operator/debtors/${id(1)}`,
    given: { [`/api/operator/debtors/${id(1)}/account`]: account },
    act: async (page) => page.getByRole("button", { name: "Promised to pay" }).click(),
  },
  {
    name: "write-off",
    who: operator,
    open: `/operator/debtors/${id(1)}`,
    given: { [`/api/operator/debtors/${id(1)}/account`]: account, ...writtenOff },
    act: async (page) =>
      page
        .getByRole("button", { name: /^Write off / })
        .first()
        .click(),
  },
  { name: "write-offs", who: operator, open: "/operator/write-offs", given: writtenOff, also: ["900", "dark"] },
  { name: "write-offs-none", who: operator, open: "/operator/write-offs?state=refused" },
  { name: "months", who: operator, open: "/operator/months", also: ["900", "dark"] },
  { name: "month", who: operator, open: "/operator/months/2026-10", given: month, also: ["900", "dark"] },
  {
    name: "month-close",
    who: operator,
    open: "/operator/months/2026-10",
    given: month,
    act: async (page) => page.getByRole("button", { name: "Close month" }).click(),
  },
  { name: "cash-expected", who: operator, open: "/operator/cash-expected", given: expected, also: ["900", "dark"] },
];
