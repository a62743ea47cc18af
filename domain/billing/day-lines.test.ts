import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../values/dates.ts";
import { joinDays } from "./day-lines.ts";

type Line = { of: string; from: string; days: number };
const join = (lines: readonly Line[]) =>
  joinDays(lines, ({ of, from, days }) => ({ of, from, until: addDays(from, days) }));
const day = (of: string, from: string): Line => ({ of, from, days: 1 });

test("days that follow one another are one group in the place of the first, and a gap begins another", () => {
  const month = { of: "month", from: "2026-11-01", days: 30 };
  const [a, b, c, d] = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-05"].map((from) => day("seats", from));
  const other = day("other", "2026-11-02");
  expect(join([a!, month, b!, other, c!, d!])).toEqual([[a, b, c], [month], [other], [d]]);
});

test("two charges of the same kind that run on side by side stay two", () => {
  const days = ["2026-11-01", "2026-11-01", "2026-11-02", "2026-11-02"].map((from) => day("seats", from));
  expect(join(days).map((group) => group.map(({ from }) => from))).toEqual([
    ["2026-11-01", "2026-11-02"],
    ["2026-11-01", "2026-11-02"],
  ]);
});

test("no line is lost or doubled, and each group is without a gap", () => {
  const line = fc.record({
    of: fc.constantFrom("a", "b"),
    from: fc.integer({ min: 0, max: 40 }).map((offset) => addDays("2026-10-20", offset)),
    days: fc.constantFrom(0, 1, 1, 1, 2, 31),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const groups = join(lines);
      expect(new Set(groups.flat()).size).toBe(lines.length);
      expect(groups.flat()).toHaveLength(lines.length);
      for (const group of groups)
        group.slice(1).forEach((each, at) => {
          expect([each.of, each.days, each.from]).toEqual([group[0]!.of, 1, addDays(group[at]!.from, 1)]);
        });
    }),
  );
});
