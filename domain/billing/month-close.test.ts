import { expect, test } from "vitest";
import { isLastClosed, isNextToClose, monthState } from "./month-close.ts";

const today = "2026-11-27";

test.each([
  ["2026-11-01", null, "running"],
  ["2026-12-01", null, "running"],
  ["2026-10-01", null, "open"],
  ["2026-10-01", "2026-10-01", "open"],
  ["2026-09-01", "2026-10-01", "closed"],
])("%s with books open from %s is %s", (month, openFrom, state) => {
  expect(monthState(month, { openFrom, today })).toBe(state);
});

test("months are closed in their order, and the last one is opened again", () => {
  expect(isNextToClose("2026-08-01", { openFrom: null, today })).toBe(true);
  expect(isNextToClose("2026-10-01", { openFrom: "2026-09-01", today })).toBe(false);
  expect(isNextToClose("2026-09-01", { openFrom: "2026-09-01", today })).toBe(true);
  expect(isNextToClose("2026-11-01", { openFrom: "2026-11-01", today })).toBe(false);
  expect(isLastClosed("2026-08-01", { openFrom: "2026-09-01" })).toBe(true);
  expect(isLastClosed("2026-07-01", { openFrom: "2026-09-01" })).toBe(false);
  expect(isLastClosed("2026-07-01", { openFrom: null })).toBe(false);
});
