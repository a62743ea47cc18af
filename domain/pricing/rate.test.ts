import { expect, test } from "vitest";
import {
  at,
  bought,
  catalogue,
  catalogueOf,
  daysLater,
  policies,
  price,
  prices,
  proposed,
  total,
} from "./pricing-fixtures.ts";
import { rate } from "./rate.ts";
import { canonical } from "./canonical.ts";
import { vatTreatment } from "../billing/vat.ts";

const noon = at("2026-11-16T12:00:00.000Z");
const add = (offerId: string, quantity: number, key = "one") => ({
  kind: "add" as const,
  lines: [{ key, offerId, quantity }],
});

test("a new subscription is charged for its first whole period and shows every coming one", () => {
  const proposal = proposed(add("premium:P1Y:monthly", 10), [], noon);

  expect(proposal.chargeRows).toEqual([
    {
      subscriptionKey: "one",
      offerId: "premium:P1Y:monthly",
      description: "Business Premium",
      periodFrom: "2026-11-16",
      periodUntil: "2026-12-16",
      dueOn: "2026-11-16",
      quantity: 10,
      unitCost: "18.10",
      amount: { minor: 18_100n, currency: "GBP" },
      policyId: null,
      kind: "recurring",
    },
  ]);
  expect(proposal.chargeNow.net.minor).toBe(18_100n);
  expect(proposal.chargeNow.vat).toMatchObject([{ percent: "20", vat: { minor: 3620n } }]);
  expect(proposal.chargeNow.gross.minor).toBe(21_720n);
  expect(proposal.upcoming).toHaveLength(11);
  expect(proposal.upcoming[0]).toMatchObject({ from: "2026-12-16", until: "2027-01-16", dueOn: "2026-12-16" });
  expect(proposal.upcoming.at(-1)).toMatchObject({ from: "2027-10-16", until: "2027-11-16" });
  expect(proposal.upcoming.every((period) => period.gross.minor === 21_720n)).toBe(true);
});

test("the undo window is seven days to the instant, and the term end is a fact to agree to", () => {
  const proposal = proposed(add("premium:P1Y:monthly", 10), [], noon);

  expect(proposal.undoUntil).toBe("2026-11-23T12:00:00.000Z");
  expect(proposal.findings).toContainEqual({
    code: "committedUntilTermEnd",
    blocks: false,
    key: "one",
    termUntil: "2027-11-16",
  });
  expect(proposal.findings).toContainEqual({
    code: "policy",
    blocks: false,
    key: "one",
    policyId: "microsoft.nce.window-7d",
  });
});

test("of what never ends thirteen periods ahead are shown", () => {
  expect(proposed(add("workstation:none:monthly", 1), [], noon).upcoming).toHaveLength(13);
});

test("what is committed is all that is charged until the term ends, renewed or not", () => {
  const year = { minor: 65_160n, currency: "GBP" };
  expect(proposed(add("premium:P1Y:monthly", 3), [], noon).commitment).toEqual({ amount: year, until: "2027-11-16" });
  expect(proposed(add("workstation:none:monthly", 1), [], noon).commitment).toBeNull();

  const { subscription } = bought("premium:P1Y:monthly", 3, noon);
  const termEnd = { outcome: "renew", offerId: "premium:P1Y:monthly", quantity: 3 } as const;
  const targets = [{ key: subscription.key, termEnd }];
  // The first month was charged when it was bought.
  expect(proposed({ kind: "schedule", targets }, [subscription], noon).commitment).toEqual({
    amount: { minor: 59_730n, currency: "GBP" },
    until: "2027-11-16",
  });
});

test("a margin is shown only if the reseller has set a price and something is bought", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, noon);
  const cancelled = proposed({ kind: "cancel", keys: ["one"] }, [subscription], noon);
  expect([cancelled.margins, cancelled.marginTotal]).toEqual([[], null]);

  const lines = [
    { key: "a", offerId: "premium:P1Y:monthly", quantity: 10 },
    { key: "b", offerId: "basic:P1Y:monthly", quantity: 1 },
  ];
  const proposal = proposed({ kind: "add", lines }, [], noon);

  expect(proposal.margins.map((each) => [each.subscriptionKey, each.margin.minor])).toEqual([["a", 4500n]]);
  expect(proposal.marginTotal).toMatchObject({ cost: { minor: 18_100n }, customerPrice: { minor: 22_600n } });
  expect(proposed(add("basic:P1Y:monthly", 1), [], noon).marginTotal).toBeNull();
});

test("a missing agreement is a finding that blocks", () => {
  const missing = { productId: "microsoft-365", agreementId: "ms-2026" };
  const context = { ...noon, unsigned: [missing, { productId: "acronis-backup", agreementId: "other" }] };

  const { findings } = proposed(add("premium:P1Y:monthly", 1), [], context);

  expect(findings.filter((finding) => finding.blocks)).toEqual([
    { code: "agreementMissing", blocks: true, ...missing },
  ]);
});

test("a euro reseller in Ireland pays euro prices without UK VAT", () => {
  const treatment = vatTreatment(
    { country: "GB", vatNumber: "GB123456789" },
    { country: "IE", vatNumber: "IE1234567FA" },
  );
  const proposal = proposed(add("premium:P1Y:monthly", 2), [], {
    ...noon,
    currency: "EUR",
    vat: { ...noon.vat, treatment },
  });

  expect(proposal.chargeNow).toMatchObject({
    net: { minor: 4240n, currency: "EUR" },
    vat: [{ category: "AE", percent: "0", vat: { minor: 0n, currency: "EUR" } }],
    gross: { minor: 4240n, currency: "EUR" },
  });
});

test("an add-on needs its product, in the same order or already active", () => {
  const lines = [
    { key: "addon", offerId: "defender:P1Y:monthly", quantity: 5 },
    { key: "base", offerId: "basic:P1Y:monthly", quantity: 5 },
  ];
  expect(proposed({ kind: "add", lines }, [], noon).subscriptions[0]).toMatchObject({
    key: "addon",
    parentKey: "base",
  });

  const state = [bought("premium:P1Y:monthly", 5, noon).subscription];
  const later = proposed(add("defender:P1Y:monthly", 5, "two"), state, noon);
  expect(later.subscriptions[0]).toMatchObject({ parentKey: "one" });
});

test("an add-on can belong to a suspended product, but never to a cancelled one", () => {
  const { subscription } = bought("premium:P1Y:monthly", 5, noon);
  const addOn = (status: "active" | "suspended" | "cancelled") =>
    rate(add("defender:P1Y:monthly", 5, "two"), [{ ...subscription, status }], catalogue, policies, noon);
  expect(addOn("suspended")).toMatchObject({ ok: true, value: { subscriptions: [{ parentKey: "one" }] } });
  expect(addOn("cancelled")).toMatchObject({ ok: false, refusal: "addOnNeedsProduct" });
});

test("each coming charge is taxed at the rate of the day on which it falls due", () => {
  const rates = [
    { category: "S" as const, percent: "20", from: "2011-01-04", until: "2027-03-16" },
    { category: "S" as const, percent: "21", from: "2027-03-16", until: null },
  ];
  const context = { ...noon, vat: { ...noon.vat, rates } };

  const { chargeNow, upcoming } = proposed(add("premium:P1Y:monthly", 10), [], context);

  expect(chargeNow.vat.map(({ percent }) => percent)).toEqual(["20"]);
  const percents = upcoming.map(({ dueOn, vat }) => [dueOn, vat[0]!.percent, vat[0]!.vat.minor]);
  expect(percents.slice(2, 4)).toEqual([
    ["2027-02-16", "20", 3620n],
    ["2027-03-16", "21", 3801n],
  ]);
});

test.each([
  { why: "nothing ordered", change: { kind: "add" as const, lines: [] }, refusal: "orderEmpty" },
  { why: "an unknown offer", change: add("nonsense", 1), refusal: "offerUnknown" },
  { why: "an offer no longer sold", change: add("retired:P1Y:monthly", 1), refusal: "offerNotForSale" },
  { why: "half a seat", change: add("basic:P1Y:monthly", 1.5), refusal: "quantityInvalid" },
  { why: "no seats", change: add("basic:P1Y:monthly", 0), refusal: "quantityBelowMinimum" },
  { why: "too many seats", change: add("basic:P1Y:monthly", 301), refusal: "quantityAboveMaximum" },
  { why: "an add-on alone", change: add("defender:P1Y:monthly", 1), refusal: "addOnNeedsProduct" },
  {
    why: "one key twice",
    change: { kind: "add" as const, lines: [add("basic:P1Y:monthly", 1).lines[0]!, add("phone:once", 1).lines[0]!] },
    refusal: "lineKeyTaken",
  },
])("an order is refused for $why", ({ change, refusal }) => {
  expect(rate(change, [], catalogue, policies, noon)).toMatchObject({ ok: false, refusal });
});

test("an order is refused where the currency has no price on the day", () => {
  const euros = { ...noon, currency: "EUR" as const };
  const wanted = add("basic:P1Y:monthly", 1);
  const { key, offerId } = wanted.lines[0]!;
  expect(rate(wanted, [], catalogue, policies, euros)).toEqual({
    ok: false,
    refusal: "priceMissing",
    details: { key, offerId },
  });
});

test("the price list of the day decides", () => {
  const dated = catalogueOf({
    prices: [
      price({ offerId: "basic:P1Y:monthly", cost: "4.90", until: "2026-11-17" }),
      price({ offerId: "basic:P1Y:monthly", cost: "5.20", from: "2026-11-17" }),
    ],
  });
  const cost = (context: typeof noon) => total(proposed(add("basic:P1Y:monthly", 1), [], context, dated).chargeRows);
  expect([cost(noon), cost(daysLater(noon, 1))]).toEqual([490n, 520n]);
});

test("of two lists that are both in force the newer one decides", () => {
  const rows = [
    price({ offerId: "basic:P1Y:monthly", cost: "4.90" }),
    price({ offerId: "basic:P1Y:monthly", cost: "5.20", from: "2026-11-01" }),
    price({ offerId: "basic:P1Y:monthly", cost: "5.00", from: "2026-06-01" }),
  ];
  const proposal = proposed(add("basic:P1Y:monthly", 1), [], noon, catalogueOf({ prices: rows }));
  expect(proposal.chargeRows[0]?.unitCost).toBe("5.20");
});

test("an order that holds goods as well has no one instant until which all of it can be undone", () => {
  const lines = [...add("premium:P1Y:monthly", 1, "a").lines, ...add("phone:once", 1, "b").lines];
  expect(proposed({ kind: "add", lines }, [], noon).undoUntil).toBeNull();
  expect(proposed({ kind: "add", lines: lines.toReversed() }, [], noon).undoUntil).toBeNull();
});

test("ORD-56 goods cost the sum of price times quantity, plus delivery where it is wanted", () => {
  const lines = [
    { key: "a", offerId: "phone:once", quantity: 2 },
    { key: "b", offerId: "headset:once", quantity: 1 },
  ];
  const delivery = { description: "Next day delivery", cost: "6.00" };

  const delivered = proposed({ kind: "add", lines, delivery }, [], noon);
  const collected = proposed({ kind: "add", lines }, [], noon);

  expect([delivered.chargeNow.net.minor, collected.chargeNow.net.minor]).toEqual([3150n, 2550n]);
  expect(delivered.upcoming).toEqual([]);
  expect(delivered.undoUntil).toBeNull();
});

test("goods can be cancelled in full until they are dispatched", () => {
  const { subscription } = bought("phone:once", 2, noon);
  const delivery = { description: "Next day delivery", cost: "6.00" };

  const off = proposed({ kind: "cancel", keys: ["one"], delivery }, [subscription], daysLater(noon, 3));
  expect(off.chargeRows.map((row) => row.amount.minor)).toEqual([-2000n, -600n]);

  const gone = { ...subscription, dispatchedAt: "2026-11-17T09:00:00.000Z" };
  expect(rate({ kind: "cancel", keys: ["one"] }, [gone], catalogue, policies, noon)).toEqual({
    ok: false,
    refusal: "alreadyDispatched",
    details: { key: "one" },
  });
});

test("the same order proposed again minutes later is the same promise", () => {
  const minutesLater = { ...noon, now: "2026-11-16T12:09:59.000Z" };
  const [first, second] = [noon, minutesLater].map((context) => proposed(add("premium:P1Y:monthly", 10), [], context));
  expect(canonical(second!)).toBe(canonical(first!));
});

test("a promise's text has every part of it, and nothing that changes by itself", () => {
  const promise = proposed(add("premium:P1Y:monthly", 10), [], noon);
  const changed = [
    { ...promise, chargeRows: [] },
    { ...promise, upcoming: promise.upcoming.slice(1) },
    { ...promise, margins: [] },
    { ...promise, marginTotal: null },
    { ...promise, subscriptions: [] },
    { ...promise, chargeNow: { ...promise.chargeNow, vat: [] } },
  ];
  expect(new Set([promise, ...changed].map(canonical)).size).toBe(changed.length + 1);
  expect(canonical({ ...promise, undoUntil: null, findings: [], history: [] })).toBe(canonical(promise));
});

test("a changed price is a different promise, and the difference names the change", () => {
  const dearer = catalogueOf({
    prices: prices.map((each) => (each.offerId === "basic:P1Y:monthly" ? { ...each, cost: "5.00" } : each)),
  });
  const before = proposed(add("basic:P1Y:monthly", 1), [], noon);
  const after = proposed(add("basic:P1Y:monthly", 1), [], noon, dearer);

  expect(canonical(after)).not.toBe(canonical(before));
});
