import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asOf, type RecordedEntry } from "../ordering/subscriptions.ts";
import { addDays, addMonths, startOf } from "../values/dates.ts";
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
import { nextPeriod } from "./periods.ts";
import type { HistoryEntry, Subscription, TermEnd } from "./pricing-types.ts";
import { rate } from "./rate.ts";

const noon = at("2026-11-16T12:00:00.000Z");
const extend: TermEnd = { outcome: "extend", offerId: "premium:none:daily" };
const schedule = (termEnd: TermEnd, key = "one") => ({ kind: "schedule" as const, targets: [{ key, termEnd }] });
const { subscription: licences } = bought("premium:P1Y:monthly", 10, noon);
const wishing = proposed(schedule(extend), [licences], noon).subscriptions[0]!;

/** The licences on a day after their term. */
const runningOn = (day: string, from = wishing): Subscription => turnedUntil(from, day).subscription;

describe("running on by the day", () => {
  test("is proposed with its first day, its price and what a month of it comes to", () => {
    const { chargeRows, findings, upcoming } = proposed(schedule(extend), [licences], noon);
    expect(chargeRows).toEqual([]);
    expect(findings).toContainEqual({
      code: "extendedByTheDay",
      blocks: false,
      key: "one",
      from: "2027-11-16",
      monthly: { minor: 22_370n, currency: "GBP" },
      unit: "Licence",
    });
    expect(upcoming.at(-1)).toMatchObject({ from: "2027-11-16", until: "2027-12-16", net: { minor: 22_370n } });
  });

  test("is only possible on an offer of the same licence that is charged by the day", () => {
    for (const offerId of ["premium:P1M:monthly", "basic:none:daily", "nothing"])
      expect(rate(schedule({ outcome: "extend", offerId }), [licences], catalogue, policies, noon)).toMatchObject({
        ok: false,
        refusal: "scheduleNotPossible",
      });
    const unpriced = catalogueOf({ prices: [price({ offerId: "premium:P1Y:monthly", cost: "18.10" })] });
    expect(rate(schedule(extend), [licences], unpriced, policies, noon)).toMatchObject({ refusal: "priceMissing" });
  });

  test("begins when the term is over, without a commitment, and is told from a renewal", () => {
    const turned = nextPeriod(runningOn("2027-11-15"), catalogue, policies, { now: startOf("2027-11-16") });
    expect(turned).toMatchObject({
      ok: true,
      value: {
        outcome: "extended",
        subscription: {
          offerId: "premium:none:daily",
          term: "none",
          billing: "daily",
          unitCost: "22.37",
          termFrom: "2027-11-16",
          termUntil: null,
          period: { from: "2027-11-16", until: "2027-11-17" },
        },
        history: [{ kind: "renewed", effectiveAt: "2027-11-16T00:00:00.000Z" }],
        // A thirtieth of 223.70.
        chargeRows: [{ amount: { minor: 746n }, quantity: 10, description: "Business Premium, extended by the day" }],
      },
    });
  });

  test("takes the price of each day, since nothing protects it", () => {
    const dearer = catalogueOf({
      prices: [...catalogue.prices, price({ offerId: "premium:none:daily", cost: "30.00", from: "2027-12-16" })],
    });
    const { rows } = turnedUntil(wishing, "2028-01-15", dearer);
    const daily = rows.filter((row) => row.offerId === "premium:none:daily");
    const until = (day: string) => daily.filter((row) => row.periodFrom < day);
    expect(total(until("2027-12-16"))).toBe(22_370n);
    expect(total(daily) - total(until("2027-12-16"))).toBe(30_000n);
  });

  test("ends on any day, of which it is the last to be paid", () => {
    const running = runningOn("2027-12-01");
    const cancel = proposed({ kind: "cancel", keys: ["one"] }, [running], at("2027-12-01T15:00:00.000Z"));
    expect(cancel).toMatchObject({ chargeRows: [], subscriptions: [{ status: "cancelled", quantity: 0 }] });
  });

  test("seats added or taken away change what is paid from that day on", () => {
    const running = runningOn("2027-12-01");
    const today = at("2027-12-01T15:00:00.000Z");
    const set = (quantity: number) =>
      proposed({ kind: "setQuantity", targets: [{ key: "one", quantity }] }, [running], today);
    const [more] = set(13).chargeRows;
    // Three licences for one day of thirty; what the day comes to in all is rounded once.
    expect(more).toMatchObject({ quantity: 3, kind: "prorated", periodFrom: "2027-12-01", periodUntil: "2027-12-02" });
    expect(Number(more!.amount.minor)).toBeCloseTo(223.7, -1);
    expect(set(4)).toMatchObject({ chargeRows: [], subscriptions: [{ quantity: 4 }] });
  });

  test("its history replays to it", () => {
    const rows: HistoryEntry[] = [
      ...proposed({ kind: "add", lines: [{ key: "one", offerId: "premium:P1Y:monthly", quantity: 10 }] }, [], noon)
        .history,
      ...proposed(schedule(extend), [licences], noon).history,
    ];
    let present = wishing;
    while (present.period!.until <= "2027-12-01") {
      const turned = nextPeriod(present, catalogue, policies, { now: startOf(present.period!.until) });
      if (!turned.ok) throw new Error(turned.refusal);
      rows.push(...turned.value.history);
      present = turned.value.subscription;
    }
    const recorded = rows.map((entry, id): RecordedEntry => ({
      ...entry,
      id: String(id),
      recordedAt: entry.effectiveAt,
      orderId: null,
    }));
    const moment = startOf("2027-12-01");
    expect(asOf(recorded, moment, moment)).toEqual({ ...present, period: { from: "2027-12-01", until: "2027-12-02" } });
  });

  test("the days of each month add up to its price, whatever the day of the month and the quantity", () => {
    const start = fc.integer({ min: 0, max: 365 }).map((days) => addDays("2026-01-01", days));
    const cost = fc.integer({ min: 0, max: 999_999 }).map((scaled) => (scaled / 1000).toFixed(3));
    fc.assert(
      fc.property(start, cost, fc.integer({ min: 1, max: 300 }), (from, unitCost, quantity) => {
        const priced = catalogueOf({ prices: offers.map((each) => price({ offerId: each.id, cost: unitCost })) });
        const context = at(`${from}T08:00:00.000Z`);
        const { subscription } = bought("premium:P1M:monthly", quantity, context, priced);
        const [wished] = proposed(schedule(extend), [subscription], context, priced).subscriptions;
        const anchor = Number(from.slice(8));
        const [first, second] = [addMonths(from, 1, anchor), addMonths(from, 2, anchor)];
        const { rows } = turnedUntil(wished!, addDays(second, -1), priced);
        const days = rows.filter((row) => row.periodFrom >= first);
        expect(days.at(-1)!.periodUntil).toBe(second);
        expect(total(days)).toBe(total(bought("premium:P1M:monthly", quantity, context, priced).rows));
      }),
      { numRuns: 50 },
    );
  });
});

describe("a parent's end", () => {
  const [parent, addOn] = proposed(
    {
      kind: "add",
      lines: [
        { key: "one", offerId: "premium:P1Y:monthly", quantity: 10 },
        { key: "two", offerId: "defender:P1Y:monthly", quantity: 4, addOnTo: "one" },
      ],
    },
    [],
    noon,
  ).subscriptions as [Subscription, Subscription];
  const codes = (state: Subscription[], targets: { key: string; termEnd: TermEnd }[]) =>
    proposed({ kind: "schedule", targets }, state, noon).findings.filter(({ code }) => code === "addOnsRunOn");
  const ending = { key: "one", termEnd: { outcome: "cancel" as const } };

  test("F9 before a parent is scheduled to end it is said which add-ons renew without it", () => {
    expect(codes([parent, addOn], [ending])).toEqual([
      { code: "addOnsRunOn", blocks: false, key: "one", names: ["Defender"] },
    ]);
  });

  test("nothing is said of add-ons that end as well, in the same change or already", () => {
    expect(codes([parent, addOn], [ending, { ...ending, key: "two" }])).toEqual([]);
    expect(codes([parent, { ...addOn, termEnd: { outcome: "cancel" } }], [ending])).toEqual([]);
    expect(codes([parent, { ...addOn, status: "cancelled" }], [ending])).toEqual([]);
    expect(codes([parent, addOn], [{ key: "one", termEnd: extend }])).toEqual([]);
  });
});
