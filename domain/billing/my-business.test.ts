import { expect, test } from "vitest";
import { isVatNumber, plainVatNumber } from "./my-business.ts";

test.each([
  ["GB123456789", "GB", true],
  ["gb 123 4567 89", "GB", true],
  ["GB123456789012", "GB", true],
  ["GBGD001", "GB", true],
  ["GB12345678", "GB", false],
  ["123456789", "GB", false],
  ["IE1234567FA", "IE", true],
  ["IE1234567T", "IE", true],
  ["IE1A23456T", "IE", true],
  ["GB123456789", "IE", false],
  ["FR12345678901", "FR", true],
  ["", "GB", false],
])("%s of %s is a VAT number: %s", (text, country, is) => {
  expect(isVatNumber(plainVatNumber(text), country)).toBe(is);
});

test("a VAT number is the whole text, in its own country's form", () => {
  for (const text of ["XGB123456789", "GB1234567890", "GB123456789X", "GBHA1234", "GBXX001", "GBGD01"])
    expect(isVatNumber(text, "GB")).toBe(false);
  for (const text of ["XIE1234567FA", "IE1234567FAX", "IE1234567X", "IE123456FA", "IE1234567FJ", "IE12345678"])
    expect(isVatNumber(text, "IE")).toBe(false);
  expect(["IE1+23456T", "IE1*23456T", "GBHA999"].map((text) => isVatNumber(text, text.slice(0, 2)))).toEqual(
    Array(3).fill(true),
  );
  expect(isVatNumber("FR1", "FR")).toBe(false);
  expect(isVatNumber("FR1234567890123", "FR")).toBe(false);
  expect(isVatNumber("DE123456789", "FR")).toBe(false);
});

test("spaces, dots, dashes and small letters are how people write it", () => {
  expect(plainVatNumber(" gb-123.4567 89 ")).toBe("GB123456789");
});
