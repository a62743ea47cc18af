import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../values/dates.ts";
import { type Attempt, type AutoMethod, collectOn, nextTaking, takenOn } from "./autopay.ts";
import { dunningPolicies } from "./dunning-policies.data.ts";
import { isWorkingDay } from "./working-days.ts";

const card: AutoMethod = { id: "card", kind: "card" };
const debit: AutoMethod = { id: "debit", kind: "directDebit", isActive: true };
const newDebit: AutoMethod = { id: "debit", kind: "directDebit", isActive: false };
const failed = (on: string, methodId = "card", isFinal = false): Attempt => ({ on, methodId, isFinal });

test.each([
  [card, "2026-11-20", "2026-11-20", "a card on the day itself"],
  [debit, "2026-11-20", "2026-11-17", "a debit three working days ahead"],
  [newDebit, "2026-11-20", "2026-11-16", "a new one four"],
  [debit, "2026-11-23", "2026-11-18", "over a weekend"],
  [debit, "2026-11-21", "2026-11-18", "due on a Saturday: taken on the Monday after it"],
  [debit, "2026-12-30", "2026-12-23", "over Christmas"],
])("what is due is collected: %o, due %s, from %s (%s)", (method, dueOn, from, _why) =>
  expect(collectOn({ dueOn, attempts: [] }, method, "GBP")).toBe(from),
);

test.each([
  [[failed("2026-11-20")], "2026-11-25", "three working days after the due day"],
  [[failed("2026-11-20"), failed("2026-11-25")], "2026-12-01", "then seven"],
  [[failed("2026-11-20"), failed("2026-11-25"), failed("2026-12-01")], "2026-12-08", "then twelve"],
  [["2026-11-20", "2026-11-25", "2026-12-01", "2026-12-08"].map((on) => failed(on)), undefined, "then not again"],
  [[failed("2026-11-20", "card", true)], undefined, "not after a no for good"],
  [[failed("2026-11-20", "another", true)], "2026-11-21", "but with another method, on another day"],
  [[failed("2027-02-01")], "2027-02-04", "what was collected late waits as long"],
])("after failed tries %o it is collected from %s (%s)", (attempts, from, _why) =>
  expect(collectOn({ dueOn: "2026-11-20", attempts }, card, "GBP")).toBe(from),
);

const item = (dueOn: string, open: bigint, attempts: Attempt[] = []) => ({ dueOn, open, attempts });
test("what is taken next: the first day, all that is taken then, and credit first", () => {
  const items = [item("2026-12-20", 500n), item("2026-12-01", 1_000n), item("2026-12-01", 2_000n)];
  const next = (credit: bigint, from = "2026-11-27") => nextTaking(items, card, "GBP", { credit, from });
  expect(next(0n)).toEqual({ on: "2026-12-01", minor: 3_000n, invoices: 2 });
  expect(next(1_200n)).toEqual({ on: "2026-12-01", minor: 1_800n, invoices: 1 });
  expect(next(3_000n)).toEqual({ on: "2026-12-20", minor: 500n, invoices: 1 });
  expect(next(3_490n)).toBeUndefined();
  expect(next(0n, "2026-12-24")).toEqual({ on: "2026-12-24", minor: 3_500n, invoices: 3 });
});

const day = fc.integer({ min: 0, max: 700 }).map((days) => addDays("2026-01-01", days));
const method = fc.constantFrom(card, debit, newDebit);

test("a debit is taken on a working day, when its invoice is due or as soon after as it can be", () => {
  fc.assert(
    fc.property(day, day, fc.constantFrom("GBP", "EUR" as const), (dueOn, today, currency) => {
      for (const each of [debit, newDebit]) {
        const from = collectOn({ dueOn, attempts: [] }, each, currency)!;
        expect(from < dueOn).toBe(true);
        const asked = from < today ? today : from;
        const taken = takenOn(each, currency, asked, dueOn);
        expect(taken >= dueOn).toBe(true);
        expect(isWorkingDay(currency === "GBP" ? "bacs" : "sepa", taken)).toBe(true);
        // In time, it is taken on the first working day from the due day on.
        if (asked === from) expect(takenOn(each, currency, "2025-12-01", dueOn)).toBe(taken);
      }
    }),
  );
});

test("run day after day, an invoice is tried at most once a day and a limited number of times, and never after a no for good", () => {
  fc.assert(
    fc.property(day, method, fc.array(fc.boolean(), { maxLength: 8 }), (dueOn, by, finals) => {
      const attempts: Attempt[] = [];
      for (let on = addDays(dueOn, -10), left = 60; left > 0; on = addDays(on, 1), left -= 1)
        for (const _run of [1, 2]) {
          const from = collectOn({ dueOn, attempts }, by, "GBP");
          if (from !== undefined && from <= on) attempts.push(failed(on, by.id, finals[attempts.length] ?? false));
        }
      expect(new Set(attempts.map(({ on }) => on)).size).toBe(attempts.length);
      expect(attempts.length).toBeLessThanOrEqual(1 + dunningPolicies.standard.retryDays.length);
      expect(attempts.slice(0, -1).some(({ isFinal }) => isFinal)).toBe(false);
      expect(attempts.length).toBeGreaterThan(0);
    }),
  );
});
