import { expect, test } from "vitest";
import { at, bought, catalogue, catalogueOf, offers, policies, price, prices, proposed } from "./pricing-fixtures.ts";
import { rate } from "./rate.ts";
import type { TermEnd } from "./pricing-types.ts";

const noon = at("2026-11-16T12:00:00.000Z");
const { subscription } = bought("premium:P1Y:monthly", 10, noon);
const schedule = (termEnd: TermEnd) => ({ kind: "schedule" as const, targets: [{ key: "one", termEnd }] });
const renew = (changes: Partial<{ offerId: string | null; quantity: number | null }> = {}): TermEnd => ({
  outcome: "renew",
  offerId: null,
  quantity: null,
  ...changes,
});
const decide = (termEnd: TermEnd, of = subscription, from = catalogue) =>
  rate(schedule(termEnd), [of], from, policies, noon);

test("a wish for the term end is kept with the subscription and its history, and costs nothing now", () => {
  const wish = renew({ offerId: "basic:P1Y:monthly", quantity: 4 });
  const { subscriptions, history, chargeRows, findings, undoUntil } = proposed(schedule(wish), [subscription], noon);

  expect(subscriptions).toEqual([{ ...subscription, termEnd: wish }]);
  expect(history).toEqual([
    { subscriptionKey: "one", effectiveAt: noon.now, kind: "scheduled", data: { termEnd: wish } },
  ]);
  expect([chargeRows, undoUntil]).toEqual([[], null]);
  expect(findings).toEqual([{ code: "policy", blocks: false, key: "one", policyId: "microsoft.nce.term-end-renew" }]);
});

test("the last wish counts, and a wish to end needs neither offer nor price", () => {
  const planned = { ...subscription, termEnd: renew({ quantity: 4 }) };
  expect(decide({ outcome: "cancel" }, planned, catalogueOf({ offers: [], prices: [] }))).toMatchObject({
    ok: true,
    value: { subscriptions: [{ termEnd: { outcome: "cancel" } }] },
  });
});

test("an offer that is no longer sold may be renewed by who has it, and taken up by nobody else", () => {
  const retired = catalogueOf({
    offers: offers.map((each) => (each.id === "premium:P1Y:monthly" ? { ...each, forSale: false } : each)),
  });
  expect(decide(renew(), subscription, retired).ok).toBe(true);
  expect(decide(renew({ offerId: "premium:P1Y:monthly" }), subscription, retired).ok).toBe(true);
  const basic = bought("basic:P1Y:monthly", 1, noon).subscription;
  expect(decide(renew({ offerId: "premium:P1Y:monthly" }), basic, retired)).toEqual({
    ok: false,
    refusal: "offerNotForSale",
    details: { key: "one", offerId: "premium:P1Y:monthly" },
  });
});

test("a renewal moves to another offer of the same product with a term, and nowhere else", () => {
  const refused = (offerId: string) => decide(renew({ offerId }));
  expect(refused("premium:P1M:monthly").ok).toBe(true);
  expect(refused("mailbox:P1Y:monthly")).toEqual({
    ok: false,
    refusal: "scheduleNotPossible",
    details: { key: "one", offerId: "mailbox:P1Y:monthly" },
  });
  const open = catalogueOf({ offers: offers.map((each) => ({ ...each, productId: "microsoft-365" })) });
  expect(decide(renew({ offerId: "workstation:none:monthly" }), subscription, open)).toMatchObject({
    refusal: "scheduleNotPossible",
    details: { offerId: "workstation:none:monthly" },
  });
  expect(refused("nonsense")).toEqual({
    ok: false,
    refusal: "offerUnknown",
    details: { key: "one", offerId: "nonsense" },
  });
});

test("the seats that will be, or those there are, must be a quantity of the offer that will be", () => {
  const small = catalogueOf({
    offers: offers.map((each) => (each.id === "basic:P1Y:monthly" ? { ...each, minimum: 3, maximum: 8 } : each)),
  });
  const basic = (quantity: number | null) =>
    decide(renew({ offerId: "basic:P1Y:monthly", quantity }), subscription, small);
  expect([basic(3).ok, basic(8).ok]).toEqual([true, true]);
  expect(basic(2)).toMatchObject({ refusal: "quantityBelowMinimum", details: { key: "one", limit: 3 } });
  expect(basic(9)).toMatchObject({ refusal: "quantityAboveMaximum", details: { key: "one", limit: 8 } });
  expect(basic(null)).toMatchObject({ refusal: "quantityAboveMaximum", details: { limit: 8 } });
});

test("a renewal needs a price on the day it happens, not today", () => {
  const ending = catalogueOf({
    prices: prices.map((each) => (each.offerId === "premium:P1Y:monthly" ? { ...each, until: "2027-11-16" } : each)),
  });
  expect(decide(renew(), subscription, ending)).toEqual({
    ok: false,
    refusal: "priceMissing",
    details: { key: "one", offerId: "premium:P1Y:monthly" },
  });
  const coming = catalogueOf({
    prices: [price({ offerId: "premium:P1Y:monthly", cost: "20.00", from: "2027-11-16" })],
  });
  expect(decide(renew(), subscription, coming).ok).toBe(true);
});

test("where nothing is committed there is no term end to wish for", () => {
  const open = bought("workstation:none:monthly", 1, noon).subscription;
  expect(decide({ outcome: "cancel" }, open)).toEqual({
    ok: false,
    refusal: "scheduleNotPossible",
    details: { key: "one" },
  });
});

test("a wish for the term end says what is charged for a period from then on, and its margin", () => {
  const { renewals, marginTotal, chargeNow } = proposed(schedule(renew({ quantity: 4 })), [subscription], noon);
  const from = subscription.termUntil!;
  expect([chargeNow.net.minor, renewals]).toEqual([
    0n,
    [{ from, billing: "monthly", amount: { minor: 7240n, currency: "GBP" } }],
  ]);
  expect(marginTotal).toMatchObject({ cost: { minor: 7240n }, customerPrice: { minor: 9040n } });
  const ended = proposed(schedule({ outcome: "cancel" }), [subscription], noon);
  expect([ended.renewals, ended.marginTotal]).toEqual([[], null]);
});
