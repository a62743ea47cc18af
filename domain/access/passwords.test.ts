import { expect, test } from "vitest";
import { fitsPassword } from "./password-length.ts";
import {
  characterRules,
  checkPassword,
  generatePassword,
  minimumScoreOf,
  passwordUserType,
  standardRules,
  strengthOf,
  wordsToAvoid,
  type PasswordRule,
} from "./passwords.ts";

test.each([
  [0, 0],
  [1, 25],
  [2, 50],
  [3, 75],
  [4, 100],
])("FORM-20 a score of %i fills %i percent of the meter", (score, percent) => {
  expect(strengthOf(score, 3).percent).toBe(percent);
});

test("FORM-21 a score at the required minimum is strong, below it weak", () => {
  expect([1, 2, 3, 4].map((score) => strengthOf(score, 3).word)).toEqual(["weak", "weak", "strong", "strong"]);
  expect(strengthOf(0, 0).word).toBe("strong");
});

const violated = (rules: readonly PasswordRule[], password: string, score = 4) =>
  checkPassword(rules, password, score)
    .filter((rule) => rule.violated)
    .map((rule) => rule.key);
const Message = "No";

test.each<[PasswordRule, string, string, number]>([
  [{ Type: "required", Message }, "", "a", 4],
  [{ Type: "pattern", Pattern: "^a+$", Message }, "ab", "aa", 4],
  [{ Type: "minLength", Length: 3, Message }, "ab", "abc", 4],
  [{ Type: "MinimumLength", Length: 3, Message }, "ab", "abc", 4],
  [{ Type: "MultiplePattern", Patterns: [{ Name: "digit", Pattern: "[0-9]", Message }] }, "ab", "ab1", 4],
])("FORM-24 the rule %j is enforced", (rule, bad, good, score) => {
  expect(violated([rule], bad, score)).toHaveLength(1);
  expect(violated([rule], good, score)).toEqual([]);
});

test("FORM-24 the least score is enforced, and length counts characters as people do", () => {
  const rules: PasswordRule[] = [
    { Type: "MinimumScore", Score: 3, Message },
    { Type: "MinimumLength", Length: 2, Message },
  ];
  expect(violated(rules, "ab", 2)).toEqual(["MinimumScore"]);
  expect(violated(rules, "ab", 3)).toEqual([]);
  expect(violated(rules, "\u{1F511}", 3)).toEqual(["MinimumLength"]);
});

test("FORM-25 a set of named patterns has a line for each name", () => {
  const rule: PasswordRule = {
    Type: "MultiplePattern",
    Patterns: [
      { Name: "upper", Pattern: "[A-Z]", Message: "An upper-case letter" },
      { Name: "digit", Pattern: "[0-9]", Message: "A digit" },
    ],
  };
  expect(checkPassword([rule], "a1", 4)).toEqual([
    { key: "upper", message: "An upper-case letter", violated: true },
    { key: "digit", message: "A digit", violated: false },
  ]);
});

test.each([
  ["Abc 1", ["pattern"]],
  ["abc1", ["upper"]],
  ["ABC1", ["lower"]],
  ["Abcd", ["digit"]],
  ["Abc1", []],
])("FORM-26 %j breaks the local checks %j", (password, keys) => {
  expect(violated(characterRules, password)).toEqual(keys);
});

test("a password may be 256 bytes long, however many characters those are", () => {
  expect(fitsPassword("a".repeat(256))).toBe(true);
  expect(fitsPassword("a".repeat(257))).toBe(false);
  expect(fitsPassword("é".repeat(129))).toBe(false);
});

test("a generated password keeps every rule, also when chance begins badly", () => {
  let calls = 0;
  const unlucky = (limit: number) => (calls++ < 40 ? 0 : (calls * 17) % limit);
  expect(violated([...standardRules, ...characterRules], generatePassword(unlucky))).toEqual([]);
  expect(calls).toBeGreaterThan(40);
});

test("rules that no generated password can keep are refused instead of tried for ever", () => {
  const chance = (limit: number) => Math.floor(Math.random() * limit);
  const impossible = [{ Type: "minLength", Length: 21, Message: "Too long" }] as const;
  expect(() => generatePassword(chance, impossible)).toThrow(RangeError);
  expect(() => generatePassword(() => 0)).toThrow("No password of 20 letters and digits keeps these rules.");
});

test("words to avoid come from names, addresses and the product", () => {
  expect(wordsToAvoid("Robin.Smith@acme.example", null, "Harbour IT")).toEqual([
    "tradewind",
    "robin.smith@acme.example",
    "robin",
    "smith",
    "acme",
    "example",
    "harbour it",
    "harbour",
  ]);
});

test("AUTH-101 password calls name end users and their administrators customeruser", () => {
  expect(["enduser", "enduseradmin", "admin"].map(passwordUserType)).toEqual(["customeruser", "customeruser", "admin"]);
});

test("the least score is the highest that a rule asks for, and lengths are no scores", () => {
  expect(minimumScoreOf([])).toBe(0);
  expect(minimumScoreOf([{ Type: "MinimumLength", Length: 12, Message: "" }])).toBe(0);
  const score = (Score: number): PasswordRule => ({ Type: "MinimumScore", Score, Message: "" });
  expect(minimumScoreOf([score(2), score(4), { Type: "minLength", Length: 99, Message: "" }, score(1)])).toBe(4);
  expect(minimumScoreOf(standardRules)).toBe(3);
});

test("three letters are a word to avoid, two are not", () => {
  expect(wordsToAvoid("Bo Lee")).toEqual(expect.arrayContaining(["lee"]));
  expect(wordsToAvoid("Bo Lee")).not.toContain("bo");
});

test("every rule of ours says what it asks for", () => {
  const lines = checkPassword([...standardRules, ...characterRules], "", 0);
  expect(lines.every(({ message }) => message.length > 3)).toBe(true);
  expect(new Set(lines.map(({ message }) => message)).size).toBe(lines.length);
});

test("an empty password is asked for by name", () => {
  expect(standardRules.find(({ Type }) => Type === "required")).toEqual({
    Type: "required",
    Message: "Password is required",
  });
});
