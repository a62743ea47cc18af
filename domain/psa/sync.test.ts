import { expect, test } from "vitest";
import { cacheLifetime, dataSyncOf, dataSyncStatusOf, isExpiring, psaSyncStatusOf } from "./sync.ts";

test("a status that is absent or new to us is unknown, in both sets", () => {
  for (const status of [undefined, null, "", "Paused"])
    expect([psaSyncStatusOf(status), dataSyncStatusOf(status)]).toEqual(["Unknown", "Unknown"]);
  expect([psaSyncStatusOf("InProgress"), dataSyncStatusOf("InProgress")]).toEqual(["InProgress", "Unknown"]);
  expect([psaSyncStatusOf("Running"), dataSyncStatusOf("Canceled")]).toEqual(["Unknown", "Canceled"]);
});

test("data is running while a sync waits or works, and not synchronised before the first", () => {
  expect([undefined, "New", "InProgress", "Canceled"].map((state) => dataSyncOf(state as "New"))).toEqual([
    "NotSynchronized",
    "Running",
    "Running",
    "Canceled",
  ]);
});

test.each([
  [null, true],
  [0.74, false],
  [0.75, false],
  [0.76, true],
])("what has lived %s of its time is expiring: %s", (share, expected) => {
  expect(isExpiring(share === null ? null : 0, (share ?? 0) * cacheLifetime)).toBe(expected);
});
