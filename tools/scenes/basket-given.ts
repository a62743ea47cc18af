import type { Basket, BasketLine } from "@tradewind/contract/ordering/basket.ts";

const pounds = (Minor: number) => ({ Minor: String(Minor), Currency: "GBP" as const });
const idOf = (at: number) => `019a0000-0000-7000-8000-0000000000${String(at).padStart(2, "0")}`;

const item = (more: Partial<BasketLine["Items"][number]> = {}): BasketLine["Items"][number] => ({
  Key: "line-1",
  Name: "Microsoft 365 Business Premium",
  Unit: "Licence",
  Term: "P1Y",
  Billing: "monthly",
  Quantity: 12,
  Minimum: 1,
  Maximum: 300,
  AddOnTo: null,
  UnitCostBefore: null,
  UnitCost: "15.09",
  ...more,
});

const proposal = (net: number): NonNullable<BasketLine["Proposal"]> => ({
  Hash: "a".repeat(64),
  Currency: "GBP",
  ChargeNow: {
    Net: pounds(net),
    Vat: [{ Category: "S", Percent: "20", Net: pounds(net), Vat: pounds(net / 5) }],
    Gross: pounds(net * 1.2),
  },
  Lines: [],
  Upcoming: [],
  Margin: { Cost: pounds(net), CustomerPrice: pounds(net * 1.25), Margin: pounds(net / 4) },
  Commitment: { Net: pounds(net * 12), Until: "2027-11-24" },
  UndoUntil: null,
  After: [],
  Findings: [],
});

const line = (at: number, customer: string, more: Partial<BasketLine>): BasketLine => ({
  Id: idOf(at),
  CustomerId: idOf(customer === "Acme Dental" ? 51 : 50 + at),
  CustomerName: customer,
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  State: "open",
  Items: [item()],
  Proposal: proposal(18_100),
  Trouble: null,
  Refused: null,
  OrderId: null,
  RequestId: null,
  InstanceId: null,
  ChangedAt: "2026-11-24T11:52:00.000Z",
  ...more,
});

/** A basket in every state at once: ready, waiting for an agreement, dearer, refused, no longer sold, and placed. */
export const troubledBasket: Basket = {
  Lines: [
    line(1, "Acme Dental", {}),
    line(2, "Acme Dental", {
      ProductId: "acronis-backup",
      ProductName: "Acronis Backup",
      Items: [item({ Name: "Acronis Backup Standard", Unit: "Device", Quantity: 4, UnitCost: null })],
      Proposal: null,
      Trouble: {
        Code: "agreementNotSigned",
        Text: "The agreement “Acronis reseller terms” has to be signed before this can be ordered.",
        AgreementId: "acronis-backup",
      },
    }),
    line(3, "Northgate Joinery", { Items: [item({ UnitCostBefore: "14.20" })] }),
    line(4, "Penhallow Gallery", {
      Proposal: null,
      Trouble: {
        Code: "offerNotForSale",
        Text: "This is no longer sold. Please choose another product.",
        AgreementId: null,
      },
    }),
    line(5, "Quayside Books", {
      Refused: "The price or the terms have changed since you looked. Please check the new proposal and confirm again.",
    }),
    line(6, "Tidewater Surveyors", { State: "placing" }),
    line(7, "Wharf Street Studio", {
      State: "ordered",
      Proposal: null,
      OrderId: "019a0000-0000-7000-8000-00003f9ac21b",
      InstanceId: idOf(90),
    }),
  ],
  Totals: [
    {
      Currency: "GBP",
      Orders: 2,
      Net: pounds(36_200),
      Vat: pounds(7_240),
      Gross: pounds(43_440),
      Commitment: { Net: pounds(434_400), Until: "2027-11-24" },
      Periods: [{ Billing: "monthly", Cost: pounds(36_200), CustomerPrice: pounds(45_250), Margin: pounds(9_050) }],
    },
  ],
};
