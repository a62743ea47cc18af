import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "../values/decimal.ts";
import { daysOf, totalOf, type UsedLine } from "./metered-usage.ts";

const line = (day: string, quantity: string): UsedLine => ({ day, quantity });
const told = [
  line("2026-11-02", "10.5"),
  line("2026-11-01", "7"),
  line("2026-11-02", "0.25"),
  line("2026-11-03", "3"),
  line("2026-11-03", "-1"),
];

test.each([
  ["sum", "19.75", ["7", "10.75", "2"]],
  ["highest", "7", ["7", "0.25", "-1"]],
  ["last", "-1", ["7", "0.25", "-1"]],
] as const)("the %s of a month is %s", (total, sum, days) => {
  expect(totalOf(told, total)).toBe(sum);
  expect(daysOf(told, total).map(({ quantity }) => quantity)).toEqual(days);
  expect(daysOf(told, total).map(({ day }) => day)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
});

const lines = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -1e9, max: 1e9 }))
    .map(([day, amount]) => line(`2026-11-${String(day).padStart(2, "0")}`, String(amount / 1000))),
  { minLength: 1, maxLength: 30 },
);

test("consumption adds up to the same however its lines are split into files, and in whatever order they come", () => {
  fc.assert(
    fc.property(lines, fc.nat(30), (all, at) => {
      const parts = [all.slice(0, at), all.slice(at)].filter((part) => part.length > 0);
      const sum = parts.reduce((total, part) => total + parseDecimal(totalOf(part, "sum")), 0n);
      expect(parseDecimal(totalOf(all, "sum"))).toBe(sum);
      expect(totalOf(all.toReversed(), "sum")).toBe(totalOf(all, "sum"));
    }),
  );
});

test("a level is what was told last of each day: telling a day again replaces it", () => {
  fc.assert(
    fc.property(lines, (all) => {
      const again = [...all.map(({ day }) => line(day, "9999999")), ...all];
      expect(daysOf(again, "last")).toEqual(daysOf(all, "last"));
      expect(totalOf(again, "highest")).toBe(totalOf(all, "highest"));
      for (const { quantity } of daysOf(all, "highest"))
        expect(parseDecimal(totalOf(all, "highest"))).toBeGreaterThanOrEqual(parseDecimal(quantity));
    }),
  );
});
