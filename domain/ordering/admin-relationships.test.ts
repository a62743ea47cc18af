import { expect, test } from "vitest";
import { isMoving, stepToTell } from "./admin-relationships.ts";

test.each([
  [31, null, undefined],
  [30, null, 30],
  [8, 30, undefined],
  [7, 30, 7],
  [7, 7, undefined],
  [1, 7, 1],
  [0, 1, undefined],
  [0, null, 1],
])("with %s days left, told at %s, it is told at %s", (left, told, step) => {
  expect(stepToTell(left, told)).toBe(step);
});

test("what is in force is looked at until our people have its roles", () => {
  expect(isMoving({ status: "active", access: "pending" })).toBe(true);
  expect(isMoving({ status: "active", access: "active" })).toBe(false);
  expect(isMoving({ status: "approvalPending", access: "none" })).toBe(true);
});
