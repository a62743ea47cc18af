import { expect, test } from "vitest";
import { goodVatNumber, isVatNumber, plainVatNumber, vatCheckOf } from "./vat-numbers.ts";

test.each([
  ["GB123456727", "GB", true],
  ["gb 123 4567 27", "GB", true],
  ["XI123456727", "GB", true],
  ["GB123456727001", "GB", true],
  ["GBGD001", "GB", true],
  ["GBHA599", "GB", true],
  ["GB123456789", "GB", false],
  ["GB12345672", "GB", false],
  ["123456727", "GB", false],
  ["XGB123456727", "GB", false],
  ["GB123456727X", "GB", false],
  ["GB123456727", "IE", false],
  ["IE1234567FA", "IE", true],
  ["ie 1234567 fa", "IE", true],
  ["IE1234567T", "IE", true],
  ["IE6388047V", "IE", true],
  ["IE1234567FB", "IE", false],
  ["IE1234567X", "IE", false],
  ["1234567FA", "IE", false],
  ["FR40303265045", "FR", true],
  ["EL094259216", "GR", true],
  ["FR40303265046", "FR", false],
  ["applied for", "IE", false],
  ["NONE", "IE", false],
  ["", "GB", false],
  ["US123456789", "US", false],
])("%j is a good VAT number of %s: %j", (text, country, is) => {
  expect(isVatNumber(plainVatNumber(text), country)).toBe(is);
  expect(goodVatNumber(text, country)).toBe(is ? plainVatNumber(text) : null);
});

test("spaces, dots, dashes and small letters are how people write it", () => {
  expect(plainVatNumber(" gb-123.4567 27 ")).toBe("GB123456727");
  expect(goodVatNumber(null, "IE")).toBeNull();
});

test("of a good number it is kept when and how it was checked", () => {
  const at = new Date("2026-11-28T09:00:00Z");
  expect(vatCheckOf("IE6388047V", "IE", at)).toEqual({ vat_check: "format", vat_checked_at: at });
  expect(vatCheckOf("IE6388047V", "GB", at)).toEqual({ vat_check: null, vat_checked_at: null });
});
