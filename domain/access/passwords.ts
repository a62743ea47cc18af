import { messages } from "../values/field-messages.ts";
import { patterns } from "../values/patterns.ts";
import type { StoredUserType } from "../values/permissions.ts";

/** Rules as the server serves them and as forms check them: the same list on both sides (FORM-24). */
export type PasswordRule =
  | { Type: "required"; Message: string }
  | { Type: "pattern"; Message: string; Pattern: string }
  | { Type: "minLength" | "MinimumLength"; Message: string; Length: number }
  | { Type: "MinimumScore"; Message: string; Score: number }
  | { Type: "MultiplePattern"; Patterns: { Name: string; Message: string; Pattern: string }[] };

const minimumLength = 12;
const minimumScore = 3;

/** What every password must be: long enough, and not easy to guess. */
export const standardRules: readonly PasswordRule[] = [
  { Type: "required", Message: messages.required("Password") },
  { Type: "MinimumLength", Length: minimumLength, Message: `At least ${minimumLength} characters` },
  { Type: "MinimumScore", Score: minimumScore, Message: "Hard to guess: no common words, names or patterns" },
];

/** Kinds of characters, for organisations that insist on them (FORM-26). Off unless configured. */
export const characterRules: readonly PasswordRule[] = [
  { Type: "pattern", Pattern: patterns.alphanumericOnly.source, Message: "Letters and digits only" },
  {
    Type: "MultiplePattern",
    Patterns: [
      { Name: "upper", Pattern: patterns.upperCase.source, Message: "At least one upper-case letter" },
      { Name: "lower", Pattern: patterns.lowerCase.source, Message: "At least one lower-case letter" },
      { Name: "digit", Pattern: patterns.digit.source, Message: "At least one digit" },
    ],
  },
];

export type CheckedRule = { key: string; message: string; violated: boolean };

/** Characters, of which some take two units of a text. */
const lengthOf = (password: string) => password.match(/./gsu)?.length ?? 0;

/** Every rule as one line, a named pattern each by its own name. `score` is the password's strength from 0 to 4. */
export function checkPassword(rules: readonly PasswordRule[], password: string, score: number): CheckedRule[] {
  return rules.flatMap((rule) => {
    const line = (violated: boolean, { Message }: { Message: string }, key: string = rule.Type) => ({
      key,
      message: Message,
      violated,
    });
    switch (rule.Type) {
      case "required":
        return line(password === "", rule);
      case "pattern":
        return line(!new RegExp(rule.Pattern, "u").test(password), rule);
      case "minLength":
      case "MinimumLength":
        return line(lengthOf(password) < rule.Length, rule);
      case "MinimumScore":
        return line(score < rule.Score, rule);
      case "MultiplePattern":
        return rule.Patterns.map((each) => line(!new RegExp(each.Pattern, "u").test(password), each, each.Name));
    }
  });
}

/** The least score the rules ask for; 0 when they ask for none. */
export const minimumScoreOf = (rules: readonly PasswordRule[]): number =>
  Math.max(0, ...rules.map((rule) => (rule.Type === "MinimumScore" ? rule.Score : 0)));

/** Width of the strength meter in percent, and its word (FORM-20, FORM-21). */
export const strengthOf = (score: number, least: number): { percent: number; word: "strong" | "weak" } => ({
  percent: (score / 4) * 100,
  word: score >= least ? "strong" : "weak",
});

/** Characters of a password whose strength is measured: estimating takes long for long texts. */
export const measuredLength = 64;

/** Words somebody who knows the account would guess first, in lower case. */
export const wordsToAvoid = (...about: readonly (string | null)[]): string[] =>
  ["tradewind", ...about.flatMap((text) => [text ?? "", ...(text ?? "").split(/[^\p{L}\p{N}]+/u)])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3);

/** Letters and digits that nobody mistakes for another. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const generatedLength = 20;

/** Of our own rules one password in a hundred breaks one; rules that so many break cannot be met. */
const mostTries = 500;

/**
 * A password that keeps every rule, all of ours unless told otherwise; its strength counts as enough, being random. `below`
 * answers a random whole number from 0 to one less than it is given. Throws when no password of this kind keeps the rules.
 */
export function generatePassword(
  below: (limit: number) => number,
  rules: readonly PasswordRule[] = [...standardRules, ...characterRules],
): string {
  for (let tries = 0; tries < mostTries; tries++) {
    const password = Array.from({ length: generatedLength }, () => signs[below(signs.length)]).join("");
    if (checkPassword(rules, password, minimumScoreOf(rules)).every((rule) => !rule.violated)) return password;
  }
  throw new RangeError(`No password of ${generatedLength} letters and digits keeps these rules.`);
}

/** How password calls name a kind of user: end users and their administrators are both `customeruser` (AUTH-101). */
export type PasswordUserType = "admin" | "customeruser";
export const passwordUserType = (stored: string): string =>
  (["enduser", "enduseradmin"] satisfies StoredUserType[] as string[]).includes(stored) ? "customeruser" : stored;
