import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  at,
  bought,
  catalogueOf,
  offer,
  policies,
  price,
  prices,
  total,
  turnedUntil,
} from "../pricing/pricing-fixtures.ts";
import { nextPeriod } from "../pricing/periods.ts";
import type { Catalogue, ChargeRow, Subscription } from "../pricing/pricing-types.ts";
import { rate } from "../pricing/rate.ts";
import { addDays, addMonths, dayOf, startOf } from "../values/dates.ts";
import { asOf, type RecordedEntry } from "./subscriptions.ts";
import { takeTerm } from "./taken-terms.ts";

const monthly = "premium:P1M:monthly";
const daily = "premium:none:daily";
const shelf = (month: number, byTheDay: number, later: [string, number]) =>
  catalogueOf({
    prices: [
      price({ offerId: monthly, cost: (month / 100).toFixed(2) }),
      price({ offerId: "premium:P1Y:monthly", cost: (month / 110).toFixed(2) }),
      price({ offerId: daily, cost: (byTheDay / 100).toFixed(2) }),
      price({ offerId: daily, cost: (later[1] / 100).toFixed(2), from: later[0] }),
    ],
  });
type Book = { subscription: Subscription; rows: ChargeRow[] };

/** Sells, turns to a day, and takes over what the vendor has. */
function taken({ subscription, rows }: Book, seen: Parameters<typeof takeTerm>[1], today: string, from: Catalogue) {
  const now = `${today}T11:00:00.000Z`;
  const decision = takeTerm(subscription, seen, from, { since: now, now });
  if (!decision.ok) throw new Error(decision.refusal);
  return { ...decision.value, rows: [...rows, ...decision.value.chargeRows] };
}

/** Adds units in the middle of a period, in both of two books. */
function added({ subscription, rows }: Book, more: number, today: string, from: Catalogue): Book {
  const change = { kind: "setQuantity" as const, targets: [{ key: "one", quantity: subscription.quantity + more }] };
  const decision = rate(change, [subscription], from, policies, at(`${today}T10:00:00.000Z`));
  if (!decision.ok) throw new Error(decision.refusal);
  return { subscription: decision.value.subscriptions[0]!, rows: [...rows, ...decision.value.chargeRows] };
}

const turned = ({ subscription, rows }: Book, day: string, from: Catalogue): Book => {
  const after = turnedUntil(subscription, day, from);
  return { subscription: after.subscription, rows: [...rows, ...after.rows] };
};

const pence = fc.integer({ min: 1, max: 99_999 });
const start = fc.nat(1500).map((shift) => addDays("2026-01-01", shift));

test("what is taken over to run on by the day costs what it had cost if it had been extended in time, to a penny for each addition", () => {
  fc.assert(
    fc.property(
      start,
      // Before the term that runs with us everything is settled.
      fc.integer({ min: 0, max: 27 }),
      fc.nat(40),
      fc.integer({ min: 1, max: 50 }),
      fc.nat(5),
      fc.tuple(pence, pence, pence, fc.nat(80)),
      (begun, late, addedOn, quantity, more, [month, byTheDay, laterCost, shift]) => {
        const from = shelf(month, byTheDay, [addDays(begun, shift), laterCost]);
        const anchor = Number(begun.slice(8));
        const vendorsDay = addMonths(begun, 1, anchor);
        const today = addDays(vendorsDay, late);
        const first = bought(monthly, quantity, at(`${begun}T09:00:00.000Z`), from);
        const extended = { ...first.subscription, termEnd: { outcome: "extend" as const, offerId: daily } };
        const changeOn = addDays(vendorsDay, Math.min(addedOn, late, 25));
        const both = [first.subscription, extended].map((subscription) => {
          const until = turned({ subscription, rows: first.rows }, changeOn, from);
          const larger = more === 0 ? until : added(until, more, changeOn, from);
          return turned(larger, today, from);
        });
        const [ours, oracle] = both as [Book, Book];
        const book = taken(ours, { isExtended: true, termFrom: vendorsDay }, today, from);
        expect(book.subscription).toMatchObject({
          billing: "daily",
          termUntil: null,
          quantity: oracle.subscription.quantity,
          unitCost: oracle.subscription.unitCost,
          period: oracle.subscription.period,
        });
        // Units of a day are charged in one row here, and in two where they were added on that day.
        const apart = total(book.rows) - total(oracle.rows);
        expect(Number(apart < 0n ? -apart : apart)).toBeLessThanOrEqual(more === 0 ? 0 : 1);
        // From then on it goes on like any other.
        const next = turnedUntil(book.subscription, addDays(today, 40), from);
        expect(total(next.rows)).toBe(total(turnedUntil(oracle.subscription, addDays(today, 40), from).rows));
      },
    ),
  );
});

test("a term that is taken over costs its periods since the vendor's day, and the days before it by the day", () => {
  fc.assert(
    fc.property(
      start,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 70 }),
      fc.integer({ min: 1, max: 50 }),
      fc.tuple(pence, pence, fc.constantFrom("P1M" as const, "P1Y" as const)),
      (begun, days, late, quantity, [month, byTheDay, term]) => {
        const from = shelf(month, byTheDay, ["2040-01-01", 1]);
        const extendedOn = addMonths(begun, 1, Number(begun.slice(8)));
        const vendorsDay = addDays(extendedOn, days);
        const today = addDays(vendorsDay, late);
        const first = bought(monthly, quantity, at(`${begun}T09:00:00.000Z`), from);
        const wish = { ...first.subscription, termEnd: { outcome: "extend" as const, offerId: daily } };
        const ours = turned({ subscription: wish, rows: first.rows }, today, from);
        const anchor = Number(vendorsDay.slice(8));
        const termUntil = addMonths(vendorsDay, term === "P1M" ? 1 : 12, anchor);
        const seen = { term, billing: "monthly" as const, termFrom: vendorsDay, termUntil };
        const book = taken(ours, seen, today, from);
        const before = turned({ subscription: wish, rows: first.rows }, addDays(vendorsDay, -1), from);
        const unit = BigInt(Math.round(term === "P1M" ? month : Number((month / 110).toFixed(2)) * 100));
        let periods = 0n;
        for (let day = vendorsDay, index = 0; day <= today && day < termUntil; periods++)
          day = addMonths(vendorsDay, ++index, anchor);
        expect(total(book.rows)).toBe(total(before.rows) + periods * unit * BigInt(quantity));
        expect(book.subscription).toMatchObject({ term, termFrom: vendorsDay, termUntil, quantity });
        // A term that is over by now is renewed with all others.
        const { period } = book.subscription;
        expect(period!.until > today || period!.until === termUntil).toBe(true);
      },
    ),
    // It begins on the last of February, on which our anchor lies too, and ends on the 28th of March, on which it does not.
    { examples: [["2026-12-29", 30, 0, 1, [15, 1, "P1M"]]] },
  );
});

test("the history folds to what was taken over, and the fold knows the term before it", () => {
  const from = shelf(2000, 2300, ["2040-01-01", 1]);
  const { subscription, rows } = bought(monthly, 4, at("2026-01-15T09:00:00.000Z"), from);
  const ours = turned({ subscription, rows }, "2026-02-15", from);
  const { subscription: now, history } = taken(ours, { isExtended: true, termFrom: "2026-02-15" }, "2026-02-18", from);
  const { subscription: again } = bought(monthly, 4, at("2026-01-15T09:00:00.000Z"), from);
  const started = rate(
    { kind: "add", lines: [{ key: "one", offerId: monthly, quantity: 4 }] },
    [],
    from,
    policies,
    at("2026-01-15T09:00:00.000Z"),
  );
  const renewal = nextPeriod(again, from, policies, { now: startOf("2026-02-15") });
  if (!started.ok || !renewal.ok) throw new Error();
  const entries = [...started.value.history, ...renewal.value.history, ...history].map(
    (each, index): RecordedEntry => ({
      ...each,
      id: String(index),
      orderId: null,
      recordedAt: each.effectiveAt,
    }),
  );
  const instant = "2026-02-18T12:00:00.000Z";
  expect(asOf(entries, instant, instant)).toEqual(now);
  expect(asOf(entries, "2026-02-16T00:00:00.000Z", instant)).toMatchObject({ term: "P1M", unitCost: "20.00" });
  expect(dayOf(now.lots[0]!.openedAt)).toBe("2026-02-15");
});

test("units added on the day a period began are given back by a row of their own, as they were charged", () => {
  const from = shelf(900, 40, ["2030-01-01", 40]);
  const first = bought(monthly, 9, at("2026-03-01T09:00:00.000Z"), from);
  const more = added({ subscription: first.subscription, rows: [] }, 2, "2026-03-01", from);
  const seen = { status: "active" as const, quantity: 11, termFrom: "2026-03-01", termUntil: null, isExtended: true };
  const after = taken({ ...more, rows: [] }, seen, "2026-03-01", from);
  expect(after.rows.filter(({ kind }) => kind === "refund").map(({ quantity }) => quantity)).toEqual([-2, -9]);
});

test("what is not sold by the day, what ended, and a day to come are not taken over", () => {
  const from = shelf(2000, 2300, ["2040-01-01", 1]);
  const { subscription } = bought(monthly, 4, at("2026-01-15T09:00:00.000Z"), from);
  const when = { since: "2026-01-20T09:00:00.000Z", now: "2026-01-20T09:00:00.000Z" };
  const of = (each: Subscription, termFrom?: string, catalogue = from) =>
    takeTerm(each, { isExtended: true, termFrom }, catalogue, when);
  const without = catalogueOf({ prices, offers: [offer({ id: monthly, term: "P1M", billing: "monthly" })] });
  expect(of(subscription, undefined, without)).toMatchObject({ refusal: "differenceNotTaken" });
  expect(of(subscription, "2026-01-21")).toMatchObject({ refusal: "differenceNotTaken" });
  expect(of({ ...subscription, status: "cancelled" })).toMatchObject({ refusal: "subscriptionEnded" });
  const unpriced = catalogueOf({ prices: [] });
  expect(of(subscription, undefined, unpriced)).toMatchObject({ refusal: "priceMissing" });
});
