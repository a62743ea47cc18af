import { expect, test } from "vitest";
import { at, bought, catalogue, policies, proposed } from "./pricing-fixtures.ts";
import { rate } from "./rate.ts";
import type { AddLine, Subscription } from "./pricing-types.ts";

const noon = at("2026-11-16T12:00:00.000Z");
const delivery = { description: "Next day delivery", cost: "6.00" };
const line = (offerId: string, quantity: number, key = "one", addOnTo?: string): AddLine => ({
  key,
  offerId,
  quantity,
  ...(addOnTo === undefined ? {} : { addOnTo }),
});
const add = (...lines: AddLine[]) => ({ kind: "add" as const, lines });
const decide = (change: Parameters<typeof rate>[0], state: Parameters<typeof rate>[1] = []) =>
  rate(change, state, catalogue, policies, noon);

test("what is final says how often it is charged, and what that comes to", () => {
  const premium = catalogue.offers.get("premium:P1Y:monthly")!;
  const policyIds = { ...premium.policyIds, window: "plan.window-never" };
  const offers = new Map([...catalogue.offers, [premium.id, { ...premium, policyIds }]]);
  const change = add(line(premium.id, 3));
  const decision = rate(change, [], { ...catalogue, offers }, policies, noon);
  if (!decision.ok) throw new Error(decision.refusal);
  const { findings, undoUntil } = decision.value;
  expect(undoUntil).toBeNull();
  expect(findings).toContainEqual({
    code: "final",
    blocks: false,
    key: "one",
    termUntil: "2027-11-16",
    charges: 12,
    each: { minor: 5430n, currency: "GBP" },
    all: { minor: 65_160n, currency: "GBP" },
  });
});

test("a new subscription stands as it was ordered, and its history says all that it stands on", () => {
  const { subscriptions, history } = proposed(add(line("premium:P1Y:monthly", 3)), [], noon);

  const facts = {
    productId: "microsoft-365",
    offerId: "premium:P1Y:monthly",
    sku: "premium",
    name: "Business Premium",
    term: "P1Y",
    billing: "monthly",
    currency: "GBP",
    unitCost: "18.10",
    customerPrice: "22.60",
    quantity: 3,
    anchorDay: 16,
    termFrom: "2026-11-16",
    termUntil: "2027-11-16",
    parentKey: null,
    termEnd: { outcome: "renew", offerId: null, quantity: null },
    policyIds: catalogue.offers.get("premium:P1Y:monthly")!.policyIds,
    attributes: {},
  };
  const refundableUntil = "2026-11-23T12:00:00.000Z";
  expect(subscriptions).toEqual([
    {
      ...facts,
      key: "one",
      status: "active",
      period: { from: "2026-11-16", until: "2026-12-16" },
      lots: [{ quantity: 3, openedAt: "2026-11-16T12:00:00.000Z", refundableUntil }],
      dispatchedAt: null,
      billedFrom: null,
      nextOfferId: null,
    },
  ]);
  expect(history).toEqual([
    {
      subscriptionKey: "one",
      effectiveAt: "2026-11-16T12:00:00.000Z",
      kind: "started",
      data: { ...facts, refundableUntil },
    },
  ]);
});

test("goods and their delivery are charged once, for no days, and delivery belongs to the order as a whole", () => {
  const { chargeRows, subscriptions } = proposed({ ...add(line("phone:once", 2)), delivery }, [], noon);

  const today = { periodFrom: "2026-11-16", periodUntil: "2026-11-16", dueOn: "2026-11-16" };
  expect(chargeRows).toEqual([
    {
      ...today,
      subscriptionKey: "one",
      offerId: "phone:once",
      description: "Desk phone",
      quantity: 2,
      unitCost: "10.00",
      amount: { minor: 2000n, currency: "GBP" },
      policyId: null,
      kind: "once",
    },
    {
      ...today,
      subscriptionKey: null,
      offerId: null,
      description: "Next day delivery",
      quantity: 1,
      unitCost: "6.00",
      amount: { minor: 600n, currency: "GBP" },
      policyId: null,
      kind: "once",
    },
  ]);
  expect(subscriptions).toMatchObject([{ period: null, termUntil: null, termEnd: { outcome: "cancel" } }]);
});

test("delivery that is given back is its charge turned round", () => {
  const { subscription } = bought("phone:once", 2, noon);
  const off = proposed({ kind: "cancel", keys: ["one"], delivery }, [subscription], noon);
  expect(off.chargeRows.at(-1)).toMatchObject({
    subscriptionKey: null,
    quantity: -1,
    unitCost: "6.00",
    amount: { minor: -600n },
    kind: "refund",
  });
});

test("what an order points out: the commitment, the policies, and what the customer has already", () => {
  const { subscription } = bought("premium:P1Y:monthly", 5, noon);
  const findings = (state: Parameters<typeof rate>[1], offerId = "premium:P1M:monthly") =>
    proposed(add(line(offerId, 1, "two")), state, noon).findings;
  const usual = [
    { code: "committedUntilTermEnd", blocks: false, key: "two", termUntil: "2026-12-16" },
    { code: "policy", blocks: false, key: "two", policyId: "microsoft.nce.window-7d" },
    { code: "policy", blocks: false, key: "two", policyId: "microsoft.nce.term-end-renew" },
  ];
  const already = { code: "alreadySubscribed", blocks: false, offerId: "premium:P1M:monthly" };

  expect(findings([])).toEqual(usual);
  // A different term or billing is still the same thing.
  expect(findings([subscription])).toEqual([already, ...usual]);
  expect(findings([{ ...subscription, status: "suspended" }])).toEqual([already, ...usual]);
  expect(findings([{ ...subscription, status: "cancelled" }])).toEqual(usual);
  expect(findings([{ ...subscription, sku: "basic" }])).toEqual(usual);
  // Goods are bought repeatedly and have no commitment.
  const phone = bought("phone:once", 1, noon).subscription;
  expect(findings([phone], "phone:once").map(({ code }) => code)).toEqual(["policy", "policy"]);
});

test("an unsigned agreement is pointed out for the products of the order and no others", () => {
  const missing = (productId: string) => ({ productId, agreementId: `${productId}-2026` });
  const context = { ...noon, unsigned: [missing("microsoft-365"), missing("vade")] };
  const lines = [line("premium:P1Y:monthly", 1), line("workstation:none:monthly", 1, "two")];
  expect(proposed(add(...lines), [], context).findings.filter(({ blocks }) => blocks)).toEqual([
    { code: "agreementMissing", blocks: true, ...missing("microsoft-365") },
  ]);
});

test("each line opens its own lot, and all can be undone until the first window closes", () => {
  const proposal = proposed(add(line("premium:P1Y:monthly", 2, "a"), line("basic:P1Y:monthly", 3, "b")), [], noon);
  expect(proposal.subscriptions.map(({ lots }) => lots.map(({ quantity }) => quantity))).toEqual([[2], [3]]);
  expect(proposal.undoUntil).toBe("2026-11-23T12:00:00.000Z");
});

test("an add-on hangs on the line or subscription it names, if that is one of those it needs", () => {
  const standing = bought("premium:P1Y:monthly", 5, noon).subscription;
  const both = [standing, { ...standing, key: "other", sku: "basic" }];
  const parentOf = (addOnTo: string | undefined, state = both) => {
    const decision = decide(add(line("defender:P1Y:monthly", 5, "addon", addOnTo)), state);
    return decision.ok ? decision.value.subscriptions[0]!.parentKey : decision.refusal;
  };

  expect(parentOf(undefined)).toBe("one");
  expect(parentOf("other")).toBe("other");
  expect(parentOf("nobody")).toBe("addOnNeedsProduct");
  expect(parentOf("addon")).toBe("addOnNeedsProduct");
  expect(parentOf(undefined, [{ ...standing, sku: "software" }])).toBe("addOnNeedsProduct");
  // An offer that needs nothing cannot be an add-on to something either.
  expect(decide(add(line("basic:P1Y:monthly", 1, "two", "one")), [standing])).toMatchObject({
    refusal: "addOnNeedsProduct",
    details: { key: "two", offerId: "basic:P1Y:monthly" },
  });
});

test.each([
  { lines: [line("nonsense", 1)], refusal: "offerUnknown", details: { key: "one", offerId: "nonsense" } },
  {
    lines: [line("retired:P1Y:monthly", 1)],
    refusal: "offerNotForSale",
    details: { key: "one", offerId: "retired:P1Y:monthly" },
  },
  { lines: [line("basic:P1Y:monthly", 0.5)], refusal: "quantityInvalid", details: { key: "one" } },
  { lines: [line("basic:P1Y:monthly", -1)], refusal: "quantityInvalid", details: { key: "one" } },
  { lines: [line("basic:P1Y:monthly", 0)], refusal: "quantityBelowMinimum", details: { key: "one", limit: 1 } },
  { lines: [line("basic:P1Y:monthly", 301)], refusal: "quantityAboveMaximum", details: { key: "one", limit: 300 } },
  {
    lines: [line("premium:P1Y:monthly", 1), line("defender:P1Y:monthly", 1)],
    refusal: "lineKeyTaken",
    details: { key: "one" },
  },
])("a refused order names the line and what is wrong with it: $refusal", ({ lines, refusal, details }) => {
  expect(decide(add(...lines))).toEqual({ ok: false, refusal, details });
});

test("a key that stands for a subscription already is no key for a line, and nothing ordered is no order", () => {
  const { subscription } = bought("basic:P1Y:monthly", 1, noon);
  expect(decide(add(line("phone:once", 1)), [subscription])).toMatchObject({ refusal: "lineKeyTaken" });
  expect(decide(add())).toEqual({ ok: false, refusal: "orderEmpty", details: {} });
  expect(decide(add(line("workstation:none:monthly", 1_000_000))).ok).toBe(true);
  expect(decide(add(line("basic:P1Y:monthly", 300))).ok).toBe(true);
});

test("what a customer can have once only is refused a second time, until it has ended", () => {
  const once = new Map(catalogue.offers);
  const basic = "basic:P1Y:monthly";
  once.set(basic, { ...once.get(basic)!, oncePerCustomer: true });
  const rated = (lines: Parameters<typeof add>, state: readonly Subscription[] = []) =>
    rate(add(...lines), state, { ...catalogue, offers: once }, policies, noon);
  const held = bought(basic, 5, noon).subscription;
  expect(rated([line(basic, 1, "two")])).toMatchObject({ ok: true });
  expect(rated([line(basic, 1, "two")], [held])).toMatchObject({ refusal: "offerHeld", details: { key: "two" } });
  expect(rated([line(basic, 1, "two")], [{ ...held, status: "suspended" }])).toMatchObject({ refusal: "offerHeld" });
  expect(rated([line(basic, 1, "two")], [{ ...held, status: "cancelled" }])).toMatchObject({ ok: true });
  expect(rated([line(basic, 1, "two"), line(basic, 1, "three")])).toMatchObject({ refusal: "offerHeld" });
  expect(rated([line("premium:P1Y:monthly", 1, "two")], [held])).toMatchObject({ ok: true });
});

test("an add-on beside an offer that nobody knows still lacks its product", () => {
  const lines = add(line("defender:P1Y:monthly", 1), line("unknown", 1, "two"));
  expect(decide(lines)).toMatchObject({ refusal: "addOnNeedsProduct", details: { key: "one" } });
});

test("the lines of an offer keep its maximum together, and the line that passes it is named", () => {
  const premium = (quantity: number, key: string) => line("premium:P1Y:monthly", quantity, key);
  expect(decide(add(premium(150, "one"), premium(150, "two"))).ok).toBe(true);
  expect(decide(add(premium(300, "one"), line("basic:P1Y:monthly", 300, "two"))).ok).toBe(true);
  expect(decide(add(premium(150, "one"), line("phone:once", 200, "phones"), premium(151, "two")))).toEqual({
    ok: false,
    refusal: "quantityAboveMaximum",
    details: { key: "two", limit: 300 },
  });
});
