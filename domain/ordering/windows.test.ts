import fc from "fast-check";
import { expect, test } from "vitest";
import type { Lot } from "../pricing/pricing-types.ts";
import { moveWindows, takeWindows } from "./windows.ts";

const now = "2026-11-10T12:00:00.000Z";
const lot = (
  quantity: number,
  day: number,
  refundableUntil: string | null = `2026-11-${String(day + 7).padStart(2, "0")}T10:00:00.000Z`,
): Lot => ({
  quantity,
  openedAt: `2026-11-0${day}T10:00:00.000Z`,
  refundableUntil,
});
const take = (lots: Lot[], ...told: [quantity: number, until: string][]) =>
  takeWindows(
    { key: "s", lots },
    told.map(([quantity, until]) => ({ quantity, until })),
    now,
  );

test("windows that the vendor tells as they were promised, or minutes later, are no news", () => {
  const lots = [lot(4, 2), lot(2, 5)];
  expect(take(lots, [2, "2026-11-12T10:00:00Z"])).toBeUndefined();
  expect(take(lots, [2, "2026-11-12T10:04:59.1234567Z"])).toBeUndefined();
});

test("the vendor's latest windows are those of our newest lots, whichever order it tells them in", () => {
  const lots = [lot(4, 4), lot(2, 5)];
  const taken = take(lots, [4, "2026-11-14T10:00:00Z"], [2, "2026-11-16T09:30:00.5Z"]);
  expect(taken?.lots.map((each) => each.refundableUntil)).toEqual([
    "2026-11-14T10:00:00.000Z",
    "2026-11-16T09:30:00.500Z",
  ]);
  expect(taken?.entry).toEqual({
    subscriptionKey: "s",
    effectiveAt: now,
    kind: "windowsMoved",
    data: {
      windows: { [lots[0]!.openedAt]: "2026-11-14T10:00:00.000Z", [lots[1]!.openedAt]: "2026-11-16T09:30:00.500Z" },
    },
  });
});

test("a lot of which nothing is taken back any more is closed at once, and one of which a part is stays", () => {
  const closed = take([lot(4, 4), lot(2, 5)], [2, "2026-11-12T10:00:00Z"]);
  expect(closed?.lots.map((each) => each.refundableUntil)).toEqual([now, "2026-11-12T10:00:00.000Z"]);
  expect(take([lot(4, 4)], [3, "2026-11-20T10:00:00Z"])).toBeUndefined();
  expect(take([lot(4, 4)])?.lots).toMatchObject([{ refundableUntil: now }]);
});

test("a window that was over opens again if the vendor says so; one without an end stays", () => {
  expect(take([lot(4, 2)], [4, "2026-11-12T10:00:00Z"])?.lots).toMatchObject([
    { refundableUntil: "2026-11-12T10:00:00.000Z" },
  ]);
  expect(take([lot(4, 2)])).toBeUndefined();
  expect(take([lot(4, 2, null)], [4, "2026-11-12T10:00:00Z"])).toBeUndefined();
});

test("lots that were opened at once each keep their own window", () => {
  const [bought, added] = [lot(4, 4), { ...lot(2, 4), refundableUntil: "2026-11-14T10:00:00.000Z" }];
  const told: [number, string][] = [
    [4, "2026-11-11T23:59:00.000Z"],
    [2, "2026-11-14T23:59:00.000Z"],
  ];
  const taken = take([bought, added], ...told)!;
  expect(taken.lots.map((each) => each.refundableUntil)).toEqual(told.map(([, until]) => until));
  expect(take(taken.lots, ...told)).toBeUndefined();
  // What was closed when it was taken over stays closed.
  const closed = { ...bought, refundableUntil: bought.openedAt };
  expect(take([closed, added], told[1]!)?.lots).toMatchObject([closed, { refundableUntil: told[1]![1] }]);
});

test("windows are taken over once, by an entry that says all of it, and none ends after what the vendor tells", () => {
  const hour = fc.integer({ min: 0, max: 20 * 24 });
  const at = (hours: number) => new Date(Date.parse("2026-11-01T00:00:00Z") + hours * 3_600_000).toISOString();
  const held = fc.record({
    quantity: fc.integer({ min: 1, max: 5 }),
    opened: fc.integer({ min: 0, max: 3 }),
    until: hour,
  });
  const windows = fc.array(fc.record({ quantity: fc.nat(6), until: hour.map(at) }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(held, { minLength: 1, maxLength: 5 }), windows, (some, told) => {
      const lots = some
        .toSorted((a, b) => a.opened - b.opened)
        .map(({ quantity, opened, until }) => ({ quantity, openedAt: at(opened), refundableUntil: at(until) }));
      const taken = takeWindows({ key: "s", lots }, told, now);
      if (!taken) return;
      expect(takeWindows({ key: "s", lots: taken.lots }, told, now)).toBeUndefined();
      if (taken.entry.kind === "windowsMoved") expect(moveWindows(lots, taken.entry.data.windows)).toEqual(taken.lots);
      const last = told.reduce((latest, { until }) => (until > latest ? until : latest), now);
      for (const [index, each] of taken.lots.entries())
        expect(each.refundableUntil === lots[index]!.refundableUntil || each.refundableUntil! <= last).toBe(true);
    }),
  );
});
