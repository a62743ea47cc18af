import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asOf, type RecordedEntry } from "../ordering/subscriptions.ts";
import { addDays, dayOf, startOf } from "../values/dates.ts";
import { at, bought, catalogueOf, policies, price, prices, proposed, total, turnedUntil } from "./pricing-fixtures.ts";
import { nextPeriod } from "./periods.ts";
import type { Change, Subscription } from "./pricing-types.ts";
import { rate } from "./rate.ts";

const monthly = "premium:P1Y:monthly";
const yearly = "premium:P1Y:annual";
const to = (offerId: string): Change => ({ kind: "billing", targets: [{ key: "one", offerId }] });
const sold = prices.map((each) => (each.offerId === yearly ? { ...each, customer: "250.00" } : each));
const later = (cost: string) => price({ offerId: yearly, cost, from: "2026-12-01" });
const catalogue = catalogueOf({ prices: [...sold, later("999.00")] });
const noon = at("2026-11-16T12:00:00.000Z");
const { subscription: held } = bought(monthly, 10, noon, catalogue);
const decide = (offerId: string, of: Subscription, now = noon) => rate(to(offerId), [of], catalogue, policies, now);

test("what is left of the term is charged at once from the next charge on, at the price that protects the term", () => {
  const { subscriptions, chargeRows, upcoming, findings, marginTotal } = proposed(to(yearly), [held], noon, catalogue);
  expect(chargeRows).toEqual([]);
  expect(findings).toContainEqual({
    code: "billedOtherwise",
    blocks: false,
    key: "one",
    from: "2026-12-16",
    billing: "annual",
    whole: { minor: 206_880n, currency: "GBP" },
  });
  expect(marginTotal).toMatchObject({ cost: { minor: 206_880n }, customerPrice: { minor: 250_000n } });
  // 335 of 365 days of ten times 206.88.
  expect(upcoming).toMatchObject([{ from: "2026-12-16", until: "2027-11-16", net: { minor: 189_876n } }]);
  const turned = nextPeriod(subscriptions[0]!, catalogue, policies, { now: startOf("2026-12-16") });
  expect(turned).toMatchObject({
    ok: true,
    value: {
      outcome: "rebilled",
      subscription: {
        offerId: yearly,
        billing: "annual",
        unitCost: "206.88",
        billedFrom: "2026-12-16",
        termFrom: "2026-11-16",
        termUntil: "2027-11-16",
        period: { from: "2026-12-16", until: "2027-11-16" },
        nextOfferId: null,
      },
      history: [{ kind: "converted", effectiveAt: "2026-12-16T00:00:00.000Z" }],
    },
  });
});

test.each([10, 4])("units that came by an upgrade keep the price of its day (%i of ten)", (quantity) => {
  const start = at("2026-11-16T12:00:00.000Z");
  const dated = [price({ offerId: yearly, cost: "230.00", from: "2026-12-20" }), later("999.00")];
  const then = catalogueOf({ prices: [...prices, { ...dated[1]!, from: "2026-12-25" }, dated[0]!] });
  const basic = turnedUntil(bought("basic:P1Y:monthly", 10, start, then).subscription, "2026-12-16", then).subscription;
  const upgrade: Change = { kind: "upgrade", targets: [{ key: "one", offerId: monthly, quantity }] };
  const better = proposed(upgrade, [basic], at("2026-12-21T09:00:00.000Z"), then).subscriptions.at(-1)!;
  const change: Change = { kind: "billing", targets: [{ key: better.key, offerId: yearly }] };
  const { subscriptions, findings } = proposed(change, [better], at("2026-12-27T09:00:00.000Z"), then);
  expect(findings).toContainEqual(
    expect.objectContaining({ whole: { minor: 23_000n * BigInt(quantity), currency: "GBP" } }),
  );
  expect(turnedUntil(subscriptions[0]!, "2027-01-16", then).subscription).toMatchObject({
    billing: "annual",
    unitCost: "230.00",
  });
});

test("it can be withdrawn until then, and not asked for twice", () => {
  const wished = proposed(to(yearly), [held], noon, catalogue).subscriptions[0]!;
  expect(proposed(to(monthly), [wished], noon, catalogue).subscriptions[0]!.nextOfferId).toBeNull();
  expect(decide(monthly, held)).toMatchObject({ ok: false, refusal: "billingNotPossible" });
});

test("another term or product, a term of a month, and the last charge of a term take no other billing", () => {
  const refused = { ok: false, refusal: "billingNotPossible" };
  expect(decide("premium:P1M:monthly", held)).toMatchObject(refused);
  expect(decide("basic:P1Y:monthly", held)).toMatchObject(refused);
  expect(decide("unknown", held)).toMatchObject({ refusal: "offerUnknown" });
  expect(decide(monthly, bought(yearly, 3, noon, catalogue).subscription)).toMatchObject({
    ...refused,
    details: { nextDate: "2027-11-16", alternative: "schedule" },
  });
  const last = turnedUntil(held, "2027-10-20", catalogue).subscription;
  expect(decide(yearly, last, at("2027-10-20T12:00:00.000Z"))).toMatchObject(refused);
  expect(decide(yearly, { ...held, status: "suspended" })).toMatchObject({ refusal: "subscriptionSuspended" });
});

/** Adds up the term in calendar arithmetic of its own: whole months, then the days that are left of a year. */
function oracle(start: string, months: number, quantity: number, [month, year]: [number, number]): bigint {
  const nth = (count: number) => {
    const first = new Date(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(5, 7)) - 1 + count, 1));
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    return first.setUTCDate(Math.min(Number(start.slice(8)), last)) / 86_400_000;
  };
  const left = BigInt(nth(12) - nth(months));
  const whole = BigInt(nth(months + 12) - nth(months));
  const atOnce = BigInt(year * quantity);
  return BigInt(month * quantity * months) + (left === whole ? atOnce : (2n * atOnce * left + whole) / (2n * whole));
}

test("from any charge on the term costs its months and the days that are left, as was proposed", () => {
  const pence = fc.integer({ min: 1, max: 99_999 });
  fc.assert(
    fc.property(
      fc.nat(1500),
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 1, max: 300 }),
      pence,
      pence,
      (shift, months, quantity, month, year) => {
        const start = addDays("2026-01-01", shift);
        const from = catalogueOf({
          prices: [
            price({ offerId: monthly, cost: (month / 100).toFixed(2) }),
            price({ offerId: yearly, cost: (year / 100).toFixed(2) }),
          ],
        });
        const first = bought(monthly, quantity, at(`${start}T10:00:00.000Z`), from);
        let present = first.subscription;
        const rows = [...first.rows];
        for (let turn = 0; turn < months; turn++) {
          const turned = turnedUntil(present, present.period!.until, from);
          present = turned.subscription;
          rows.push(...turned.rows);
        }
        const now = months === 0 ? `${start}T11:00:00.000Z` : startOf(present.period!.from);
        const proposal = proposed(to(yearly), [present], at(now), from);
        const ending = { ...proposal.subscriptions[0]!, termEnd: { outcome: "cancel" as const } };
        const rest = turnedUntil(ending, "2040-01-01", from);
        expect(rest.subscription.status).toBe("cancelled");
        expect(total(rest.rows)).toBe(total(proposal.upcoming.map(({ net }) => ({ amount: net }))));
        expect(total([...rows, ...rest.rows])).toBe(oracle(start, months + 1, quantity, [month, year]));
      },
    ),
  );
});

test("its history folds to the same subscription, and the renewal after it is whole", () => {
  const { history, subscriptions } = proposed(
    { kind: "add", lines: [{ key: "one", offerId: monthly, quantity: 10 }] },
    [],
    noon,
    catalogue,
  );
  const wished = proposed(to(yearly), [subscriptions[0]!], noon, catalogue).subscriptions[0]!;
  const turned = nextPeriod(wished, catalogue, policies, { now: startOf("2026-12-16") });
  if (!turned.ok) throw new Error(turned.refusal);
  const recorded = [...history, ...turned.value.history].map((each, index): RecordedEntry => ({
    ...each,
    id: String(index),
    orderId: null,
    recordedAt: each.effectiveAt,
  }));
  const then = "2027-03-03T00:00:00.000Z";
  expect(asOf(recorded, then, then)).toEqual(turned.value.subscription);
  expect(
    turnedUntil(turned.value.subscription, dayOf("2027-11-16T00:00:00.000Z"), catalogue).subscription,
  ).toMatchObject({
    billing: "annual",
    unitCost: "999.00",
    billedFrom: null,
    period: { from: "2027-11-16", until: "2028-11-16" },
  });
});
