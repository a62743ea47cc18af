import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import type { Subscription } from "../pricing/pricing-types.ts";
import { asOf, type RecordedEntry } from "./subscriptions.ts";
import { periodAt, startTerm } from "../pricing/terms.ts";
import { nextPeriod, recurringRow } from "../pricing/periods.ts";
import { catalogue, offer, policies } from "../pricing/pricing-fixtures.ts";
import { charge } from "../pricing/proration.ts";
import { addDays, addMonths, earlierOf, startOf } from "../values/dates.ts";
import { times } from "../values/money.ts";
import { costOfDays, costOfMonth, differencesOf, takeTheirs, type Entry } from "./differences.ts";

const wish = { outcome: "renew", offerRef: "a:b:c", quantity: 5 } as const;
const ours: Entry = { status: "active", quantity: 5, termUntil: "2027-03-03", termEnd: wish };
const today = "2026-11-23";
const kinds = (a: Entry, b: Entry, day = today) => differencesOf(a, b, day).map(({ kind }) => kind);

describe("where two books part", () => {
  test.each<[string, Partial<Entry>, Partial<Entry>, string[]]>([
    ["nothing", {}, {}, []],
    ["another quantity", {}, { quantity: 8 }, ["quantity"]],
    ["suspended there", {}, { status: "suspended" }, ["suspended"]],
    ["suspended there, with another quantity", {}, { status: "suspended", quantity: 4 }, ["suspended", "quantity"]],
    ["suspended here", { status: "suspended" }, {}, ["resumed"]],
    ["ended there", {}, { status: "ended", quantity: 0 }, ["ended"]],
    ["ended here", { status: "ended", quantity: 0 }, {}, ["runsOn"]],
    ["ended in both", { status: "ended" }, { status: "ended" }, []],
    ["another last day", {}, { termUntil: "2027-03-06" }, ["term"]],
    ["a vendor that tells no dates", {}, { termUntil: undefined, termEnd: undefined }, []],
    ["a wish that was lost", { termEnd: { ...wish, quantity: 9 } }, {}, ["termEnd"]],
    ["no renewal there", {}, { termEnd: { ...wish, outcome: "cancel" } }, ["termEnd"]],
    [
      "both end, with other numbers",
      { termEnd: { ...wish, outcome: "cancel" } },
      { termEnd: { ...wish, outcome: "cancel", quantity: 1 } },
      [],
    ],
    [
      "suspended in both, with renewal off there",
      { status: "suspended" },
      { status: "suspended", termEnd: { ...wish, outcome: "cancel" } },
      [],
    ],
  ])("%s", (_, mine, theirs, expected) => {
    expect(kinds({ ...ours, ...mine }, { ...ours, ...theirs })).toEqual(expected);
  });

  test("what runs there after what we could charge is a difference, unless its term, begun some days later, is still to end", () => {
    const charged = { ...ours, chargedUntil: ours.termUntil! };
    const renewed = { ...ours, termUntil: "2028-03-03" };
    expect(differencesOf(charged, renewed, "2027-03-04")).toEqual([
      { kind: "uncharged", ours: "2027-03-03", theirs: 5 },
    ]);
    expect(kinds({ ...charged, status: "suspended" }, { ...renewed, status: "suspended" }, "2027-03-04")).toEqual([
      "uncharged",
    ]);
    expect(kinds(charged, { ...ours, termUntil: "2027-03-17" }, "2027-03-04")).toEqual([]);
    expect(kinds(charged, { ...ours, termUntil: "2027-03-18" }, "2027-03-04")).toEqual(["uncharged"]);
    expect(kinds(charged, { ...renewed, status: "ended" }, "2027-03-04")).toEqual(["ended"]);
    expect(kinds({ ...charged, chargedUntil: "2026-11-03" }, ours)).toEqual(["uncharged"]);
  });

  test("while either book is renewing, dates and wishes are not compared", () => {
    const renewed = { ...ours, termUntil: "2028-03-03" };
    expect(kinds(ours, renewed, "2027-03-02")).toEqual(["term"]);
    expect(kinds(ours, renewed, "2027-03-03")).toEqual([]);
    expect(kinds(renewed, ours, "2027-03-03")).toEqual([]);
  });
});

/** Five licences of a year by the month from 3 March 2026, in the period that holds a day. */
function subscription(day: string, quantity = 5): Subscription {
  const facts = { term: "P1Y", billing: "monthly" } as const;
  const { termUntil } = startTerm(facts, "2026-03-03");
  const base = { ...facts, anchorDay: 3, termFrom: "2026-03-03", termUntil };
  return {
    key: "one",
    productId: "microsoft-365",
    offerId: "standard",
    sku: "standard",
    name: "Standard",
    parentKey: null,
    ...base,
    currency: "GBP",
    unitCost: "9.333",
    customerPrice: null,
    quantity,
    status: "active",
    period: periodAt(base, day),
    lots: [{ quantity, openedAt: "2026-03-03T10:00:00.000Z", refundableUntil: null }],
    termEnd: { outcome: "renew", offerId: null, quantity: null },
    policyIds: { window: "w", refund: "r", termEnd: "t" },
    attributes: {},
    dispatchedAt: null,
    billedFrom: null,
    nextOfferId: null,
  };
}

const taken = (kind: "quantity" | "ended", theirs: number, since: string, now: string) => {
  const decision = takeTheirs(subscription(now), { kind, theirs }, catalogue, {
    since: startOf(since),
    now: startOf(now),
  });
  if (!decision.ok) throw new Error(decision.refusal);
  return decision.value;
};
const sumOf = (rows: readonly { amount: { minor: bigint } }[]) =>
  rows.reduce((sum, { amount }) => sum + amount.minor, 0n);

describe("what a difference came to", () => {
  const held = subscription("2026-04-18");

  test("whole periods cost their price, and parts of one their days' share", () => {
    const cost = (from: string, until: string) => costOfDays(held, [5, 8], { from, until }).minor;
    expect(cost("2026-04-03", "2026-05-03")).toBe(2799n);
    expect(cost("2026-04-18", "2026-05-03")).toBe(1400n);
    expect(cost("2026-04-18", "2026-06-03")).toBe(4199n);
    expect(cost("2026-01-01", "2026-03-04")).toBe(90n);
    expect(cost("2026-04-18", "2026-04-18")).toBe(0n);
  });

  test("it stops with the term, and what runs on by the day costs its days of a month", () => {
    expect(costOfDays(held, [5, 8], { from: "2027-02-03", until: "2027-06-01" }).minor).toBe(2799n);
    const daily = { ...held, billing: "daily", termFrom: "2026-03-03", termUntil: null } as const;
    expect(costOfDays(daily, [5, 8], { from: "2026-04-18", until: "2026-05-03" }).minor).toBe(1400n);
  });

  test("to the end of a period it is what taking the vendor's number over charges", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 260 }), fc.integer({ min: 1, max: 30 }), (day, units) => {
        const from = addDays("2026-03-03", day);
        const period = periodAt(held, from)!;
        const charged = taken("quantity", 5 + units, from, from).chargeRows;
        expect(costOfDays(held, [5, 5 + units], { from, until: period.until }).minor).toBe(sumOf(charged));
      }),
    );
  });
});

describe("taking over the vendor's book", () => {
  test("seats since a day are charged for the rest of each period since, and no other day", () => {
    const { chargeRows, subscription: after, history } = taken("quantity", 8, "2026-04-18", "2026-05-20");
    expect(
      chargeRows.map((row) => [row.periodFrom, row.periodUntil, row.quantity, row.kind, row.amount.minor]),
    ).toEqual([
      ["2026-04-18", "2026-05-03", 3, "prorated", 1400n],
      ["2026-05-03", "2026-06-03", 3, "prorated", 2799n],
    ]);
    expect(after.quantity).toBe(8);
    expect(history).toMatchObject([{ kind: "seatsAdded", effectiveAt: startOf("2026-04-18"), data: { quantity: 3 } }]);
  });

  test("what has ended is given back from the day after, as in an order, and before its term nothing is", () => {
    const { chargeRows, subscription: after } = taken("ended", 0, "2026-05-03", "2026-05-20");
    expect(chargeRows.map((row) => [row.periodFrom, row.quantity, row.kind, row.amount.minor])).toEqual([
      ["2026-05-04", -5, "refund", -4516n],
    ]);
    expect(after).toMatchObject({ status: "cancelled", quantity: 0, lots: [] });
    // What was over before this term began owes none of it.
    expect(taken("ended", 0, "2026-03-01", "2026-03-20").chargeRows[0]!.periodFrom).toBe("2026-03-03");
    const early = taken("quantity", 6, "2025-01-01", "2026-03-10");
    expect(early.chargeRows[0]!.periodFrom).toBe("2026-03-03");
    // The subscription began at ten o'clock: its history must not begin with anything else.
    expect(early.history[0]!.effectiveAt).toBe("2026-03-03T10:00:00.000Z");
  });

  test("what goes is given back by a row for each charge it stands on, the newest units first", () => {
    const held = subscription("2026-06-10");
    const lot = (quantity: number, day: string) => ({ quantity, openedAt: startOf(day), refundableUntil: null });
    // Three and one were added in the period before, two on the first day of the running one.
    const lots = [...held.lots, lot(3, "2026-05-08"), lot(1, "2026-05-25"), lot(2, "2026-06-03")];
    const decision = takeTheirs({ ...held, quantity: 11, lots }, { kind: "quantity", theirs: 1 }, catalogue, {
      since: startOf("2026-05-20"),
      now: startOf("2026-06-10"),
    });
    if (!decision.ok) throw new Error(decision.refusal);
    expect(decision.value.chargeRows.map((row) => [row.periodFrom, row.quantity])).toEqual([
      ["2026-05-25", -1],
      ["2026-05-21", -3],
      ["2026-05-21", -4],
      ["2026-06-03", -2],
      ["2026-06-03", -8],
    ]);
    expect(decision.value.subscription.lots).toMatchObject([{ quantity: 1 }]);
  });

  test("what ended before periods that were charged since stands in that of its end, in its history as in itself", () => {
    const start: RecordedEntry = {
      id: "1",
      orderId: null,
      recordedAt: "2026-03-03T10:00:00.000Z",
      subscriptionKey: "one",
      effectiveAt: "2026-03-03T10:00:00.000Z",
      kind: "started",
      data: { ...subscription("2026-03-03"), refundableUntil: null },
    };
    const { subscription: after, history } = taken("ended", 0, "2026-04-18", "2026-06-20");
    const told = history.map((each) => ({ ...each, id: "2", orderId: null, recordedAt: startOf("2026-06-20") }));
    expect(after.period).toEqual({ from: "2026-04-03", until: "2026-05-03" });
    expect(asOf([start, ...told], startOf("2026-06-20"), startOf("2026-06-20"))!.period).toEqual(after.period);
  });

  test("numbers taken over one after the other, ever more or ever fewer, cost what the last one costs", () => {
    const [now, first] = ["2026-11-20", "2026-03-03"];
    const numbers = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 262 }), (some, day) => {
        const seats =
          some[0]! > 5
            ? some.map((each) => each + 5).toSorted((a, b) => a - b)
            : some.map((each) => 1 + (each % 5)).toSorted((a, b) => b - a);
        const when = { since: startOf(addDays(first, day)), now: startOf(now) };
        const to = (state: Subscription, theirs: number) => {
          const decision = takeTheirs(state, { kind: "quantity", theirs }, catalogue, when);
          if (!decision.ok) throw new Error(decision.refusal);
          expect(decision.value.subscription.lots.reduce((all, lot) => all + lot.quantity, 0)).toBe(theirs);
          return decision.value;
        };
        let [state, sum] = [subscription(now), 0n];
        for (const theirs of seats) {
          const next = to(state, theirs);
          [state, sum] = [next.subscription, sum + sumOf(next.chargeRows)];
        }
        expect(sum).toBe(sumOf(to(subscription(now), seats.at(-1)!).chargeRows));
      }),
    );
  });

  test("a suspension is taken over without money; a wish is not taken over", () => {
    const when = { since: startOf("2026-05-03"), now: startOf("2026-05-20") };
    expect(
      takeTheirs(subscription("2026-05-20"), { kind: "suspended", theirs: "suspended" }, catalogue, when),
    ).toMatchObject({
      ok: true,
      value: { subscription: { status: "suspended" }, chargeRows: [] },
    });
    expect(takeTheirs(subscription("2026-05-20"), { kind: "termEnd", theirs: {} }, catalogue, when)).toMatchObject({
      refusal: "differenceNotTaken",
    });
  });

  test("a month of a difference is the units that the vendor bills and we do not", () => {
    const held = subscription("2026-05-20");
    expect(costOfMonth(held, { kind: "quantity", ours: 5, theirs: 8 }).minor).toBe(2800n);
    expect(costOfMonth(held, { kind: "ended", ours: 5, theirs: 0 }).minor).toBe(-4667n);
    expect(costOfMonth({ ...held, billing: "annual" }, { kind: "runsOn", ours: 0, theirs: 12 }).minor).toBe(933n);
    expect(costOfMonth(held, { kind: "suspended", ours: "active", theirs: "suspended" }).minor).toBe(0n);
  });
});

describe("taking over the vendor's last day", () => {
  const take = (held: Subscription, termUntil: string, now: string) =>
    takeTheirs(held, { kind: "term", theirs: termUntil }, catalogue, { since: now, now });

  test("every day until then is charged once, and none after it, to the penny of its periods", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 360 }),
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 1, max: 40 }),
        (after, ahead, quantity) => {
          const on = addDays("2026-03-03", after);
          const theirs = addDays(on, ahead);
          const held = subscription(on, quantity);
          const decision = take(held, theirs, startOf(on));
          expect(decision.ok).toBe(theirs < "2028-03-03");
          if (!decision.ok) return;
          const rows = [recurringRow(held, on, null), ...decision.value.chargeRows];
          let present: Subscription = { ...decision.value.subscription, termEnd: { outcome: "cancel" } };
          while (present.status !== "cancelled") {
            const turned = nextPeriod(present, catalogue, policies, { now: startOf(present.period!.until) });
            if (!turned.ok) throw new Error(turned.refusal);
            rows.push(...turned.value.chargeRows);
            present = turned.value.subscription;
          }
          // The oracle: each month from the 3rd at its price, the last one by its days.
          let expected = 0n;
          for (let from = held.period!.from; from < theirs; from = addMonths(from, 1)) {
            const month = { from, until: addMonths(from, 1) };
            expected += charge(times("9.333", quantity, "GBP"), month, from, earlierOf(month.until, theirs)).minor;
          }
          expect(sumOf(rows)).toBe(expected);
          const units = (day: string) =>
            rows
              .filter((row) => row.periodFrom <= day && day < row.periodUntil)
              .reduce((sum, row) => sum + row.quantity, 0);
          for (let day = held.period!.from; day < addDays(theirs, 40); day = addDays(day, 1))
            expect({ day, units: units(day) }).toEqual({ day, units: day < theirs ? quantity : 0 });
        },
      ),
      { numRuns: inject("long") ? 500 : 50 },
    );
  });

  test("the next term begins on that day, and runs to it", () => {
    const on = "2026-06-10";
    const decision = take(subscription(on), "2027-03-10", startOf(on));
    if (!decision.ok) throw new Error(decision.refusal);
    const known = {
      ...decision.value.subscription,
      offerId: "premium:P1Y:monthly",
      policyIds: offer({ id: "any", term: "P1Y", billing: "monthly" }).policyIds,
    };
    const last = { ...known, period: periodAt(known, "2027-03-09") };
    expect(last.period).toEqual({ from: "2027-03-03", until: "2027-03-10" });
    const turned = nextPeriod(last, catalogue, policies, { now: "2027-03-10T01:00:00.000Z" });
    if (!turned.ok) throw new Error(turned.refusal);
    expect(turned.value.subscription).toMatchObject({
      anchorDay: 10,
      termFrom: "2027-03-10",
      termUntil: "2028-03-10",
      period: { from: "2027-03-10", until: "2027-04-10" },
    });
  });

  test("units added within the period are given back by a row of their own", () => {
    const held = subscription("2026-06-10", 5);
    const lots = [...held.lots, { quantity: 3, openedAt: "2026-06-08T10:00:00.000Z", refundableUntil: null }];
    const decision = take({ ...held, quantity: 8, lots }, "2026-06-20", startOf("2026-06-10"));
    expect(
      decision.ok && decision.value.chargeRows.map((row) => [row.quantity, row.periodFrom, row.periodUntil]),
    ).toEqual([
      [-3, "2026-06-20", "2026-07-03"],
      [-5, "2026-06-20", "2026-07-03"],
    ]);
  });

  test.each(["2027-01-15", "2027-02-01"])(
    "a renewal that was to end early, by the day on which the next term then begins, is whole again (%s)",
    (theirs) => {
      const on = "2026-06-10";
      const renewal = { outcome: "renew", offerId: "premium:P1Y:monthly", quantity: 7 } as const;
      const held: Subscription = { ...subscription(on), termEnd: { ...renewal, until: "2027-01-15" } };
      const decision = take(held, theirs, startOf(on));
      if (!decision.ok) throw new Error(decision.refusal);
      expect(decision.value.subscription.termEnd).toEqual(renewal);
      expect(decision.value.history).toMatchObject([
        { kind: "datesMoved" },
        { kind: "scheduled", data: { termEnd: renewal } },
      ]);
    },
  );

  test("a renewal that is to end after that day still does", () => {
    const on = "2026-06-10";
    const termEnd = { outcome: "renew", offerId: null, quantity: null, until: "2027-01-15" } as const;
    expect(take({ ...subscription(on), termEnd }, "2027-01-14", startOf(on))).toMatchObject({
      value: { subscription: { termEnd }, history: [{ kind: "datesMoved" }] },
    });
  });

  test("a day that is over, or a whole term away, is not taken over", () => {
    const held = subscription("2026-06-10");
    for (const day of ["2026-06-10", "2026-01-01", "2028-03-03"])
      expect(take(held, day, startOf("2026-06-10"))).toMatchObject({ ok: false, refusal: "differenceNotTaken" });
  });
});
