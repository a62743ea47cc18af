import { expect, test } from "vitest";
import { instanceMark, instanceStateNumber, instanceStateOfNumber, instanceStates } from "./instances.ts";

test("states are numbered 0 to 6", () => {
  expect(instanceStates.map(instanceStateNumber)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(instanceStateOfNumber(4)).toBe("DeletionFailed");
  expect(instanceStateOfNumber(7)).toBeUndefined();
});

test("marks: a check for what is there, amber while it changes, red when that failed", () => {
  expect([null, ...instanceStates].map(instanceMark)).toEqual([
    "none",
    "check",
    "amber",
    "amber",
    "red",
    "red",
    "none",
    "none",
  ]);
});
