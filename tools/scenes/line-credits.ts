import { account, gbp, id, writtenOff } from "./debtors.ts";
import { operator, type Scene } from "./scene.ts";

const credited = (n: number, Number: string, gross: number, changes: object = {}) => ({
  Id: id(90 + n),
  ResellerId: id(1),
  Reseller: "Harbour IT",
  InvoiceId: id(11),
  Number,
  MemoNumber: `TWC-00002${n}`,
  State: "issued",
  Reason: "wrongPrice",
  Words: "The list of July was meant, as agreed with Nora Wind",
  Net: gbp((gross / 6) * 5),
  Vat: gbp(gross / 6),
  Gross: gbp(gross),
  Lines: 1,
  EnteredBy: "Olive Operator",
  EnteredAt: "2026-11-20T10:12:00.000Z",
  DecidedBy: "Olive Operator",
  DecidedAt: "2026-11-20T10:12:00.000Z",
  MayApprove: false,
  ...changes,
});
const creditable = (n: number, CustomerName: string, Description: string, net: number, left = net) => ({
  Id: id(60 + n),
  CustomerName,
  ProductName: "Microsoft 365",
  Description,
  PeriodFrom: "2026-10-01",
  PeriodUntil: "2026-11-01",
  Net: gbp(net),
  VatCategory: "S",
  VatPercent: "20",
  Left: gbp(left),
});
const creditedLines = {
  "/api/operator/line-credits": {
    Items: [
      credited(1, "TW-000187", 72_000, {
        MemoNumber: null,
        State: "waiting",
        Reason: "notProvided",
        Words: "The migration was not done before the end of the month",
        DecidedBy: null,
        DecidedAt: null,
        MayApprove: true,
      }),
      credited(2, "TW-000163", 14_400),
      credited(3, "TW-000141", 1_200, {
        Reseller: "Northwind Cloud Services and Managed Infrastructure",
        State: "refused",
        MemoNumber: null,
        DecidedBy: "Priya Nair",
      }),
    ],
    Next: null,
  },
  [`/api/operator/debtors/${id(1)}/invoices`]: {
    Items: [
      { Id: id(14), Number: "TW-000187", IssuedOn: "2026-11-01", Gross: gbp(1_204_800), Open: gbp(1_204_800) },
      { Id: id(13), Number: "TW-000163", IssuedOn: "2026-10-01", Gross: gbp(840_000), Open: gbp(0) },
    ],
  },
  [`/api/operator/debtors/${id(1)}/invoices/${id(14)}/lines`]: {
    Number: "TW-000187",
    IssuedOn: "2026-11-01",
    Items: [
      creditable(1, "Acme Dental", "Microsoft 365 Business Premium", 18_100),
      creditable(2, "Acme Dental", "Exchange Online Plan 1", 6_200, 1_200),
      creditable(3, "Bristol Physiotherapy and Sports Injuries Clinic", "Microsoft 365 Business Standard", 31_500, 0),
    ],
    Next: null,
  },
};

/** What the operator's staff credit of lines of invoices. */
export const lineCreditScenes: readonly Scene[] = [
  {
    name: "credit-lines",
    who: operator,
    open: `/operator/debtors/${id(1)}`,
    given: { [`/api/operator/debtors/${id(1)}/account`]: account, ...writtenOff, ...creditedLines },
    act: async (page) => {
      await page.getByRole("button", { name: "Credit an invoice" }).click();
      const dialog = page.getByRole("dialog", { name: "Credit an invoice" });
      await dialog.getByLabel("Invoice", { exact: true }).selectOption(id(14));
      await dialog.getByRole("textbox", { name: /Business Premium/ }).fill("40");
    },
  },
  { name: "line-credits", who: operator, open: "/operator/line-credits", given: creditedLines, also: ["900", "dark"] },
];
