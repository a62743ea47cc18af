import {
  all,
  has,
  linesOf,
  numberAt,
  rounded,
  subtotals,
  sum,
  textAt,
  type Element,
  type Rule,
} from "./e-invoice-tree.ts";

const one = 100_000_000n;
const penny = 1_000_000n;
const categories = ["S", "Z", "E", "AE", "O"] as const;
type Category = (typeof categories)[number];

const vatOf = (document: Element, party: string) =>
  has(document, `Accounting${party}Party/Party/PartyTaxScheme/CompanyID`);
const registered = (document: Element) => has(document, "AccountingCustomerParty/Party/PartyLegalEntity/CompanyID");
const category = "Item/ClassifiedTaxCategory";
const linesIn = (document: Element, of: Category) =>
  linesOf(document).filter((line) => textAt(line, `${category}/ID`) === of);
const totalsIn = (document: Element, of: Category) =>
  subtotals(document).filter((each) => textAt(each, "TaxCategory/ID") === of);

/** Who must be registered for VAT for lines of a category; outside its scope neither may say that it is. */
const parties: Readonly<Record<Category, (document: Element) => boolean>> = {
  S: (document) => vatOf(document, "Supplier"),
  Z: (document) => vatOf(document, "Supplier"),
  E: (document) => vatOf(document, "Supplier"),
  AE: (document) => vatOf(document, "Supplier") && (vatOf(document, "Customer") || registered(document)),
  O: (document) => !vatOf(document, "Supplier") && !vatOf(document, "Customer"),
};

const hasRate = (line: Element, of: Category) => {
  const percent = numberAt(line, `${category}/Percent`);
  if (of === "O") return percent === undefined;
  return of === "S" ? (percent ?? 0n) > 0n : percent === 0n;
};

/** What the lines of a category come to; for the standard category, those of one rate. */
const lineSum = (document: Element, of: Category, percent: bigint | undefined) =>
  sum(
    linesIn(document, of)
      .filter((line) => of !== "S" || numberAt(line, `${category}/Percent`) === percent)
      .map((line) => numberAt(line, "LineExtensionAmount")),
  );

const charges = (document: Element) => all(document, "AllowanceCharge").length > 0;
const percentOf = (each: Element) => numberAt(each, "TaxCategory/Percent");
const reasons = ["TaxCategory/TaxExemptionReason", "TaxCategory/TaxExemptionReasonCode"];
const exact = (each: Element) =>
  rounded((numberAt(each, "TaxableAmount") ?? 0n) * (percentOf(each) ?? 0n), one * 100n * penny) * penny;

/** The standard tolerates one unit of the currency; our own rule tolerates nothing. */
function isNear(each: Element): boolean {
  const off = (numberAt(each, "TaxAmount") ?? 0n) - exact(each);
  return -one < off && off < one;
}

const rulesOf = (of: Category): Rule[] => [
  [
    `BR-${of}-01`,
    (document) => {
      const found = totalsIn(document, of).length;
      if (linesIn(document, of).length === 0) return found === 0;
      return of === "S" ? found >= 1 : found === 1;
    },
  ],
  [`BR-${of}-02`, (document) => linesIn(document, of).length === 0 || parties[of](document)],
  [`BR-${of}-05`, (document) => linesIn(document, of).every((line) => hasRate(line, of))],
  [
    `BR-${of}-08`,
    (document) =>
      charges(document) ||
      totalsIn(document, of).every(
        (each) => numberAt(each, "TaxableAmount") === lineSum(document, of, percentOf(each)),
      ),
  ],
  [
    `BR-${of}-09`,
    (document) =>
      totalsIn(document, of).every((each) => (of === "S" ? isNear(each) : numberAt(each, "TaxAmount") === 0n)),
  ],
  [
    `BR-${of}-10`,
    (document) =>
      totalsIn(document, of).every((each) => reasons.some((path) => has(each, path)) === !["S", "Z"].includes(of)),
  ],
];

export const categoryRules: readonly Rule[] = [
  ...categories.flatMap(rulesOf),
  ["BR-O-11", (document) => totalsIn(document, "O").length === 0 || subtotals(document).length === 1],
  ["BR-CO-17", (document) => subtotals(document).every(isNear)],
  ["TW-VAT", (document) => subtotals(document).every((each) => numberAt(each, "TaxAmount") === exact(each))],
];
