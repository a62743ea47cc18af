const id = "019a0000-0000-7000-8000-0000000000a1";
const made = { MadeBy: "Alex Tradewind", MadeAt: "2026-11-20T09:12:00.000Z", CommittedAt: null, MayTakeBack: false };
const imported = {
  Id: id,
  FileName: "microsoft-january-2027.csv",
  From: "2027-01-01",
  SharePercent: "85",
  State: "compared",
  Pieces: 61,
  Lines: 50_001,
  Counts: { added: 3, changed: 148, unchanged: 31, unknown: 49_818 },
  FaultCount: 0,
  ...made,
};
const faulty = {
  ...imported,
  Id: "019a0000-0000-7000-8000-0000000000a2",
  FileName: "own-prices.csv",
  Lines: 9,
  Counts: { added: 0, changed: 5, unchanged: 1, unknown: 0 },
  FaultCount: 3,
};

const rows = [
  ["Microsoft 365 Business Basic", "4.35", "4.90", "12.6"],
  ["Microsoft 365 Business Standard", "8.57", "9.10", "6.2"],
  ["Microsoft 365 Business Premium", "15.09", "14.20", "-5.9"],
  ["Microsoft Defender for Business and everything else that protects servers", "2.10", "2.1025", "0.1"],
].map(([Name, before, after, Percent], at) => ({
  Line: 2 + at * 3,
  Sku: `CFQ7TTC0LH1${at}:0001`,
  Term: "P1Y",
  Billing: at === 2 ? "annual" : "monthly",
  Currency: "GBP",
  Name,
  Kind: "changed",
  Old: { ResellersPay: before, Recommended: "6.10", WePay: "4.88" },
  New: { ResellersPay: after, Recommended: "6.40", WePay: "5.12" },
  Percent,
  Reason: null,
}));

const pathOf = (of: string) => `/api/operator/price-imports/${of}`;

/** Imports that the demo has none of. */
export const importsGiven = {
  "/api/operator/price-imports": {
    Items: [
      { ...imported, Id: "019a0000-0000-7000-8000-0000000000a3", State: "reading", Lines: 12_400 },
      imported,
      faulty,
      { ...imported, Id: "019a0000-0000-7000-8000-0000000000a4", State: "committed", FileName: "goods-autumn.csv" },
    ],
    Next: null,
  },
  [`${pathOf(id)}/page`]: { Import: imported, Faults: [] },
  [`${pathOf(id)}/rows`]: { Items: rows, Next: null },
  [`${pathOf(faulty.Id)}/page`]: {
    Import: faulty,
    Faults: [
      { Line: 3, Column: "Resellers pay", Reason: "Must be a price, as in 12.50" },
      { Line: 5, Column: "Term", Reason: "Must be one of P1M, P1Y, P3Y, none" },
      { Line: 8, Column: "", Reason: "Is also on line 2" },
    ],
  },
  [`${pathOf(faulty.Id)}/rows`]: { Items: rows.slice(0, 2), Next: null },
};
export const importAddress = `/operator/price-imports/${id}`;
export const faultyAddress = `/operator/price-imports/${faulty.Id}`;
