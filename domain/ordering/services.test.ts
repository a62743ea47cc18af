import { expect, test } from "vitest";
import {
  instanceMark,
  instanceStateNumber,
  instanceStateOfNumber,
  instanceStates,
  moveInstance,
  nextSteps,
} from "./services.ts";

test("states are numbered 0 to 6", () => {
  expect(instanceStates.map(instanceStateNumber)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(instanceStateOfNumber(4)).toBe("DeletionFailed");
  expect(instanceStateOfNumber(7)).toBeUndefined();
});

test("exactly these moves are allowed", () => {
  const allowed = [null, ...instanceStates].flatMap((from) =>
    instanceStates.filter((to) => moveInstance(from, to).ok).map((to) => `${from ?? "none"} to ${to}`),
  );
  expect(allowed).toEqual([
    "none to Activating",
    "Active to Activating",
    "Active to Deleting",
    "Active to Upgraded",
    "Activating to Active",
    "Activating to ActivationFailed",
    "Deleting to DeletionFailed",
    "Deleting to Deleted",
    "ActivationFailed to Activating",
    "ActivationFailed to Deleting",
    "DeletionFailed to Deleting",
  ]);
  expect(moveInstance("Deleted", "Active")).toMatchObject({ refusal: "stateMoveNotAllowed" });
});

test("every state says what can be done next", () => {
  expect(nextSteps.ActivationFailed).toEqual(["retryActivation", "delete"]);
  expect(nextSteps.DeletionFailed).toEqual(["retryDeletion"]);
  expect([nextSteps.Activating, nextSteps.Deleting]).toEqual([["wait"], ["wait"]]);
  expect([nextSteps.Deleted, nextSteps.Upgraded]).toEqual([[], []]);
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
