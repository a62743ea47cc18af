import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { at, policies, catalogueOf, prices, price } from "../pricing/pricing-fixtures.ts";
import type { HistoryEntry, Subscription } from "../pricing/pricing-types.ts";
import { rate } from "../pricing/rate.ts";
import { addDays, startOf } from "../values/dates.ts";
import { asOf, type RecordedEntry } from "./subscriptions.ts";
import { takeTerm } from "./taken-terms.ts";

const monthly = "premium:P1M:monthly";
const catalogue = catalogueOf({ prices: [...prices, price({ offerId: "premium:none:daily", cost: "23.00" })] });
const bought = rate(
  { kind: "add", lines: [{ key: "one", offerId: monthly, quantity: 100 }] },
  [],
  catalogue,
  policies,
  at("2026-11-01T09:00:00.000Z"),
);
if (!bought.ok) throw new Error(bought.refusal);
const [first] = bought.value.history;

/** What happens to a subscription on one day, or to an order of an earlier one. */
type Step =
  | { do: "order"; entries: readonly Fact[] }
  | { do: "refuse" | "retry"; order: number }
  | { do: "correct"; daysAgo: number; entries: readonly Fact[] }
  | { do: "takeOver"; daysAgo: number };
type Fact = { [K in HistoryEntry["kind"]]: Pick<Extract<HistoryEntry, { kind: K }>, "kind" | "data"> }[
  | "seatsAdded"
  | "seatsRemoved"
  | "priceFixed"
  | "scheduled"
  | "suspended"
  | "resumed"];

const few = fc.integer({ min: 1, max: 3 });
const fact = fc.oneof(
  few.map((quantity): Fact => ({ kind: "seatsAdded", data: { quantity, refundableUntil: null } })),
  few.map((quantity): Fact => ({ kind: "seatsRemoved", data: { quantity } })),
  fc
    .integer({ min: 1, max: 9999 })
    .map((pence): Fact => ({ kind: "priceFixed", data: { unitCost: (pence / 100).toFixed(2), customerPrice: null } })),
  fc
    .constantFrom("cancel" as const, "renew" as const)
    .map((outcome): Fact =>
      outcome === "cancel"
        ? { kind: "scheduled", data: { termEnd: { outcome } } }
        : { kind: "scheduled", data: { termEnd: { outcome, offerId: null, quantity: null } } },
    ),
  fc.constantFrom("suspended" as const, "resumed" as const).map((kind): Fact => ({ kind, data: {} })),
);
const entries = fc.array(fact, { minLength: 1, maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: entries.map((each): Step => ({ do: "order", entries: each })) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("refuse" as const, "retry" as const), order: fc.nat(20) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("correct" as const), daysAgo: fc.nat(20), entries }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("takeOver" as const), daysAgo: fc.nat(10) }) },
);

/** What a machine would keep that is told each step as it is recorded: what stands, by its order. */
type Standing = { entry: RecordedEntry; order: string | null };

/** Lives through steps, one a day; returns the log, and what stood after each day. */
function lived(steps: readonly Step[]) {
  const log: RecordedEntry[] = [];
  const orders: { id: string; on: string; entries: readonly Fact[]; refused: boolean }[] = [];
  const days: { recorded: string; standing: readonly Standing[] }[] = [];
  let standing: Standing[] = [];
  const record = (entry: HistoryEntry, recordedAt: string, order: string | null) => {
    const recorded: RecordedEntry = { ...entry, id: String(log.length).padStart(6, "0"), recordedAt, orderId: order };
    log.push(recorded);
    if (entry.kind === "undone") standing = standing.filter((each) => each.order !== order);
    else standing = [...standing, { entry: recorded, order }];
  };
  const write = (facts: readonly Fact[], effectiveAt: string, recordedAt: string, order: string | null) => {
    for (const each of facts) record({ subscriptionKey: "one", effectiveAt, ...each }, recordedAt, order);
  };
  record(first!, first!.effectiveAt, null);
  steps.forEach((each, index) => {
    const now = `${addDays("2026-11-02", index)}T10:00:00.000Z`;
    const before = (days_: number) => `${addDays(now.slice(0, 10), -Math.min(days_, index))}T09:30:00.000Z`;
    if (each.do === "order") {
      const id = `order ${orders.length}`;
      orders.push({ id, on: now, entries: each.entries, refused: false });
      write(each.entries, now, now, id);
    } else if (each.do === "correct") write(each.entries, before(each.daysAgo), now, null);
    else if (each.do === "takeOver") {
      const known = foldByHand(standing, now);
      if (known.isDaily) return;
      const state = asOf(log, now, now)!;
      const since = before(each.daysAgo);
      const taken = takeTerm(state, { isExtended: true, termFrom: since.slice(0, 10) }, catalogue, { since, now });
      if (taken.ok) for (const entry of taken.value.history) record(entry, now, null);
    } else {
      const order = orders[each.order % Math.max(orders.length, 1)];
      if (order && order.refused === (each.do === "retry")) {
        order.refused = !order.refused;
        if (each.do === "retry") write(order.entries, order.on, now, order.id);
        else record({ subscriptionKey: "one", effectiveAt: now, kind: "undone", data: {} }, now, order.id);
      }
    }
    days.push({ recorded: now, standing });
  });
  return { log, days };
}

/** Works out by hand, without the function that applies entries, what counts of a subscription at a moment. */
function foldByHand(standing: readonly Standing[], effective: string) {
  const told = standing
    .map(({ entry }) => entry)
    .filter((entry) => entry.effectiveAt <= effective)
    .toSorted((a, b) => (a.effectiveAt < b.effectiveAt ? -1 : a.effectiveAt > b.effectiveAt ? 1 : 0));
  const found = { quantity: 0, unitCost: "", status: "active", outcome: "renew", isDaily: false };
  for (const { kind, data } of told) {
    if (kind === "started" || kind === "renewed") {
      found.quantity = data.quantity;
      found.unitCost = data.unitCost;
      found.outcome = data.termEnd?.outcome ?? "renew";
      found.isDaily = data.billing === "daily";
    }
    if (kind === "seatsAdded") found.quantity += data.quantity;
    if (kind === "seatsRemoved") found.quantity -= data.quantity;
    if (kind === "priceFixed") found.unitCost = data.unitCost;
    if (kind === "scheduled") found.outcome = data.termEnd.outcome;
    if (kind === "suspended") found.status = "suspended";
    if (kind === "resumed") found.status = "active";
  }
  return found;
}

const counted = (state: Subscription) => ({
  quantity: state.quantity,
  unitCost: state.unitCost,
  status: state.status,
  outcome: state.termEnd.outcome,
  isDaily: state.billing === "daily",
});

const runs = { numRuns: inject("long") ? 2000 : 200 };

test("F10 what is known of any day on any other is what replaying the log up to then leaves, over refusals, retries, late corrections and terms taken over", () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { minLength: 1, maxLength: 5 }),
      (steps, asked) => {
        const { log, days } = lived(steps);
        for (const [on, known] of asked) {
          const effective = startOf(addDays("2026-11-02", on));
          const day = days[Math.min(known, days.length - 1)];
          if (!day) continue;
          const state = asOf(log, effective, day.recorded)!;
          expect(counted(state)).toEqual(foldByHand(day.standing, effective));
          expect(state.lots.reduce((sum, lot) => sum + lot.quantity, 0)).toBe(state.quantity);
        }
      },
    ),
    runs,
  );
});

test("F10 nothing recorded later changes what was known, and the order in which a log is read changes nothing", () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 25 }).chain((steps) => {
        const { log, days } = lived(steps);
        return fc.record({
          log: fc.constant(log),
          shuffled: fc.shuffledSubarray(log, { minLength: log.length }),
          recorded: fc.constantFrom(first!.effectiveAt, ...days.map((day) => day.recorded)),
          on: fc.nat(30),
        });
      }),
      ({ log, shuffled, recorded, on }) => {
        const effective = startOf(addDays("2026-11-02", on));
        const until = log.filter((entry) => entry.recordedAt <= recorded);
        const known = asOf(log, effective, recorded);
        expect(asOf(until, effective, startOf("2040-01-01"))).toEqual(known);
        expect(asOf(shuffled, effective, recorded)).toEqual(known);
      },
    ),
    runs,
  );
});
