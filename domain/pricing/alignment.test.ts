import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asOf, type RecordedEntry } from "../ordering/subscriptions.ts";
import { addDays, dayOf, type CalendarDate, type Instant } from "../values/dates.ts";
import { endsOf, termCost } from "./alignment.ts";
import {
  at,
  bought,
  catalogueOf,
  offer,
  offers,
  policies,
  price,
  proposed,
  total,
  turnedUntil,
} from "./pricing-fixtures.ts";
import type { Change, PricingContext, Subscription, TermEnd } from "./pricing-types.ts";
import { rate } from "./rate.ts";
import { findPrice } from "./terms.ts";

const alignment = "microsoft.nce.ends-with-others";
const nce = [
  ...offers.filter(({ id }) => id.startsWith("premium:P")),
  offer({ id: "suite:P3Y:annual", term: "P3Y", billing: "annual" }),
].map((each) => ({ ...each, alignment }));
const catalogue = catalogueOf({
  offers: [...nce, ...offers.filter(({ id }) => id === "mailbox:P1Y:monthly")],
  prices: [...nce, { id: "mailbox:P1Y:monthly" }].map(({ id }, index) =>
    price({ offerId: id, cost: `${index + 7}.3511` }),
  ),
});
const idOf = (term: string, billing: string) => nce.find((each) => each.term === term && each.billing === billing)!.id;
const yearly = idOf("P1Y", "monthly");

const add = (offerId: string, termUntil: CalendarDate | null, quantity = 10): Change => ({
  kind: "add",
  lines: [{ key: "new", offerId, quantity, termUntil }],
});
/** What stands there, with another key than what is bought. */
const standing = (offerId: string, day: CalendarDate): Subscription => ({
  ...bought(offerId, 3, at(`${day}T09:00:00.000Z`), catalogue).subscription,
  key: `${offerId} of ${day}`,
});
const { subscription: of5 } = bought(yearly, 5, at("2026-03-16T12:00:00.000Z"), catalogue);
const ends = (offerId: string, from: CalendarDate, others: readonly Subscription[] = []) =>
  endsOf({ offer: catalogue.offers.get(offerId)!, from }, others, catalogue, policies)!;

test("the two cases that Microsoft describes", () => {
  const october: Subscription = { ...standing(yearly, "2021-10-02"), key: "october" };
  expect(ends("suite:P3Y:annual", "2022-07-01", [october]).ends).toEqual([
    { until: "2024-10-02", isMonthEnd: false, keys: ["october"] },
  ]);
  expect(ends(yearly, "2022-07-15").ends).toEqual([{ until: "2023-07-01", isMonthEnd: true, keys: [] }]);
});

test("who cannot be ended with, and why", () => {
  const others = [
    standing(idOf("P1M", "monthly"), "2026-11-03"),
    { ...standing(yearly, "2026-03-03"), key: "held", status: "suspended" as const },
    standing("mailbox:P1Y:monthly", "2026-03-03"),
    { ...standing(yearly, "2025-11-17"), key: "tomorrow" },
    standing(yearly, "2025-11-16"),
  ];
  expect(ends(yearly, "2026-11-16", others)).toEqual({
    whole: "2027-11-16",
    ends: [{ until: "2027-11-01", isMonthEnd: true, keys: [] }],
    unfit: [
      { key: "premium:P1M:monthly of 2026-11-03", why: "ofAMonth" },
      { key: "held", why: "noEnd" },
      { key: "mailbox:P1Y:monthly of 2026-03-03", why: "noEnd" },
      { key: "tomorrow", why: "tooSoon" },
      { key: "premium:P1Y:monthly of 2025-11-16", why: "sameEnd" },
    ],
  });
  // The last day would be the 29th, which February rarely has.
  expect(ends(idOf("P1M", "monthly"), "2026-11-16", [standing(yearly, "2026-03-30")]).unfit).toMatchObject([
    { why: "notOnThatDay" },
  ]);
  expect(endsOf({ offer: offers[0]!, from: "2026-11-16" }, [], catalogue, policies)).toBeUndefined();
});

test.each(["2027-10-31", "2027-11-16", "2028-11-01", "2026-11-16", "2026-11-01"])(
  "a term that is to end on another day, %s, is refused",
  (until) => {
    const noon = at("2026-11-16T12:00:00.000Z");
    const decide = (change: Change, state: readonly Subscription[]) => rate(change, state, catalogue, policies, noon);
    expect(decide(add(yearly, until), [])).toMatchObject({ ok: false, refusal: "endNotPossible" });
    const { subscription } = turnedUntil(of5, "2026-11-16", catalogue);
    const termEnd: TermEnd = { outcome: "renew", offerId: null, quantity: null, until };
    expect(decide({ kind: "schedule", targets: [{ key: "one", termEnd }] }, [subscription])).toMatchObject({
      ok: false,
      refusal: "endNotPossible",
    });
  },
);

const days = fc.integer({ min: 0, max: 4 * 366 }).map((count) => addDays("2026-01-01", count));
const sold = fc.constantFrom(...nce.map(({ id }) => id));
type Ended = { offerId: string; context: PricingContext; until: CalendarDate; others: Subscription[] };

/** Something bought that ends early, with its month or with something else. */
const ended = fc
  .tuple(sold, days, sold, days)
  .map(([offerId, day, other, before]): Ended | undefined => {
    const others = before < day ? [standing(other, before)] : [];
    const live = others.map((each) => turnedUntil(each, day, catalogue).subscription);
    const found = ends(offerId, day, live).ends;
    const end = found[found.length - 1];
    return end && { offerId, context: at(`${day}T10:00:00.000Z`), until: end.until, others: live };
  })
  .filter((each) => each !== undefined);

/** Counts days one by one, in calendar arithmetic of its own. */
function oracle(from: CalendarDate, until: CalendarDate, months: number, cost: bigint): bigint {
  const anchor = Number(from.slice(8));
  let all = 0n;
  for (let start = from, step = 1; start < until; step++) {
    const month = new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1 + step * months, 1));
    const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
    month.setUTCDate(Math.min(anchor, last));
    const next = month.toISOString().slice(0, 10);
    let [whole, had] = [0n, 0n];
    for (let day = start; day < next; day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)) {
      whole++;
      if (day < until) had++;
    }
    all += (2n * cost * had + whole) / (2n * whole);
    start = next;
  }
  return all;
}

test("a term that ends early costs the sum of its days, to the penny, and what was proposed is charged", () => {
  fc.assert(
    fc.property(ended, fc.integer({ min: 1, max: 300 }), ({ offerId, context, until, others }, quantity) => {
      const today = dayOf(context.now);
      const { subscriptions, chargeRows, upcoming } = proposed(
        add(offerId, until, quantity),
        others,
        context,
        catalogue,
      );
      const [begun] = subscriptions;
      expect(begun!.termUntil).toBe(until);
      const end: TermEnd = { outcome: "cancel" };
      const { rows, subscription } = turnedUntil({ ...begun!, termEnd: end }, "2040-01-01", catalogue);
      expect(subscription.status).toBe("cancelled");
      const months = { monthly: 1, annual: 12, triennial: 36 }[begun!.billing as "monthly"];
      const { cost } = findPrice(catalogue, offerId, "GBP", today)!;
      const whole = (BigInt(cost.replace(".", "")) * BigInt(quantity) + 50n) / 100n;
      expect(total([...chargeRows, ...rows])).toBe(oracle(today, until, months, whole));
      expect(total([{ amount: termCost(begun!) }])).toBe(total([...chargeRows, ...rows]));
      if (rows.length < 13) expect(total(upcoming.map(({ net }) => ({ amount: net })))).toBe(total(rows));
    }),
  );
});

test("after it, terms are whole and begin on the day after it; what was given back in its window adds up to nothing", () => {
  fc.assert(
    fc.property(ended, ({ offerId, context, until, others }) => {
      const proposal = proposed(add(offerId, until), others, context, catalogue);
      const begun = proposal.subscriptions[0]!;
      const renewed = turnedUntil(begun, until, catalogue).subscription;
      const months = { P1M: 1, P1Y: 12, P3Y: 36, none: 0 }[renewed.term];
      const date = new Date(`${until}T00:00:00Z`);
      const day = date.getUTCDate();
      date.setUTCDate(1);
      date.setUTCMonth(date.getUTCMonth() + months);
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      date.setUTCDate(Math.min(day, last));
      expect(renewed).toMatchObject({ termFrom: until, termUntil: date.toISOString().slice(0, 10), anchorDay: day });
      const back = rate({ kind: "cancel", keys: ["new"] }, [begun], catalogue, policies, context);
      if (!back.ok) return expect(back.refusal).toBe("renewalLocked");
      const used = back.value.chargeRows.length === 0 ? 0n : total(back.value.chargeRows) + total(proposal.chargeRows);
      expect(used >= 0n).toBe(true);
    }),
  );
});

test("its history folds to the same subscription on each of its days", () => {
  fc.assert(
    fc.property(ended, fc.nat(400), ({ offerId, context, until, others }, later) => {
      const { history, subscriptions } = proposed(add(offerId, until), others, context, catalogue);
      const day = [addDays(dayOf(context.now), later), addDays(until, -1)].toSorted()[0]!;
      const then: Instant = day === dayOf(context.now) ? context.now : `${day}T00:00:00.000Z`;
      const recorded = history.map((each): RecordedEntry => ({
        ...each,
        id: "1",
        orderId: null,
        recordedAt: context.now,
      }));
      const { subscription } = turnedUntil(subscriptions[0]!, day, catalogue);
      expect(asOf(recorded, then, then)).toEqual({ ...subscription, attributes: {} });
    }),
  );
});

test("a renewal that ends early is shorter once, as was proposed", () => {
  const { subscription } = turnedUntil(of5, "2026-11-16", catalogue);
  const termEnd: TermEnd = { outcome: "renew", offerId: null, quantity: null, until: "2028-03-01" };
  const noon = at("2026-11-16T12:00:00.000Z");
  const { subscriptions, upcoming, findings } = proposed(
    { kind: "schedule", targets: [{ key: "one", termEnd }] },
    [subscription],
    noon,
    catalogue,
  );
  expect(findings).toContainEqual({
    code: "termShortened",
    blocks: false,
    key: "one",
    from: "2027-03-16",
    until: "2028-03-01",
  });
  expect(upcoming.length).toBeGreaterThan(0);
  const next = turnedUntil(subscriptions[0]!, "2028-02-20", catalogue).subscription;
  expect(next).toMatchObject({
    termFrom: "2027-03-16",
    termUntil: "2028-03-01",
    period: { from: "2028-02-16", until: "2028-03-01" },
    termEnd: { outcome: "renew", offerId: null, quantity: null },
  });
  expect(turnedUntil(next, "2028-03-01", catalogue).subscription).toMatchObject({
    termUntil: "2029-03-01",
    period: { from: "2028-03-01", until: "2028-04-01" },
    anchorDay: 1,
  });
});
