import { expect, test } from "vitest";
import { money } from "../values/money.ts";
import { totalsOf, ukVatRates, vatPercent, vatTotals, vatTreatment, type TaxedLine } from "./vat.ts";

const seller = { country: "GB", vatNumber: "GB123456789" };
const line = (minor: bigint, percent = "20"): TaxedLine => ({ net: money(minor, "GBP"), category: "S", percent });

test.each([
  { why: "a buyer in the United Kingdom", buyer: { country: "GB", vatNumber: "GB987654321" }, category: "S" },
  { why: "an Irish business", buyer: { country: "IE", vatNumber: "IE1234567FA" }, category: "AE" },
  { why: "an Irish buyer without a VAT number", buyer: { country: "IE", vatNumber: null }, category: "S" },
  { why: "a buyer outside the EU", buyer: { country: "CH", vatNumber: null }, category: "O" },
])("$why is category $category", ({ buyer, category }) => {
  expect(vatTreatment(seller, buyer)).toMatchObject({
    category,
    sellerVatNumber: seller.vatNumber,
    buyerVatNumber: buyer.vatNumber,
  });
});

test("businesses of all 27 member states account for the VAT themselves, and their consumers pay it here", () => {
  const members = "IE FR DE NL BE LU IT ES PT GR CY MT AT DK SE FI EE LV LT PL CZ SK HU SI HR RO BG".split(" ");
  const others = ["CH", "NO", "IS", "LI", "US", "UA", "TR", "RS", "JE", "IM"];
  const categories = (countries: string[], vatNumber: string | null) =>
    new Set(countries.map((country) => vatTreatment(seller, { country, vatNumber }).category));

  expect(new Set(members).size).toBe(27);
  expect(categories(members, "XX1")).toEqual(new Set(["AE"]));
  expect(categories(members, null)).toEqual(new Set(["S"]));
  expect(categories(others, "XX1")).toEqual(new Set(["O"]));
  expect(categories(others, null)).toEqual(new Set(["O"]));
});

test("the reverse charge says its words", () => {
  const { wording } = vatTreatment(seller, { country: "IE", vatNumber: "IE1234567FA" });
  expect(wording?.toLowerCase()).toContain("reverse charge");
  expect(vatTreatment(seller, { country: "GB", vatNumber: null }).wording).toBeNull();
});

test("the rate is the one in force on the day", () => {
  const rates = [
    { category: "S" as const, percent: "20", from: "2011-01-04", until: "2027-04-01" },
    { category: "S" as const, percent: "21", from: "2027-04-01", until: null },
  ];
  expect([vatPercent(rates, "S", "2027-03-31"), vatPercent(rates, "S", "2027-04-01")]).toEqual(["20", "21"]);
  expect(vatPercent(ukVatRates, "AE", "2026-11-21")).toBe("0");
  expect(() => vatPercent(rates, "S", "2010-01-01")).toThrow("No VAT rate");
});

test("the United Kingdom's rates of today: a fifth where VAT is ours to charge, nothing where it is not", () => {
  const rates = (["S", "AE", "O"] as const).map((category) => vatPercent(ukVatRates, category, "2026-11-21"));
  expect(rates).toEqual(["20", "0", "0"]);
  expect(() => vatPercent(ukVatRates, "S", "2011-01-03")).toThrow("No VAT rate for category S on 2011-01-03");
  for (const category of ["S", "AE", "O"] as const)
    expect(vatPercent(ukVatRates, category, "2011-01-04")).toBeDefined();
});

test("what is outside our VAT says so on the invoice", () => {
  expect(vatTreatment(seller, { country: "CH", vatNumber: null }).wording).toBe("Outside the scope of UK VAT.");
});

test("VAT is rounded once per rate, not per line", () => {
  const lines = [line(3n), line(3n), line(3n), line(10n, "5")];
  expect(vatTotals(lines, "GBP").map((each) => [each.percent, each.vat.minor])).toEqual([
    ["20", 2n],
    ["5", 1n],
  ]);
  expect(totalsOf(lines, "GBP").gross.minor).toBe(22n);
});

test("a rate written in two ways is one rate, rounded once", () => {
  expect(vatTotals([line(3n, "20"), line(3n, "20.00")], "GBP")).toMatchObject([
    { net: { minor: 6n }, vat: { minor: 1n } },
  ]);
});

test("a refund on the same invoice lowers its VAT", () => {
  expect(totalsOf([line(10_000n), line(-9_999n)], "GBP")).toMatchObject({ net: { minor: 1n }, gross: { minor: 1n } });
});
