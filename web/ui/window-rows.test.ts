import { describe, expect, test } from "vitest";
import { drawnAt, visibleRows } from "./window-rows.ts";

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

describe("what is drawn at a look", () => {
  const look = (before: ReturnType<typeof drawnAt>, above: number) =>
    drawnAt(before, { count: 10_000, height: 44, above, viewport: 968, idOf: String }, 10);
  const top = look({ first: 0, slots: [] }, 0);
  const keys = ({ slots }: typeof top) => slots.map(({ key }) => key);
  const indexes = ({ slots }: typeof top) => slots.map(({ index }) => index);

  test("is the same while no row comes or goes", () => {
    expect(look(top, 10).slots).toBe(top.slots);
  });

  test("keeps the slots of the rows that stay", () => {
    const moved = look(look(top, 440), 880);
    expect(indexes(moved)).toEqual(Array.from({ length: 43 }, (_, at) => 10 + at));
    expect(keys(moved).slice(0, 23)).toEqual(keys(top).slice(10));
    expect(new Set(keys(moved)).size).toBe(43);
  });

  test("is after a jump only the rows in the window, in existing slots", () => {
    const leapt = look(top, 44_000);
    expect(indexes(leapt)).toEqual(Array.from({ length: 23 }, (_, at) => 1000 + at));
    expect(keys(leapt)).toEqual(keys(top).slice(0, 23));
    const further = look(leapt, 88_000);
    expect(keys(further)).toEqual(keys(leapt));
    const rested = look(further, 88_001);
    expect(indexes(rested)).toEqual(Array.from({ length: 43 }, (_, at) => 1990 + at));
    expect(keys(rested).slice(10, 33)).toEqual(keys(further));
  });

  test("keeps the slots of the rows that stay after a jump too, also to what begins below the window", () => {
    const below = look({ first: 0, slots: [] }, -900);
    const leapt = look(below, 44 * 15);
    expect(indexes(leapt)[0]).toBe(15);
    const stay = leapt.slots.filter(({ id }) => below.slots.some((slot) => slot.id === id));
    expect(stay).not.toEqual([]);
    for (const each of stay) expect(below.slots).toContainEqual(each);
    expect(new Set(keys(leapt)).size).toBe(leapt.slots.length);
  });

  test("keeps a held row in its own slot, wherever the window and the row are now, until it is let go", () => {
    const shown = { count: 10_000, height: 44, viewport: 968, idOf: String, isHeld: (id: string) => id === "3" };
    const leapt = drawnAt(top, { ...shown, above: 44_000 }, 10);
    expect(leapt.slots[0]).toEqual({ index: 3, id: "3", key: keys(top)[3], away: true });
    expect(indexes(leapt).slice(1)).toEqual(Array.from({ length: 23 }, (_, at) => 1000 + at));
    expect(new Set(keys(leapt)).size).toBe(24);
    expect(drawnAt(leapt, { ...shown, above: 44_000 }, 10)).toEqual(drawnAt(leapt, { ...shown, above: 44_001 }, 10));
    const moved = drawnAt(leapt, { ...shown, above: 44_000, idOf: (at) => String(at - 2) }, 10);
    expect(moved.slots[0]).toMatchObject({ index: 5, id: "3", key: keys(top)[3] });
    expect(indexes(look(moved, 44_000))).not.toContain(5);
    expect(indexes(drawnAt(leapt, { ...shown, count: 0, above: 44_000 }, 10))).toEqual([]);
  });

  test("draws a row that is listed twice in two slots", () => {
    const twice = (at: number) => String(Math.floor(at / 2));
    let drawn = drawnAt(top, { count: 10_000, height: 44, above: 0, viewport: 968, idOf: twice }, 10);
    drawn = drawnAt(drawn, { count: 10_000, height: 44, above: 44, viewport: 968, idOf: twice }, 10);
    expect(new Set(keys(drawn)).size).toBe(drawn.slots.length);
  });

  test("follows a row to where it is now", () => {
    const drawn = drawnAt(
      top,
      { count: 10_000, height: 44, above: 0, viewport: 968, idOf: (at) => String(at - 1) },
      10,
    );
    expect(keys(drawn).slice(1)).toEqual(keys(top).slice(0, -1));
    expect(keys(top)).not.toContain(keys(drawn)[0]);
  });
});
