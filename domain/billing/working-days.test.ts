import { expect, test } from "vitest";
import { addWorkingDays, easterOf, isWorkingDay, workingDayFrom } from "./working-days.ts";

test.each([
  [2024, "2024-03-31"],
  [2025, "2025-04-20"],
  [2026, "2026-04-05"],
  [2027, "2027-03-28"],
  [2038, "2038-04-25"],
])("Easter of %i is on %s", (year, day) => expect(easterOf(year)).toBe(day));

test.each([
  ["bacs", "2026-04-03", false, "Good Friday"],
  ["bacs", "2026-05-01", true, "no holiday in England"],
  ["sepa", "2026-05-01", false, "Labour Day"],
  ["bacs", "2026-08-31", false, "the summer bank holiday"],
  ["sepa", "2026-08-31", true, "no holiday of TARGET"],
  ["bacs", "2026-12-28", false, "Boxing Day, moved from a Saturday"],
  ["sepa", "2026-04-06", false, "Easter Monday"],
  ["sepa", "2026-03-17", true, "banks of TARGET work on Irish holidays"],
  ["bacs", "2026-11-28", false, "a Saturday"],
] as const)("%s on %s: %s (%s)", (scheme, day, works, _why) => expect(isWorkingDay(scheme, day)).toBe(works));

test("working days are counted over weekends and holidays, there and back", () => {
  expect(workingDayFrom("bacs", "2026-12-25")).toBe("2026-12-29");
  expect(addWorkingDays("bacs", "2026-12-23", 3)).toBe("2026-12-30");
  expect(addWorkingDays("bacs", "2026-12-30", -3)).toBe("2026-12-23");
  expect(addWorkingDays("sepa", "2026-12-23", 3)).toBe("2026-12-29");
  expect(addWorkingDays("bacs", "2026-12-25", 0)).toBe("2026-12-25");
});
