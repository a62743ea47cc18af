import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addHours, dayOf, type Instant } from "../values/dates.ts";
import { beginLater } from "./late-start.ts";
import { at, bought, catalogueOf, offers, policies, price, turnedUntil } from "./pricing-fixtures.ts";
import type { Change, ChargeRow, Subscription } from "./pricing-types.ts";
import { rate } from "./rate.ts";
import { countsOf, workingOf } from "./working.ts";

const starts = fc
  .integer({ min: 0, max: 4 * 366 * 24 * 60 })
  .map((minutes): Instant => addHours("2026-01-01T00:00:00.000Z", minutes / 60));
const costs = fc.integer({ min: 0, max: 9_999_999 }).map((scaled) => (scaled / 10_000).toFixed(4));
const wishes = fc.array(
  fc.record({
    wait: fc.integer({ min: 0, max: 20 * 24 }),
    seats: fc.integer({ min: 1, max: 300 }),
    kind: fc.constantFrom("setQuantity", "cancel", "upgrade", "extend"),
  }),
  { maxLength: 12 },
);
const subscribed = fc.constantFrom(
  ...offers.filter((each) => each.forSale && each.billing !== "once" && !each.isAddOn).map((each) => each.id),
);

function changeOf({ kind, seats }: { kind: string; seats: number }, { key, quantity }: Subscription): Change {
  if (kind === "cancel") return { kind: "cancel", keys: [key] };
  if (kind === "upgrade")
    return { kind: "upgrade", targets: [{ key, offerId: "premium:P1Y:monthly", quantity: Math.min(seats, quantity) }] };
  if (kind === "extend")
    return {
      kind: "schedule",
      targets: [{ key, termEnd: { outcome: "extend", offerId: "premium:none:daily" } }],
    };
  return { kind: "setQuantity", targets: [{ key, quantity: seats }] };
}

/** Works each row out and checks what was found against its amount. */
function explain(rows: readonly ChargeRow[], states: readonly Subscription[]) {
  return rows.map((row) => {
    const working = workingOf(row, states, countsOf(states, row.quantity));
    expect(working).toBeDefined();
    const { before, after } = working!;
    expect(after.units - before.units).toBe(row.quantity);
    expect(after.cost.minor - before.cost.minor).toBe(row.amount.minor);
    return working!;
  });
}

describe("whatever was charged", () => {
  test("is worked out to the penny from how its subscription stood", () => {
    fc.assert(
      fc.property(
        subscribed,
        fc.integer({ min: 1, max: 300 }),
        costs,
        starts,
        wishes,
        (offerId, quantity, cost, start, plan) => {
          const catalogue = catalogueOf({
            prices: offers.map((each) => price({ offerId: each.id, cost, from: "2020-01-01" })),
          });
          const first = bought(offerId, quantity, at(start), catalogue);
          explain(first.rows, [first.subscription]);
          let { subscription } = first;
          let now = start;
          for (const wish of plan) {
            now = addHours(now, wish.wait);
            const turned = turnedUntil(subscription, dayOf(now), catalogue);
            for (const row of turned.rows) explain([row], [turned.subscription, subscription]);
            subscription = turned.subscription;
            const decision = rate(changeOf(wish, subscription), [subscription], catalogue, policies, at(now));
            if (!decision.ok) continue;
            const { chargeRows, subscriptions } = decision.value;
            const own = Map.groupBy(chargeRows, (row) => row.subscriptionKey);
            for (const [key, rows] of own) {
              const after = subscriptions.find((each) => each.key === key)!;
              const from = key === subscription.key ? [subscription, after] : [after];
              expect(explain(rows, from)).toHaveLength(rows.length);
            }
            subscription = subscriptions.find((each) => each.key === subscription.key)!;
          }
        },
      ),
      {
        // Three lots are given back, of which the newest is worth less than a penny, and three are upgraded.
        examples: [
          [
            "workstation:none:monthly",
            1,
            "0.0002",
            "2026-01-01T00:00:00.000Z",
            [
              { wait: 160, seats: 175, kind: "setQuantity" },
              { wait: 519, seats: 199, kind: "setQuantity" },
              { wait: 737, seats: 1, kind: "cancel" },
            ],
          ],
          [
            "basic:P1Y:monthly",
            1,
            "110.2919",
            "2026-01-01T00:00:00.000Z",
            [
              { wait: 0, seats: 50, kind: "setQuantity" },
              { wait: 0, seats: 147, kind: "setQuantity" },
              { wait: 0, seats: 147, kind: "upgrade" },
            ],
          ],
        ],
      },
    );
  });

  test("counts the days, of a month and of a term that was cut short", () => {
    const { rows, subscription } = bought("premium:P1Y:monthly", 10, at("2026-04-01T09:00:00.000Z"));
    expect(explain(rows, [subscription])).toEqual([
      {
        before: { units: 0, whole: { minor: 0n, currency: "GBP" }, cost: { minor: 0n, currency: "GBP" } },
        after: { units: 10, whole: { minor: 18_100n, currency: "GBP" }, cost: { minor: 18_100n, currency: "GBP" } },
        shares: [],
      },
    ]);
    const change = { kind: "setQuantity" as const, targets: [{ key: subscription.key, quantity: 12 }] };
    const added = rate(change, [subscription], catalogueOf(), policies, at("2026-04-16T09:00:00.000Z"));
    if (!added.ok) throw new Error(added.refusal);
    const [working] = explain(added.value.chargeRows, [subscription, ...added.value.subscriptions]);
    expect(working!.shares).toEqual([{ days: 15, of: 30 }]);
    expect([working!.before.cost.minor, working!.after.cost.minor]).toEqual([9_050n, 10_860n]);
  });

  test("is worked out where it began later than it was ordered for", () => {
    const { subscription } = bought("premium:P1Y:monthly", 7, at("2026-04-01T09:00:00.000Z"));
    const start = beginLater(subscription, policies, {
      begun: "2026-04-05T09:00:00.000Z",
      now: "2026-04-05T10:00:00.000Z",
    });
    expect(explain([start!.chargeRow], [start!.subscription])).toMatchObject([{ after: { units: 7 }, shares: [] }]);
  });

  test("is not explained by what does not give its amount", () => {
    const { rows, subscription } = bought("premium:P1Y:monthly", 10, at("2026-04-01T09:00:00.000Z"));
    const wrong = { ...rows[0]!, amount: { minor: rows[0]!.amount.minor + 1n, currency: "GBP" as const } };
    expect(workingOf(wrong, [subscription], [10])).toBeUndefined();
  });
});
