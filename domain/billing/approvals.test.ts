import { expect, test } from "vitest";
import { needsApproval, takenOffAlone } from "./approvals.ts";

test.each([
  [takenOffAlone, 0n, false],
  [takenOffAlone + 1n, 0n, true],
  [1n, takenOffAlone, true],
  [1n, takenOffAlone - 1n, false],
])("%s after %s lately needs somebody else: %s", (minor, lately, needs) => {
  expect(needsApproval(minor, lately)).toBe(needs);
});
