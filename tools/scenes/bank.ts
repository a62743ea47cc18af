import { operator, press, type Scene } from "./scene.ts";

const idOf = (n: number) => `019a0000-0000-7000-8000-00000000b0${String(n).padStart(2, "0")}`;
const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const line = {
  Id: idOf(1),
  BookedOn: "2026-11-19",
  Amount: pounds(1_463_220),
  IsReversal: false,
  Payer: "HARBOUR IT LIMITED",
  PayerAccount: "GB29NWBK60161331926819",
  Words: "TW-000123 NOVEMBER",
  BankRef: "B2611190001",
  State: "open",
  Version: 0,
  Allocations: [],
  Reason: null,
  DecidedBy: null,
  DecidedAt: null,
};
const share = { ResellerId: idOf(20), ResellerName: "Harbour IT", InvoiceId: idOf(30), Number: "TW-000123" };
const proposal = (Certainty: string, Reason: string, ...Shares: object[]) => ({ Certainty, Reason, Shares });
const transfers = {
  "/api/operator/bank-lines/totals": {
    Open: [
      { Amount: pounds(1_948_970), Count: 5, Since: "2026-11-12" },
      { Amount: { Minor: "84000", Currency: "EUR" }, Count: 1, Since: "2026-11-18" },
    ],
  },
  "/api/operator/bank-lines": {
    Items: [
      {
        ...line,
        Proposal: proposal("certain", "It names TW-000123, and pays what is open", {
          ...share,
          Amount: line.Amount,
        }),
      },
      {
        ...line,
        Id: idOf(2),
        Payer: "Severn Managed Services",
        Words: "INV TW 000131 AND 118",
        Amount: pounds(300_000),
        Proposal: proposal(
          "likely",
          "It names TW-000131, and is £420.50 more than is open",
          { ...share, ResellerName: "Severn Managed Services", Number: "TW-000131", Amount: pounds(257_950) },
          { ...share, ResellerName: "Severn Managed Services", InvoiceId: null, Number: null, Amount: pounds(42_050) },
        ),
      },
      { ...line, Id: idOf(3), Payer: "J SMITH", Words: "thanks", Amount: pounds(48_500), Proposal: null },
      {
        ...line,
        Id: idOf(4),
        Payer: null,
        Words: "RETURNED",
        Amount: pounds(-12_000),
        IsReversal: true,
        Proposal: null,
      },
    ],
    Next: null,
  },
};
const statements = {
  "/api/operator/bank-statements": {
    Items: [
      {
        Id: idOf(40),
        AccountName: "Tradewind Distribution Ltd",
        AccountEnd: "9911",
        Number: 43,
        ClosedOn: "2026-11-20",
        Opening: pounds(9_204_118),
        Closing: pounds(10_981_004),
        Lines: 38,
        KnownLines: 0,
        Warning:
          "The one before ended on 18/11/2026 with £91,882.30, and this begins with £92,041.18: one may be missing.",
        FileName: "2026-11-20.sta",
        ImportedBy: "Alex Tradewind",
        ImportedAt: "2026-11-21T08:12:00.000Z",
      },
    ],
    Next: null,
  },
};

/** Bank transfers and statements, which the operator's staff look after. */
export const bankScenes: readonly Scene[] = [
  { name: "bank-transfers", who: operator, open: "/operator/bank-transfers", given: transfers, also: ["900", "dark"] },
  { name: "bank-transfers-none", who: operator, open: "/operator/bank-transfers" },
  {
    name: "bank-allocate",
    who: operator,
    open: "/operator/bank-transfers",
    given: transfers,
    act: async (page) =>
      page
        .getByRole("button", { name: /^Allocate:/ })
        .nth(1)
        .click(),
  },
  {
    name: "bank-import",
    who: operator,
    open: "/operator/bank-transfers",
    given: transfers,
    act: press("Import statements"),
  },
  { name: "bank-statements", who: operator, open: "/operator/bank-statements", given: statements, also: ["900"] },
];
