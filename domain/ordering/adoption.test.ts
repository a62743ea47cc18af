import * as fc from "fast-check";
import { expect, test } from "vitest";
import { at, bought, catalogueOf, offers, price, total, turnedUntil } from "../pricing/pricing-fixtures.ts";
import { addDays, startOf } from "../values/dates.ts";
import { adopt, offerOf, type SeenUnordered } from "./adoption.ts";
import { asOf, type RecordedEntry } from "./subscriptions.ts";

const catalogue = (pence: number) =>
  catalogueOf({
    prices: ["premium:P1M:monthly", "premium:P1Y:monthly", "premium:P1Y:annual", "defender:P1Y:monthly"].map(
      (offerId) => price({ offerId, cost: (pence / 100).toFixed(2) }),
    ),
  });
const premium = offers.filter(({ sku }) => sku === "premium");
const seen: SeenUnordered = {
  status: "active",
  quantity: 5,
  term: "P1Y",
  billing: "monthly",
  termFrom: "2026-03-10",
  termUntil: "2027-03-10",
  termEnd: { outcome: "renew", quantity: 5 },
};
const offer = offerOf(seen, premium)!;
const now = "2026-05-20T11:00:00.000Z";
const adopting = { key: "new", currency: "GBP" as const, offer, state: [], from: "2026-05-04", now };

test("what is adopted from its first day on costs what it had cost if it had been ordered on it, and stands as that would", () => {
  fc.assert(
    fc.property(
      fc.nat(1500),
      fc.nat(400),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 99_999 }),
      fc.constantFrom(...premium.filter(({ billing }) => billing !== "daily")),
      (shift, late, quantity, pence, sold) => {
        const list = catalogue(pence);
        const begun = addDays("2026-01-01", shift);
        const first = bought(sold.id, quantity, at(startOf(begun)), list);
        const { termUntil } = first.subscription;
        const today = [addDays(begun, late), addDays(termUntil!, -1)].toSorted()[0]!;
        const oracle = turnedUntil(first.subscription, today, list);
        const facts = { ...seen, quantity, term: sold.term, billing: sold.billing, termFrom: begun, termUntil };
        const noon = `${today}T12:00:00.000Z`;
        const decision = adopt(
          {
            ...facts,
            termEnd: { outcome: "renew", quantity },
            cancellableUntil: first.subscription.lots[0]!.refundableUntil,
          },
          list,
          { key: "one", currency: "GBP", offer: offerOf(facts, premium)!, state: [], from: begun, now: noon },
        );
        if (!decision.ok) throw new Error(decision.refusal);
        const { subscription, chargeRows, history } = decision.value;
        expect({ ...subscription, key: "" }).toEqual({ ...oracle.subscription, key: "" });
        expect(total(chargeRows)).toEqual(total([...first.rows, ...oracle.rows]));
        const recorded = history.map((entry, id) => ({ ...entry, id: String(id), recordedAt: noon, orderId: null }));
        expect(asOf(recorded as RecordedEntry[], noon, noon)).toEqual(subscription);
      },
    ),
  );
});

test("it is charged from the chosen day on, by the days of the first period", () => {
  const decision = adopt(seen, catalogue(3000), adopting);
  if (!decision.ok) throw new Error(decision.refusal);
  expect(decision.value.chargeRows).toMatchObject([
    { kind: "recurring", quantity: 5, periodFrom: "2026-05-04", periodUntil: "2026-05-10", amount: { minor: 3000n } },
    { kind: "recurring", quantity: 5, periodFrom: "2026-05-10", periodUntil: "2026-06-10", amount: { minor: 15_000n } },
  ]);
  expect(decision.value.history).toMatchObject([{ kind: "started", effectiveAt: "2026-03-10T00:00:00.000Z" }]);
});

test("its price is that of its term's first day, whatever the list says since", () => {
  const offerId = "premium:P1Y:monthly";
  const list = catalogueOf({
    prices: [price({ offerId, cost: "30.00" }), price({ offerId, cost: "40.00", from: "2026-05-01" })],
  });
  expect(adopt(seen, list, adopting)).toMatchObject({ ok: true, value: { subscription: { unitCost: "30.00" } } });
});

test("what is to run on by the day at its vendor, or to renew with fewer, is wanted so with us too", () => {
  const wishOf = (outcome: "renew" | "extend", quantity: number) => {
    const decision = adopt({ ...seen, termEnd: { outcome, quantity } }, catalogue(3000), adopting);
    return decision.ok && decision.value.subscription.termEnd;
  };
  expect(wishOf("extend", 5)).toEqual({ outcome: "extend", offerId: "premium:none:daily" });
  expect(wishOf("renew", 3)).toEqual({ outcome: "renew", offerId: null, quantity: 3 });
  expect(wishOf("renew", 5)).toEqual({ outcome: "renew", offerId: null, quantity: null });
});

test("windows, the wish for the end and a suspension are the vendor's", () => {
  const decision = adopt(
    {
      ...seen,
      status: "suspended",
      termEnd: { outcome: "cancel", quantity: 0 },
      refundable: [{ quantity: 2, until: "2026-05-22T00:00:00.000Z" }],
    },
    catalogue(3000),
    adopting,
  );
  if (!decision.ok) throw new Error(decision.refusal);
  const openedAt = "2026-03-10T00:00:00.000Z";
  expect(decision.value.subscription).toMatchObject({
    status: "suspended",
    termEnd: { outcome: "cancel" },
    lots: [
      { quantity: 3, openedAt, refundableUntil: openedAt },
      { quantity: 2, openedAt, refundableUntil: "2026-05-22T00:00:00.000Z" },
    ],
  });
  expect(decision.value.history.map(({ kind }) => kind)).toEqual(["started", "suspended"]);
});

test.each([
  ["a day before its term", seen, { from: "2026-03-09" }, "differenceNotTaken"],
  ["a day after tomorrow", seen, { from: "2026-05-22" }, "differenceNotTaken"],
  ["a day on which its term ends", { ...seen, termUntil: "2026-05-21" }, { from: "2026-05-21" }, "differenceNotTaken"],
  ["a term that is over", { ...seen, termUntil: "2026-05-20" }, {}, "differenceNotTaken"],
  [
    "a term that is over by its length",
    { ...seen, termFrom: "2025-05-20", termUntil: undefined },
    {},
    "differenceNotTaken",
  ],
  ["what has ended", { ...seen, status: "ended" as const }, {}, "differenceNotTaken"],
  ["an add-on without its product", seen, { offer: offers.find(({ isAddOn }) => isAddOn)! }, "addOnNeedsProduct"],
  ["an offer without a price", seen, { currency: "EUR" as const }, "priceMissing"],
])("refuses %s", (_, facts, changed, refusal) => {
  expect(adopt(facts, catalogue(3000), { ...adopting, ...changed })).toMatchObject({ ok: false, refusal });
});
