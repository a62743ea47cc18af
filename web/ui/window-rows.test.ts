import { expect, test } from "vitest";
import { visibleRows } from "./window-rows.ts";

test.each([
  ["at the top", 10_000, 0, { from: 0, until: 33 }],
  ["before the list", 10_000, -400, { from: 0, until: 33 }],
  ["in the middle", 10_000, 44_000, { from: 990, until: 1033 }],
  ["at the end", 1000, 44_000 - 880, { from: 970, until: 1000 }],
  ["past the end", 5, 99_999, { from: 4, until: 5 }],
  ["of nothing", 0, 0, { from: 0, until: 0 }],
])("rows shown %s", (_where, count, above, range) => {
  expect(visibleRows(count, 44, above, 968, 10)).toEqual(range);
});
