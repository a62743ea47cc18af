import { expect, test } from "vitest";
import { pauseAfter, pauseToRetry } from "./looks.ts";

const [minute, hour] = [60_000, 3_600_000];

/** Counts how often a vendor is asked about an order that takes this long. */
function looks(milliseconds: number): number {
  let count = 1;
  for (let age = 0; age < milliseconds; count++) age += pauseAfter(age);
  return count;
}

test("a long wait costs few questions: some twenty in three minutes, and fewer than a hundred in a week", () => {
  expect([looks(3 * minute), looks(hour), looks(24 * hour), looks(7 * 24 * hour)]).toEqual([19, 33, 47, 71]);
});

test("a question is asked at least two seconds and at most six hours after the last", () => {
  expect([pauseAfter(0), pauseAfter(-5), pauseAfter(365 * 24 * hour)]).toEqual([2_000, 2_000, 6 * hour]);
});

test("a refused order is tried again at once, then after ten seconds, and at least once an hour", () => {
  const pauses = [0, 1, 2, 3, 9, 10, 1_000].map(pauseToRetry);
  expect(pauses).toEqual([0, 10_000, 20_000, 40_000, 2_560_000, hour, hour]);
});
