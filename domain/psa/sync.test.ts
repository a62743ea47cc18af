import { expect, test } from "vitest";
import {
  cacheLifetime,
  changesSince,
  clocksApart,
  dataSyncOf,
  dataSyncStatusOf,
  isExpiring,
  psaSyncStatusOf,
} from "./sync.ts";

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
  ["after a whole reading, from its beginning on", {}, 90],
  ["after what changed was read since, from then on", { readFrom: 95 }, 95],
  ["whole if it never was", { wholeFrom: null }, null],
  ["whole if the settings changed since", { settingsAt: 90 }, null],
  ["whole once a day", { now: 90 + 24 }, null],
  ["whole for a person who asks", { trigger: "Manual" }, null],
  ["whole if only another part was read", { kind: "services" }, null],
] as const)("changes are enough %s", (_, changes, since) => {
  const usual = { readFrom: 90, wholeFrom: 90, settingsAt: 80, now: 100, trigger: "Scheduled", kind: "all" } as const;
  const { readFrom, wholeFrom, settingsAt, now, trigger, kind } = { ...usual, ...changes };
  const hours = (count: number) => count * 3_600_000;
  const read = { kind, readFrom: hours(readFrom), wholeFrom: wholeFrom && hours(wholeFrom) };
  const found = changesSince("companies", [read], { settingsAt: hours(settingsAt), trigger, now: hours(now) });
  expect(found).toBe(since && hours(since) - clocksApart);
});

test.each([
  [null, true],
  [0.74, false],
  [0.75, false],
  [0.76, true],
])("what has lived %s of its time is expiring: %s", (share, expected) => {
  expect(isExpiring(share === null ? null : 0, (share ?? 0) * cacheLifetime)).toBe(expected);
});
