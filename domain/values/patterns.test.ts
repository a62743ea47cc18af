import { describe, expect, test } from "vitest";
import { fullName, matches, plainPhone, type PatternName } from "./patterns.ts";

const table = (id: string, name: PatternName, good: string[], bad: string[]) =>
  describe(`the pattern ${name}`, () => {
    test.each(good)(`${id} %j passes`, (text) => expect(matches(name, text)).toBe(true));
    test.each(["", ...bad])(`${id} %j fails`, (text) => expect(matches(name, text)).toBe(false));
  });

table("fields of letters and digits:", "alphanumericField", ["A-1. b", "abc", "7"], ["a_b", "a@b", "é"]);
table("FORM-14", "digitsOnly", ["12", "0"], ["1.2", "-1", "1 2", "a"]);
table("FORM-15", "digitsOnly", ["007"], ["7a"]);
table("no digits:", "noDigits", ["abc", "a-b"], ["a1", "1"]);
table("FORM-15", "lowerCase", ["ABc"], ["ABC1"]);
table("FORM-15", "upperCase", ["abC"], ["abc1"]);
table("FORM-15", "digit", ["ab1"], ["abc"]);
table("FORM-15", "alphanumericOnly", ["aB1"], ["a-1", "a b", "a."]);
table("FORM-16", "hexColour", ["#00ffAA", "00ffaa"], ["#0fa", "00ffag", "#00ffaa0"]);
table(
  "FORM-17",
  "email",
  ["a@b.co", "first.last@mail.example.museum", `a@b.${"c".repeat(15)}`],
  ["a@b.c", `a@b.${"c".repeat(16)}`, "a@b", "@b.co", "a b@c.de", "a@@b.co", "a@.co"],
);
table(
  "dotted quads:",
  "ipv4",
  ["10.0.0.1", "255.255.255.255", "999.999.999.999"],
  ["10.0.0", "1000.0.0.1", "10.0.0.1.1", "10.0.0.x"],
);
table(
  "names of people:",
  "name",
  ["Ada", "O’Brien", "'t Hooft", "St.John", "Marcel·lí", "නිර්මලා", "می\u200Cخواهم", "Ó", "Jean‐Luc"],
  ["A1", "a@b", "<b>", "-Ada", "Ada\u200B", "Ada\u202E", "a/b"],
);
table(
  "phone numbers:",
  "phone",
  ["01234567890", "01234 567 890", "+441234567890", "00441234567890", "+44 1234 567 890", "+3531234567890"],
  ["1234567890", "0123456789", "+441234", "0123 4567 890", "+12345 1234567890 1", "01234-567-890"],
);

test.each([
  ["0117 496 0148", "01174960148"],
  ["020 7946 0000", "02079460000"],
  ["+44 117 496 0148", "+441174960148"],
  ["01234 567 890", "01234 567 890"],
  ["0117  496 0148", "01174960148"],
  ["0117 496", "0117496"],
])("a phone number in groups of another size is written without them: %s as %s", (typed, kept) =>
  expect(plainPhone(typed)).toBe(kept),
);

test("a form of one field takes the names that people have, as every other form does", () => {
  const whole = new RegExp(`^(?:${fullName})$`, "u");
  for (const name of ["Sinéad O’Brien", "St.John Marcel·lí", "Ó", "Jean‐Luc", "Ma. Theresa", "می\u200Cخواهم", "王小明"])
    expect([name, whole.test(name)]).toEqual([name, true]);
  for (const none of ["4711", "", "<b>", "a@b"]) expect([none, whole.test(none)]).toEqual([none, false]);
});
