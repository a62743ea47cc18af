import { describe, expect, test } from "vitest";
import {
  affected,
  answersOf,
  detailsOf,
  faultsOf,
  isApiPath,
  isKept,
  shapeFault,
  strangersOf,
  valueOf,
  type Dependency,
  type FormField,
  type FormShape,
} from "./forms.ts";

const field = (name: string, rest: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  kind: "text",
  whenEmpty: "judge",
  pattern: null,
  patternMessage: null,
  requiredValue: null,
  help: null,
  note: null,
  ...rest,
});
const form = (fields: FormField[], dependencies: Dependency[] = []): FormShape => ({ fields, dependencies });
const whole = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, "u").test(text);
const faults = (shape: FormShape, values: Record<string, string | number | boolean | null>) =>
  faultsOf(shape, values, whole);

test("FORM-28 a mandatory field left empty reads: This is a mandatory field", () => {
  const asked = form([field("Site", { whenEmpty: "refuse", pattern: "[a-z]+", patternMessage: "Letters only" })]);
  expect(faults(asked, {})).toEqual({ Site: "This is a mandatory field" });
  expect(faults(asked, { Site: "  " })).toEqual({ Site: "This is a mandatory field" });
  expect(Object.keys(faults(asked, { Site: "here" }))).toEqual([]);
});

test("FORM-29 what does not match reads as the form says, and an optional field may stay empty", () => {
  const asked = form([field("Site", { whenEmpty: "accept", pattern: "[a-z]+", patternMessage: "Letters only" })]);
  expect(faults(asked, { Site: "a1" })).toEqual({ Site: "Letters only" });
  expect(faults(asked, { Site: "" })).toEqual({});
  expect(faults(asked, { Site: " abc " })).toEqual({});
});

describe("a pattern of a popup", () => {
  const asked = form([field("Name", { pattern: "[a-z]+", patternMessage: "Letters only" })]);
  test("FORM-40 judges the whole text, the empty one too", () => {
    expect(faults(asked, { Name: "abc" })).toEqual({});
    expect(faults(asked, { Name: "abc1" })).toEqual({ Name: "Letters only" });
    expect(faults(asked, {})).toEqual({ Name: "Letters only" });
  });
  test("has the general words where it names none", () => {
    expect(faults(form([field("Name", { pattern: "[a-z]+" })]), { Name: "1" })).toEqual({
      Name: "Must be the correct format",
    });
  });
});

test("FORM-41 a required value must be matched", () => {
  const agree = form([field("Agree", { kind: "checkbox", requiredValue: true })]);
  expect(faults(agree, {})).toEqual({ Agree: "This is required" });
  expect(faults(agree, { Agree: false })).toEqual({ Agree: "This is required" });
  expect(faults(agree, { Agree: true })).toEqual({});
  expect(faults(form([field("Word", { requiredValue: "DELETE" })]), {})).toEqual({
    Word: "Must be the correct format",
  });
  const word = form([field("Word", { requiredValue: "DELETE", patternMessage: "Type DELETE" })]);
  expect([faults(word, { Word: "delete" }), faults(word, { Word: "DELETE" })]).toEqual([{ Word: "Type DELETE" }, {}]);
});

test("FORM-43 a number is read, an empty field has none, and words are refused", () => {
  const days = field("Days", { kind: "number" });
  expect([valueOf(days, " 5 "), valueOf(days, ""), valueOf(days, 7), valueOf(days, "2.5")]).toEqual([5, null, 7, 2.5]);
  expect(answersOf(form([days]), { Days: "5" })).toEqual({ Days: 5 });
  expect(faults(form([days]), { Days: "many" })).toEqual({ Days: "Must be the correct format" });
  for (const text of ["1e999", "1e3", "0x10", "1,000", "１２", "12345678901234567"])
    expect([valueOf(days, text), faults(form([days]), { Days: text })]).toEqual([
      text,
      { Days: "Must be the correct format" },
    ]);
});

test("an email must look like one where something was typed", () => {
  const mail = form([field("Mail", { kind: "email" })]);
  expect([faults(mail, {}), faults(mail, { Mail: "x" })]).toEqual([{}, { Mail: "Must be a valid email address" }]);
});

describe("a dependency", () => {
  const hides = (on: string, equals: string | number | boolean): Dependency => ({
    on,
    equals,
    field: "Name",
    effect: "hide",
  });
  const name = field("Name", { pattern: "[a-z]+" });
  const other = field("Other", { kind: "checkbox" });

  test("FORM-36 hides or disables while the other field has the value, whatever way it was written", () => {
    const disables: Dependency = { ...hides("Other", "true"), effect: "disable" };
    const asked = form([other, name, field("Days", { kind: "number" })], [hides("Days", "5"), disables]);
    expect([...affected(asked, { Other: true, Days: "4" }, "disable")]).toEqual(["Name"]);
    expect([...affected(asked, { Other: false, Days: "4" }, "disable")]).toEqual([]);
    expect([...affected(asked, { Days: 5 }, "hide")]).toEqual(["Name"]);
    expect([...affected(asked, { Other: true, Days: 5 }, "disable")]).toEqual(["Name"]);
    expect([...affected(asked, { Other: true, Days: "4" }, "hide")]).toEqual([]);
  });

  test("FORM-44 what is hidden is neither judged nor sent", () => {
    const asked = form([other, name], [hides("Other", true)]);
    expect(faults(asked, { Other: true, Name: "1" })).toEqual({});
    expect(answersOf(asked, { Other: true, Name: "1" })).toEqual({ Other: true });
    expect(faults(asked, { Name: "1" })).toEqual({ Name: "Must be the correct format" });
  });

  test("holds for a tick that nobody touched yet", () => {
    expect([...affected(form([other, name], [hides("Other", false)]), {}, "hide")]).toEqual(["Name"]);
  });
});

test("a form that could not work is not kept", () => {
  const sound = () => undefined;
  expect(shapeFault(form([field("A"), field("A")]), sound)).toBe("The field A is listed twice.");
  const stray: Dependency = { on: "A", equals: 1, field: "B", effect: "hide" };
  expect(shapeFault(form([field("A")], [stray]), sound)).toBe("A dependency names B, which is no field.");
  expect(shapeFault(form([field("B")], [stray]), sound)).toBe("A dependency names A, which is no field.");
  expect(shapeFault(form([field("A"), field("B")], [stray]), sound)).toBeUndefined();
  expect(shapeFault(form([field("A", { pattern: null })]), () => "it is open.")).toBeUndefined();
  expect(shapeFault(form([field("A", { pattern: "(" })]), () => "it is open.")).toBe(
    "The pattern of A cannot be used: it is open.",
  );
  expect(shapeFault(form([field("A")]), sound)).toBeUndefined();
});

test.each(["/api/services/1/actions/contact", "/api/marketplace/a+b", "/api/a.b/c~d"])(
  "%s is a call of ours",
  (path) => {
    expect(isApiPath(path)).toBe(true);
  },
);
test.each([
  "https://evil.example/api/x",
  "//evil.example/api/x",
  "/\\evil.example/api/x",
  "api/x",
  "/api",
  "/api/",
  "/api//x",
  "/api/../login",
  "/api/./x",
  "/api/%2e%2e/login",
  "/api/x?to=1",
  "/api/x#y",
  "/api/x:y",
  "/api/x\n",
  "/login",
  "javascript:alert(1)",
  "data:text/html,x",
  "",
])("%j is not", (path) => {
  expect(isApiPath(path)).toBe(false);
});

test("a text has its length, a date its form and a choice its options", () => {
  const short = form([field("Name", { maxLength: 3 })]);
  expect([faults(short, { Name: "abc" }), faults(short, { Name: "abcd" })]).toEqual([
    {},
    { Name: "Must be a maximum of 3 character(s)" },
  ]);
  const day = form([field("Day", { kind: "date" })]);
  expect([faults(day, { Day: "2026-02-28" }), faults(day, { Day: "2026-02-30" })]).toEqual([
    {},
    { Day: "Must be the correct format" },
  ]);
  const bound = form([field("Day", { kind: "date", earliest: "2019-01-01", latest: "2026-11-19" })]);
  const within = { Day: "Must be a day from 01/01/2019 to 19/11/2026" };
  for (const Day of ["1900-01-01", "2018-12-31", "2026-11-20"]) expect(faults(bound, { Day })).toEqual(within);
  for (const Day of ["2019-01-01", "2026-11-19"]) expect(faults(bound, { Day })).toEqual({});
  for (const Day of ["1999-12-31", "2100-01-01"])
    expect(faults(day, { Day })).toEqual({ Day: "Must be a day from 01/01/2000 to 31/12/2099" });
  const choice = form([field("Colour", { options: ["red", "blue"].map((value) => ({ value, label: value })) })]);
  expect([faults(choice, { Colour: "red" }), faults(choice, { Colour: "green" })]).toEqual([
    {},
    { Colour: "Must be one of the values offered" },
  ]);
});

test("values that belong to no field are told, and what is kept with an order is what was given", () => {
  const asked = form([
    field("Site"),
    field("Note"),
    field("Head", { kind: "heading" }),
    field("Days", { kind: "number" }),
  ]);
  const unknown = "This field is not known here";
  expect(strangersOf(asked, { Site: "here", Other: "1", Head: "x" })).toEqual({ Other: unknown, Head: unknown });
  expect(Object.keys(strangersOf(asked, { Site: "here" }))).toEqual([]);
  expect(detailsOf(asked, { Site: " here ", Note: " ", Days: "" })).toEqual({ Site: "here" });
  expect(detailsOf(asked, { Days: "5" })).toEqual({ Days: 5 });
});

test("what was not given is empty text, and what is empty matches no value", () => {
  expect([null, undefined, " a "].map((value) => valueOf(field("Site"), value))).toEqual(["", "", "a"]);
  const seats = form([field("Seats", { kind: "number", pattern: "" })]);
  expect(faults(seats, { Seats: null })).toEqual({});
});

test("what is kept is what was typed in, and not a tick that had to be set", () => {
  expect(isKept(field("Site"))).toBe(true);
  expect(isKept(field("Agree", { kind: "checkbox", requiredValue: true }))).toBe(false);
  expect(isKept(field("Title", { kind: "heading" }))).toBe(false);
});

test("a number with spaces around it is that number", () => {
  const seats = field("Seats", { kind: "number" });
  expect([" 12 ", "", "  ", null, undefined, 7].map((value) => valueOf(seats, value))).toEqual([
    12,
    null,
    null,
    null,
    null,
    7,
  ]);
});
