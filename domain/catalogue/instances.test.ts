import { expect, test } from "vitest";
import { instanceMark, instanceStateNumber, instanceStateOfNumber, instanceStates } from "./instances.ts";

test("states are numbered 0 to 6", () => {
  expect(instanceStates.map(instanceStateNumber)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(instanceStateOfNumber(4)).toBe("DeletionFailed");
  expect(instanceStateOfNumber(7)).toBeUndefined();
});

test("marks are a check for a working service, amber while it changes, red after a failure", () => {
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
