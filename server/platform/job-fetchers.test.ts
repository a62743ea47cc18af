import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jobFetchers } from "./job-fetchers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a queue is looked at again after growing waits, and soon after a look that failed", () => {
  const looks: number[] = [];
  const begun = Date.now();
  const team = jobFetchers(() => looks.push((Date.now() - begun) / 1_000));
  team.found();
  vi.advanceTimersByTime(50_000);
  expect(looks).toEqual([0, 1, 3, 7, 15, 31, 47]);
  team.failed();
  vi.advanceTimersByTime(4_000);
  expect(looks.slice(7)).toEqual([51, 53]);
  team.stop();
  vi.advanceTimersByTime(60_000);
  expect(looks).toHaveLength(9);
});

test("jobs are looked for when they are due, those of a second at once, and none after the end", () => {
  const looks: number[] = [];
  const begun = Date.now();
  const team = jobFetchers(() => looks.push((Date.now() - begun) / 1_000));
  team.dueIn(5);
  team.dueIn(5);
  team.dueIn(9);
  vi.advanceTimersByTime(20_000);
  expect(looks).toHaveLength(2);
  expect(looks[0]).toBeGreaterThanOrEqual(5);
  expect(looks[0]).toBeLessThanOrEqual(6);
  expect(looks[1]! - looks[0]!).toBe(4);
  team.dueIn(1);
  team.stop();
  team.found();
  team.failed();
  team.dueIn(1);
  vi.advanceTimersByTime(20_000);
  // What was found is the last look.
  expect(looks).toHaveLength(3);
});
