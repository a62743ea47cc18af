import { expect, test } from "vitest";
import { monthFigures, monthsBetween, stretchFigures, stretchOf, type MonthChange } from "./analytics.ts";

const today = "2026-11-21";
const stretch = (From?: string, To?: string) => stretchOf({ From, To }, today, 36);

test("a stretch is the last twelve months unless told otherwise, and is compared with as many before it", () => {
  expect(stretch()).toEqual({
    ok: true,
    stretch: { since: "2024-12-01", from: "2025-12-01", until: "2026-12-01" },
  });
  expect(stretch("2026-10", "2026-11")).toEqual({
    ok: true,
    stretch: { since: "2026-08-01", from: "2026-10-01", until: "2026-12-01" },
  });
});

test("the current month is not in the future from its first day", () => {
  expect(stretchOf({}, "2026-11-01", 36)).toMatchObject({ ok: true, stretch: { until: "2026-12-01" } });
});

test("months that make no stretch say which of them is wrong", () => {
  expect(stretch("2026-01", "2026-12")).toEqual({ ok: false, fields: { To: "Must not be in the future" } });
  expect(stretch("2026-05", "2026-04")).toEqual({ ok: false, fields: { From: "Must not be after the last month" } });
  expect(stretch("2023-11")).toEqual({ ok: false, fields: { From: "Choose at most 36 months" } });
});

test("seats stand at a month's end, subscriptions at its start, and money and ends lie within it", () => {
  const nothing = { cost: 0n, sales: 0n, margin: 0n, seats: 0, active: 0, endedInMonth: 0, ended: 0 };
  const changes: MonthChange[] = [
    { ...nothing, month: "2026-08-01", seats: 10, active: 2 },
    { ...nothing, month: "2026-09-01", cost: 500n, sales: 700n, margin: 200n, seats: 5, active: 1 },
    { ...nothing, month: "2026-10-01", cost: 300n, seats: -8, active: -2, endedInMonth: 2, ended: 1 },
  ];
  expect(monthFigures(changes, ["2026-09-01", "2026-10-01"])).toEqual([
    { cost: 500n, sales: 700n, margin: 200n, seats: 15, active: 2, ended: 0 },
    { cost: 300n, sales: 0n, margin: 0n, seats: 7, active: 3, ended: 2 },
  ]);
  expect(stretchFigures(changes, "2026-09-01", "2026-11-01")).toEqual({
    cost: 800n,
    sales: 700n,
    margin: 200n,
    seats: 7,
    active: 2,
    ended: 1,
  });
});

test("what lies before a stretch and what lies behind it is not in it", () => {
  const each = (month: string): MonthChange => ({
    month,
    cost: 1n,
    sales: 2n,
    margin: 1n,
    seats: 10,
    active: 100,
    endedInMonth: 1000,
    ended: 7,
  });
  const changes = ["2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01", "2026-11-01"].map(each);
  expect(stretchFigures(changes, "2026-08-01", "2026-10-01")).toEqual({
    cost: 2n,
    sales: 4n,
    margin: 2n,
    seats: 30,
    active: 100,
    ended: 14,
  });
  expect(monthFigures(changes, ["2026-08-01"])).toEqual([
    { cost: 1n, sales: 2n, margin: 1n, seats: 20, active: 100, ended: 1000 },
  ]);
});

test("one month is a stretch, and so are as many as are allowed", () => {
  expect(stretch("2026-11", "2026-11")).toEqual({
    ok: true,
    stretch: { since: "2026-10-01", from: "2026-11-01", until: "2026-12-01" },
  });
  expect(stretch("2023-12")).toMatchObject({ ok: true, stretch: { from: "2023-12-01", since: "2020-12-01" } });
  expect(monthsBetween("2025-11-01", "2026-02-01")).toEqual(["2025-11-01", "2025-12-01", "2026-01-01"]);
  expect(monthsBetween("2026-02-01", "2026-02-01")).toEqual([]);
});
