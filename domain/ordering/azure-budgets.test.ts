import { expect, test } from "vitest";
import { percentOf, stepReached } from "./azure-budgets.ts";

test.each([
  [7_999n, 10_000n, [80, 100], 79, undefined],
  [8_000n, 10_000n, [100, 80], 80, 80],
  [9_999n, 10_000n, [50, 80, 100], 99, 80],
  [25_000n, 10_000n, [50, 80, 100], 250, 100],
  [0n, 1n, [50], 0, undefined],
  [-50n, 100n, [50], -50, undefined],
])("%s of %s reaches, of the steps %j, at %s percent %s", (spent, amount, steps, percent, step) => {
  expect(percentOf(spent, amount)).toBe(percent);
  expect(stepReached(percent, steps)).toBe(step);
});
