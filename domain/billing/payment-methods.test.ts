import { expect, test } from "vitest";
import { acceptedBrands, readBrand, termsWithin } from "./payment-methods.ts";

test("BILL-15 BILL-16 Visa and MasterCard are taken, and AmericanExpress where its feature is on", () => {
  expect(acceptedBrands(false)).toEqual(["Visa", "MasterCard"]);
  expect(acceptedBrands(true)).toEqual(["Visa", "MasterCard", "AmericanExpress"]);
});

test("a brand is read however it is written, and what is never taken is none", () => {
  expect(["Visa", "VISA", "Mastercard", "master card", "American Express"].map(readBrand)).toEqual([
    "Visa",
    "Visa",
    "MasterCard",
    "MasterCard",
    "AmericanExpress",
  ]);
  expect(["Discover", "", "Visa Electron"].map(readBrand)).toEqual([undefined, undefined, undefined]);
});

test("a company may pay earlier than it was granted, and not later", () => {
  expect(termsWithin(30)).toEqual(["Due Upon Receipt", "Net 14", "Net 30"]);
  expect(termsWithin(14)).toEqual(["Due Upon Receipt", "Net 14"]);
  expect(termsWithin(13)).toEqual(["Due Upon Receipt"]);
});
