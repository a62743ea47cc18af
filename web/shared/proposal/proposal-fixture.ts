import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";

export const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const totals = (net: number) => {
  const vat = Math.round(net / 5);
  return {
    Net: pounds(net),
    Vat: [{ Category: "S", Percent: "20", Net: pounds(net), Vat: pounds(vat) }],
    Gross: pounds(net + vat),
  };
};

/** Builds a proposal for tests: two seats for a year, paid monthly. */
export const proposalOf = (changes: Partial<WireProposal> = {}, unit = 1509): WireProposal => ({
  Hash: "a".repeat(64),
  Currency: "GBP",
  ChargeNow: totals(unit * 2),
  Lines: [
    {
      Key: "line-1",
      OfferId: "premium:year",
      Description: "Business Premium",
      Kind: "recurring",
      From: "2026-11-21",
      Until: "2026-12-21",
      DueOn: "2026-11-21",
      Quantity: 2,
      UnitCost: (unit / 100).toFixed(4),
      Amount: pounds(unit * 2),
      PolicyId: null,
    },
  ],
  Upcoming: [
    { From: "2026-12-21", Until: "2027-01-21", DueOn: "2026-12-21", Totals: totals(unit * 2) },
    { From: "2027-01-21", Until: "2027-02-21", DueOn: "2027-01-21", Totals: totals(unit * 2) },
  ],
  Margin: { Cost: pounds(unit * 2), CustomerPrice: pounds(4000), Margin: pounds(4000 - unit * 2) },
  Commitment: { Net: pounds(unit * 24), Until: "2027-11-21" },
  UndoUntil: "2026-11-28T14:05:00.000Z",
  After: [
    {
      Key: "line-1",
      Name: "Business Premium",
      Quantity: 2,
      TermUntil: "2027-11-21",
      TermEnd: { Outcome: "renew", OfferId: null, Quantity: null, Until: null },
    },
  ],
  Findings: [],
  ...changes,
});
