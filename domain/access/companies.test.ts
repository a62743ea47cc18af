import { expect, test } from "vitest";
import { switchRefusal } from "./companies.ts";

const usual = { ssoOnly: false, fromHere: true };

test.each([
  ["password", false, false, false, false, undefined],
  ["password", true, true, true, false, undefined],
  ["passkey", true, true, true, false, undefined],
  ["password", false, false, true, false, "secondFactorMissing"],
  ["password", false, true, true, false, "secondFactorFirst"],
  ["sso", false, false, true, true, undefined],
  ["sso", true, true, false, false, "companyNotByProvider"],
  ["aad", false, false, false, false, "companyNotByProvider"],
] as const)(
  "by %s (second factor shown: %s, held: %s) into a company that asks for one: %s, of the provider: %s",
  (way, secondFactor, hasFactor, asksFactor, ofProvider, refusal) => {
    expect(switchRefusal({ way, secondFactor, hasFactor }, { ...usual, asksFactor, ofProvider })).toBe(refusal);
  },
);

test.each([
  ["password", { ssoOnly: true }, "companyOnlyByProvider"],
  ["passkey", { ssoOnly: true }, "companyOnlyByProvider"],
  ["sso", { ssoOnly: true }, undefined],
  ["password", { fromHere: false }, "companyNotFromHere"],
  ["sso", { fromHere: false }, "companyNotFromHere"],
] as const)("by %s into a company with the rules %o: %s", (way, rules, refusal) => {
  const shown = { way, secondFactor: true, hasFactor: true };
  expect(switchRefusal(shown, { ...usual, asksFactor: false, ofProvider: true, ...rules })).toBe(refusal);
});
