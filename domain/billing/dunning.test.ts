import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../values/dates.ts";
import { dunningPolicies } from "./dunning-policies.data.ts";
import { dunningOf, dunningSteps, isOrderingPaused, type OpenItem } from "./dunning.ts";

const item = (dueOn: string, open = 12_000n, onItsWaySince: string | null = null, id = dueOn): OpenItem => ({
  id,
  dueOn,
  open,
  onItsWaySince,
});
const stepOn = (day: string, items: OpenItem[], credit = 0n) => dunningOf(items, credit, day)?.step;

test.each([
  [0, undefined],
  [2, undefined],
  [3, "reminder"],
  [6, "reminder"],
  [7, "overdue"],
  [14, "lastWarning"],
  [20, "lastWarning"],
  [21, "orderingPaused"],
  [30, "escalated"],
  [400, "escalated"],
])("%i days late: %s", (late, step) => expect(stepOn(addDays("2026-11-01", late), [item("2026-11-01")])).toBe(step));

test("whose policy is reminders alone is never paused", () => {
  const policy = dunningPolicies.remindersOnly;
  const found = dunningOf([item("2026-01-01")], 0n, "2026-11-27", policy);
  expect(found!.step).toBe("escalated");
  expect(isOrderingPaused(found!.step, policy)).toBe(false);
  expect(dunningOf([item("2026-11-01")], 0n, "2026-11-25", policy)!.step).toBe("lastWarning");
});

test("paying the oldest invoice leaves the step of the next one, and credit counts against the oldest first", () => {
  const items = [item("2026-11-01"), item("2026-11-20", 5_000n)];
  expect(stepOn("2026-11-27", items)).toBe("orderingPaused");
  expect(stepOn("2026-11-27", items.slice(1))).toBe("overdue");
  expect(stepOn("2026-11-27", items, 12_000n)).toBe("overdue");
  expect(dunningOf(items, 11_000n, "2026-11-27")).toMatchObject({ step: "orderingPaused", owed: 6_000n });
  expect(stepOn("2026-11-27", items, 17_000n)).toBeUndefined();
  expect(stepOn("2026-11-27", items, 16_950n)).toBeUndefined();
});

test("a payment on its way holds the step: it goes no further, and does not lift what was reached", () => {
  expect(stepOn("2026-11-27", [item("2026-11-20", 100_00n, "2026-11-22")])).toBeUndefined();
  expect(stepOn("2026-12-30", [item("2026-11-01", 100_00n, "2026-11-10")])).toBe("overdue");
  expect(stepOn("2026-12-30", [item("2026-11-01", 100_00n, "2026-11-25")])).toBe("orderingPaused");
});

const start = "2026-01-01";
const items = fc.array(
  fc.record({
    id: fc.uuid(),
    dueOn: fc.integer({ min: 0, max: 90 }).map((days) => addDays(start, days)),
    open: fc.bigInt({ min: 1n, max: 50_000n }),
    onItsWaySince: fc.option(fc.integer({ min: 0, max: 120 }).map((days) => addDays(start, days))),
  }),
  { maxLength: 8 },
);
const rank = (step: ReturnType<typeof stepOn>) => (step ? dunningSteps.indexOf(step) : -1);
const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(start, days));
const credit = fc.bigInt({ min: 0n, max: 100_000n });

test("the step does not depend on the order of items, waiting never lowers it, and paying or more credit never raises it", () => {
  fc.assert(
    fc.property(items, day, credit, fc.nat(), (all, on, has, which) => {
      const now = rank(stepOn(on, all, has));
      expect(rank(stepOn(on, all.toReversed(), has))).toBe(now);
      expect(rank(stepOn(addDays(on, 1), all, has))).toBeGreaterThanOrEqual(now);
      expect(rank(stepOn(on, all, has + 500n))).toBeLessThanOrEqual(now);
      const paid = all.filter((_, at) => at !== which % Math.max(1, all.length));
      expect(rank(stepOn(on, paid, has))).toBeLessThanOrEqual(now);
    }),
  );
});

test("nobody is paused for what is not 21 days late, nor for what credit covers", () => {
  fc.assert(
    fc.property(items, day, credit, (all, on, has) => {
      const found = dunningOf(all, has, on);
      if (!isOrderingPaused(found?.step)) return;
      expect(addDays(found!.oldest.dueOn, 21) <= on).toBe(true);
      const due = all.filter(({ dueOn }) => dueOn < on).reduce((sum, { open }) => sum + open, 0n);
      expect(found!.owed).toBe(due - has);
    }),
  );
});
