import { expect, test } from "vitest";
import { instanceMark, instanceStateNumber, instanceStates } from "./instances.ts";

test("states are numbered 0 to 6", () => {
  expect(instanceStates.map(instanceStateNumber)).toEqual([0, 1, 2, 3, 4, 5, 6]);
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
