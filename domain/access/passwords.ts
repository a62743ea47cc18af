import { messages } from "../values/field-messages.ts";
import { patterns } from "../values/patterns.ts";
import type { StoredUserType } from "../values/permissions.ts";

/** Password rules as the server sends them and forms check them: the same list on both sides (FORM-24). */
export type PasswordRule =
  | { Type: "required"; Message: string }
  | { Type: "pattern"; Message: string; Pattern: string }
  | { Type: "minLength" | "MinimumLength"; Message: string; Length: number }
  | { Type: "MinimumScore"; Message: string; Score: number }
  | { Type: "MultiplePattern"; Patterns: { Name: string; Message: string; Pattern: string }[] };

const minimumLength = 12;
const minimumScore = 3;

/** Rules for every password: long enough, and not easy to guess. */
export const standardRules: readonly PasswordRule[] = [
  { Type: "required", Message: messages.required("Password") },
  { Type: "MinimumLength", Length: minimumLength, Message: `At least ${minimumLength} characters` },
  { Type: "MinimumScore", Score: minimumScore, Message: "Hard to guess: no common words, names or patterns" },
];

/** Character classes for organisations that insist on them (FORM-26). Off unless configured. */
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

/** Counts characters, some of which take two UTF-16 units. */
const lengthOf = (password: string) => password.match(/./gsu)?.length ?? 0;

/**
 * Checks every rule and returns a line for each; named patterns are listed by their own names. `score` is the
 * password's strength from 0 to 4.
 */
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

/** Returns the lowest score that the rules require; 0 if they require none. */
export const minimumScoreOf = (rules: readonly PasswordRule[]): number =>
  Math.max(0, ...rules.map((rule) => (rule.Type === "MinimumScore" ? rule.Score : 0)));

/** Returns the strength meter's width in percent and its word (FORM-20, FORM-21). */
export const strengthOf = (score: number, least: number): { percent: number; word: "strong" | "weak" } => ({
  percent: (score / 4) * 100,
  word: score >= least ? "strong" : "weak",
});

/** Estimates strength from this many characters at most, since long texts take long. */
export const measuredLength = 64;

/** Returns, in lower case, the words that somebody who knows the account would guess first. */
export const wordsToAvoid = (...about: readonly (string | null)[]): string[] =>
  ["tradewind", ...about.flatMap((text) => [text ?? "", ...(text ?? "").split(/[^\p{L}\p{N}]+/u)])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3);

/** Letters and digits that are hard to confuse with each other. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const generatedLength = 20;

/**
 * About one in a hundred generated passwords breaks our own rules; after this many failures the rules cannot be met.
 */
const mostTries = 500;

/**
 * Generates a password that satisfies every rule, by default all of ours; being random, it always counts as strong
 * enough. `below` returns a random integer from 0 up to, but not including, its argument. Throws if the rules cannot be
 * met.
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

export const passwordUserType = (stored: string): string =>
  (["enduser", "enduseradmin"] satisfies StoredUserType[] as string[]).includes(stored) ? "customeruser" : stored;
