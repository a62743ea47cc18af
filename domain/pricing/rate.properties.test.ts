import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical } from "./canonical.ts";
import { addDays, addHours, daysBetween, dayOf, type Instant } from "../values/dates.ts";
import { charge } from "./proration.ts";
import { rate } from "./rate.ts";
import { asOf, type RecordedEntry } from "../ordering/subscriptions.ts";
import { periodCost } from "./terms.ts";
import {
  at,
  bought,
  catalogue,
  catalogueOf,
  offers,
  policies,
  price,
  proposed,
  total,
  turnedUntil,
} from "./pricing-fixtures.ts";
import type { ChargeRow, HistoryEntry, Subscription } from "./pricing-types.ts";

const starts = fc
  .integer({ min: 0, max: 4 * 366 * 24 * 60 })
  .map((minutes): Instant => addHours("2026-01-01T00:00:00.000Z", minutes / 60));
const unitCosts = fc.integer({ min: 0, max: 9_999_999 }).map((scaled) => (scaled / 10_000).toFixed(4));
const subscriptionOffers = fc.constantFrom(
  ...offers.filter((each) => each.forSale && each.billing !== "once" && !each.isAddOn).map((each) => each.id),
);
const pricedAt = (cost: string) => catalogueOf({ prices: offers.map((each) => price({ offerId: each.id, cost })) });
const seats = fc.integer({ min: 1, max: 300 });

/** A person's requests over time: hours to wait, then a number of seats to ask for. */
const wishes = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 20 * 24 }), seats }), { maxLength: 12 });

/** Carries out the requests, advancing billing periods in between, and returns everything written. */
function live(
  offerId: string,
  quantity: number,
  cost: string,
  start: Instant,
  plan: { wait: number; seats: number }[],
) {
  const from = pricedAt(cost);
  const first = bought(offerId, quantity, at(start), from);
  let { subscription } = first;
  let now = start;
  const rows: ChargeRow[] = first.rows;
  const history: HistoryEntry[] = [
    ...proposed({ kind: "add", lines: [{ key: "one", offerId, quantity }] }, [], at(start), from).history,
  ];
  for (const wish of plan) {
    now = addHours(now, wish.wait);
    const turned = turnedUntil(subscription, dayOf(now), from);
    rows.push(...turned.rows);
    subscription = turned.subscription;
    const change = { kind: "setQuantity" as const, targets: [{ key: "one", quantity: wish.seats }] };
    const decision = rate(change, [subscription], from, policies, at(now));
    if (!decision.ok) continue;
    rows.push(...decision.value.chargeRows);
    history.push(...decision.value.history);
    subscription = decision.value.subscriptions[0]!;
  }
  return { subscription, rows, history, now };
}

const inLots = (subscription: Subscription) => subscription.lots.reduce((all, lot) => all + lot.quantity, 0);

describe("whatever a person asks for", () => {
  test("lots are never negative and add up to the seats", () => {
    fc.assert(
      fc.property(subscriptionOffers, seats, unitCosts, starts, wishes, (offerId, quantity, cost, start, plan) => {
        const { subscription } = live(offerId, quantity, cost, start, plan);
        expect(inLots(subscription)).toBe(subscription.quantity);
        expect(subscription.lots.every((lot) => lot.quantity > 0)).toBe(true);
      }),
    );
  });

  test("no period is ever paid back more than it was charged", () => {
    fc.assert(
      fc.property(subscriptionOffers, seats, unitCosts, starts, wishes, (offerId, quantity, cost, start, plan) => {
        const { rows } = live(offerId, quantity, cost, start, plan);
        const periods = Map.groupBy(rows, (row) => row.periodUntil);
        for (const same of periods.values()) {
          let paid = 0n;
          for (const row of same) {
            paid += row.amount.minor;
            expect(paid >= 0n).toBe(true);
          }
        }
      }),
    );
  });

  test("refunds are never positive, charges never negative, and nothing is due before it is written", () => {
    fc.assert(
      fc.property(subscriptionOffers, seats, unitCosts, starts, wishes, (offerId, quantity, cost, start, plan) => {
        const { rows } = live(offerId, quantity, cost, start, plan);
        for (const row of rows) {
          expect(row.kind === "refund" ? row.amount.minor < 0n && row.quantity < 0 : row.amount.minor >= 0n).toBe(true);
          expect(row.dueOn >= dayOf(start) && row.periodFrom <= row.periodUntil).toBe(true);
        }
      }),
    );
  });

  test("the history folds to the same subscription as was written", () => {
    fc.assert(
      fc.property(seats, unitCosts, starts, wishes, (quantity, cost, start, plan) => {
        const short = plan.slice(0, 3).map((wish) => ({ ...wish, wait: wish.wait % 200 }));
        const { subscription, history, now } = live("premium:P1Y:monthly", quantity, cost, start, short);
        const recorded: RecordedEntry[] = history.map((entry, index) => ({
          ...entry,
          id: String(index).padStart(9, "0"),
          orderId: null,
          recordedAt: entry.effectiveAt,
        }));
        expect(asOf(recorded, now, now)).toEqual(subscription);
      }),
    );
  });
});

test("the rows of a term are units times quantity times periods", () => {
  fc.assert(
    fc.property(subscriptionOffers, seats, unitCosts, starts, (offerId, quantity, cost, start) => {
      const from = pricedAt(cost);
      const { subscription, rows } = bought(offerId, quantity, at(start), from);
      const last = addDays(subscription.termUntil ?? addDays(dayOf(start), 400), -1);
      const all = [...rows, ...turnedUntil(subscription, last, from).rows];
      expect(total(all)).toBe(periodCost(subscription, quantity).minor * BigInt(all.length));
      if (subscription.term === "P1Y") expect(all).toHaveLength(subscription.billing === "annual" ? 1 : 12);
    }),
  );
});

test("what a proposal shows for coming periods is what they are charged", () => {
  fc.assert(
    fc.property(subscriptionOffers, seats, unitCosts, starts, (offerId, quantity, cost, start) => {
      const from = pricedAt(cost);
      const { upcoming, subscriptions } = proposed(
        { kind: "add", lines: [{ key: "one", offerId, quantity }] },
        [],
        at(start),
        from,
      );
      const end = upcoming.at(-1)?.from ?? dayOf(start);
      const { rows } = turnedUntil(subscriptions[0]!, end, from);
      expect(upcoming.map((each) => [each.dueOn, each.net])).toEqual(rows.map((row) => [row.dueOn, row.amount]));
    }),
  );
});

test("seats added and given back inside the window cost the days that have begun, and no more", () => {
  fc.assert(
    fc.property(
      seats,
      seats,
      unitCosts,
      starts,
      fc.integer({ min: 0, max: 167 }),
      fc.integer({ min: 0, max: 2000 }),
      (quantity, more, cost, start, hours, later) => {
        const from = pricedAt(cost);
        const first = bought("workstation:none:monthly", quantity, at(start), from).subscription;
        const added = addHours(start, later);
        const context = at(added);
        const before = turnedUntil(first, dayOf(added), from).subscription;
        const period = before.period!;
        const set = (target: number) => ({ kind: "setQuantity" as const, targets: [{ key: "one", quantity: target }] });
        const up = proposed(set(quantity + more), [before], context, from);
        const back = addHours(added, hours);
        if (dayOf(back) >= period.until) return;
        const down = proposed(set(quantity), up.subscriptions, at(back), from);

        const usedUntil = addDays(dayOf(back), 1) < period.until ? addDays(dayOf(back), 1) : period.until;
        const used = (seatCount: number) =>
          charge(periodCost(before, seatCount), period, dayOf(added), usedUntil).minor;
        expect(total([...up.chargeRows, ...down.chargeRows])).toBe(used(quantity + more) - used(quantity));
        expect(daysBetween(dayOf(added), usedUntil)).toBeLessThanOrEqual(8);
        expect(down.subscriptions[0]?.quantity).toBe(quantity);
      },
    ),
  );
});

test("preview and commit are one function", () => {
  fc.assert(
    fc.property(subscriptionOffers, seats, starts, (offerId, quantity, start) => {
      const change = { kind: "add" as const, lines: [{ key: "one", offerId, quantity }] };
      const [preview, commit] = [at(start), at(start)].map((context) => rate(change, [], catalogue, policies, context));
      expect(commit).toEqual(preview);
      if (preview?.ok && commit?.ok) expect(canonical(commit.value)).toBe(canonical(preview.value));
    }),
  );
});
