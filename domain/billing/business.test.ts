import { expect, test } from "vitest";
import { isVatNumber, plainVatNumber } from "./business.ts";

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
