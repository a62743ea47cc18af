import fc from "fast-check";
import { expect, test } from "vitest";
import { apply } from "../ordering/subscriptions.ts";
import { addHours, dayOf } from "../values/dates.ts";
import { beginLater } from "./late-start.ts";
import { at, bought, offers, policies, proposed } from "./pricing-fixtures.ts";

const ordered = "2026-01-30T15:00:00.000Z";
const running = offers.filter((each) => each.forSale && each.billing !== "once" && !each.isAddOn);

test("what begins later is in all as if it had been ordered then, and its history comes to it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...running),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 24 * 120 }),
      fc.integer({ min: 0, max: 24 * 60 }),
      ({ id }, quantity, hours, until) => {
        const begun = addHours(ordered, hours);
        const now = addHours(begun, until);
        const promise = proposed({ kind: "add", lines: [{ key: "one", offerId: id, quantity }] }, [], at(ordered));
        const late = beginLater(promise.subscriptions[0]!, policies, { begun, now });
        if (dayOf(begun) === dayOf(ordered)) {
          expect(late).toBeUndefined();
          return;
        }
        // The oracle: the same order, placed at the moment when it began.
        const { subscription, rows } = bought(id, quantity, at(begun));
        expect(late!.subscription).toEqual(subscription);
        expect([late!.chargeRow]).toEqual(rows.map((row) => ({ ...row, dueOn: dayOf(now) })));
        expect([...promise.history, late!.history].reduce(apply, undefined as never)).toEqual(subscription);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("what was bought once, or has ended meanwhile, has no dates to move", () => {
  const begun = addHours(ordered, 72);
  const { subscription: phone } = bought("phone:once", 2, at(ordered));
  expect(beginLater(phone, policies, { begun, now: begun })).toBeUndefined();
  const { subscription } = bought("premium:P1Y:monthly", 2, at(ordered));
  expect(beginLater({ ...subscription, status: "cancelled" }, policies, { begun, now: begun })).toBeUndefined();
});

test.each(["2026-02-01", "2026-02-02"])(
  "what was to be over when it began, on %s, keeps the dates of its order",
  (day) => {
    const [from, termUntil] = ["2026-01-30", "2026-02-01"];
    const short = {
      ...bought("premium:P1M:monthly", 2, at(ordered)).subscription,
      termUntil,
      period: { from, until: termUntil },
    };
    const begun = `${day}T09:00:00.000Z`;
    expect(beginLater(short, policies, { begun, now: begun })).toBeUndefined();
  },
);
