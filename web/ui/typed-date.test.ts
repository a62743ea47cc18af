import { expect, test } from "vitest";
import { dayFault, dayText, parseDay } from "./typed-date.ts";

test.each([
  ["21/11/2026", "2026-11-21"],
  [" 3/5/26 ", "2026-05-03"],
  ["03.05.2026", "2026-05-03"],
  ["3-5-2026", "2026-05-03"],
  ["03052026", "2026-05-03"],
  ["2026-05-03", "2026-05-03"],
  ["29/02/2028", "2028-02-29"],
  ["29/02/2026", undefined],
  ["31/04/2026", undefined],
  ["11/21/2026", undefined],
  ["21/11", undefined],
  ["tomorrow", undefined],
  ["", undefined],
])("what is typed as %j is the day %j", (typed, day) => {
  expect(parseDay(typed)).toBe(day);
});

test("a day is formatted as day, month and year, and anything else stays as typed", () => {
  expect([dayText("2026-11-21"), dayText("21/1"), dayText("")]).toEqual(["21/11/2026", "21/1", ""]);
});

test.each([
  ["", undefined],
  ["2026-05-21", undefined],
  ["2026-05-20", "Must be 21/05/2026 or later"],
  ["2026-06-22", "Must be 21/06/2026 or earlier"],
  ["31/02/2026", "Must be a date such as 21/11/2026"],
])("of %j is wrong: %j", (value, fault) => {
  expect(dayFault(value, "2026-05-21", "2026-06-21")).toBe(fault);
});
