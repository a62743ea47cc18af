import { behind, operator, press, type Scene } from "./scene.ts";

const billId = "019a0000-0000-7000-8000-0000000000b1";
const pounds = (Minor: string) => ({ Minor, Currency: "GBP" });
const wrongLine = {
  Id: "019a0000-0000-7000-8000-0000000000b2",
  Kind: "price",
  For: "period",
  Name: "Microsoft 365 Business Standard",
  CustomerName: "Northgate Primary School",
  ResellerName: "Harbour IT",
  VendorRef: "5d0c2b7e-91a4-4d6e-8f0e-3f1d2c4b5a69",
  Text: "Microsoft asks £19.36 a unit for 04/10/2026 to 03/11/2026, and our price is £9.68",
  Theirs: pounds("23232"),
  Ours: pounds("11616"),
  Apart: pounds("11616"),
  State: "open",
  DecidedBy: null,
  DecidedAt: null,
  Note: null,
  Decisions: ["accept", "dispute", "correct"],
};
/** An invoice of a vendor with wrong lines, which the demo's vendor does not write. */
const misbilled = {
  [`/api/operator/vendor-invoices/${billId}/sums`]: {
    Invoice: {
      Id: billId,
      VendorName: "Microsoft",
      Number: "G700004711",
      IssuedOn: "2026-11-08",
      PeriodFrom: "2026-10-01",
      PeriodUntil: "2026-11-01",
      ReadAt: "2026-11-08T00:04:00.000Z",
      Source: "invoice",
      Trouble: null,
      Lines: 214,
      Theirs: pounds("1284210"),
      Ours: pounds("1272508"),
      Apart: pounds("11702"),
      Open: 3,
    },
    Causes: [
      { Kind: "price", Count: 1, Open: 1, Apart: pounds("11616") },
      { Kind: "notOurs", Count: 1, Open: 1, Apart: pounds("4690") },
      { Kind: "notTheirs", Count: 1, Open: 0, Apart: pounds("-4290") },
      { Kind: "rounding", Count: 18, Open: 0, Apart: pounds("-314") },
    ],
  },
  [`/api/operator/vendor-invoices/${billId}/differences`]: {
    Items: [
      wrongLine,
      {
        ...wrongLine,
        Id: "019a0000-0000-7000-8000-0000000000b3",
        Kind: "notOurs",
        Name: "Microsoft 365 Business Basic",
        CustomerName: "Tamar Valley Growers",
        ResellerName: null,
        Text: "Microsoft bills 10 for 12/10/2026 to 11/11/2026, and we owe nothing for it: no subscription of ours stands for it",
        Theirs: pounds("4690"),
        Ours: null,
        Apart: pounds("4690"),
      },
      {
        ...wrongLine,
        Id: "019a0000-0000-7000-8000-0000000000b4",
        Kind: "notTheirs",
        Name: "Exchange Online (Plan 1)",
        CustomerName: "Acme Dental",
        Text: "We owe for 15 for 20/10/2026 to 19/11/2026, and Microsoft does not bill it",
        Theirs: null,
        Ours: pounds("4290"),
        Apart: pounds("-4290"),
        State: "disputed",
        DecidedBy: "Olive Operator",
        DecidedAt: "2026-11-09T10:12:00.000Z",
        Note: "Asked in Microsoft's ticket 2611090040001234",
        Decisions: ["accept", "correct"],
      },
    ],
    Next: null,
  },
};

const overuse = {
  ...wrongLine,
  Kind: "notOurs",
  For: "usage",
  Name: "Acronis Cyber Protect: servers",
  ResellerName: null,
};
const report = {
  Id: billId,
  VendorName: "Acronis",
  Number: "usage-2026-10-GBP",
  IssuedOn: "2026-11-02",
  PeriodFrom: "2026-10-01",
  PeriodUntil: "2026-11-01",
  ReadAt: "2026-11-02T00:04:00.000Z",
  Source: "report",
  Trouble: null,
  Lines: 318,
  Theirs: pounds("48212"),
  Ours: pounds("45152"),
  Apart: pounds("3060"),
  Open: 2,
};
/** A vendor's report of use with lines that are not charged, which the demo's vendor does not make. */
const overused = {
  [`/api/operator/vendor-invoices/${billId}/sums`]: {
    Invoice: report,
    Causes: [
      { Kind: "notOurs", Count: 1, Open: 1, Apart: pounds("3570") },
      { Kind: "ended", Count: 1, Open: 1, Apart: pounds("510") },
      { Kind: "notTheirs", Count: 1, Open: 0, Apart: pounds("-1020") },
      { Kind: "waiting", Count: 2, Open: 0, Apart: pounds("0") },
    ],
  },
  [`/api/operator/vendor-invoices/${billId}/differences`]: {
    Items: [
      {
        ...overuse,
        CustomerName: "",
        Text: "Acronis reports 7 used for October 2026, and we owe nothing for it: no subscription of ours stands for it",
        Theirs: pounds("3570"),
        Ours: null,
        Apart: pounds("3570"),
      },
      {
        ...overuse,
        Id: "019a0000-0000-7000-8000-0000000000b3",
        Kind: "ended",
        CustomerName: "Northgate Primary School",
        ResellerName: "Harbour IT",
        Text: "Acronis reports 1 used for October 2026, within which it had ended, so we charge none of it",
        Theirs: pounds("510"),
        Ours: null,
        Apart: pounds("510"),
      },
    ],
    Next: null,
  },
};
const unread = {
  [`/api/operator/vendor-invoices/${billId}/sums`]: {
    Invoice: {
      ...report,
      ReadAt: null,
      Trouble: "Acronis's file is refused: it has more than 4,294,967,296 bytes",
      Lines: 0,
      Theirs: pounds("0"),
      Ours: pounds("0"),
      Apart: pounds("0"),
      Open: 0,
    },
    Causes: [],
  },
  [`/api/operator/vendor-invoices/${billId}/differences`]: { Items: [], Next: null },
};

/** What vendors bill, and where it differs. */
export const vendorInvoiceScenes: readonly Scene[] = [
  { name: "vendor-invoices", who: operator, open: "/operator/vendor-invoices", also: ["900", "dark"] },
  {
    name: "vendor-invoices-none",
    who: operator,
    open: "/operator/vendor-invoices",
    given: {
      "/api/operator/vendor-invoices": { Items: [], Next: null },
      "/api/operator/vendor-margins": { Rows: [] },
    },
  },
  { name: "vendor-invoice-agrees", who: operator, open: behind("/operator/vendor-invoices", "Microsoft") },
  {
    name: "vendor-invoice",
    who: operator,
    open: `/operator/vendor-invoices/${billId}`,
    given: misbilled,
    also: ["900", "dark"],
  },
  {
    name: "vendor-report",
    who: operator,
    open: `/operator/vendor-invoices/${billId}`,
    given: overused,
    also: ["900", "dark"],
  },
  {
    name: "vendor-report-unread",
    who: operator,
    open: `/operator/vendor-invoices/${billId}`,
    given: unread,
  },
  {
    name: "vendor-invoice-dispute",
    who: operator,
    open: `/operator/vendor-invoices/${billId}`,
    given: misbilled,
    act: press("Dispute"),
  },
];
