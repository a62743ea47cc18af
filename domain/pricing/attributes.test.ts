import * as fc from "fast-check";
import { expect, test } from "vitest";
import { apply } from "../ordering/subscriptions.ts";
import { canonical } from "./canonical.ts";
import { at, catalogue, policies, proposed } from "./pricing-fixtures.ts";
import type { Attributes, Change, HistoryEntry } from "./pricing-types.ts";
import { rate } from "./rate.ts";

const now = at("2026-11-01T14:00:00.000Z");
const add = (attributes?: Attributes): Change => ({
  kind: "add",
  lines: [{ key: "one", offerId: "premium:P1Y:monthly", quantity: 3, ...(attributes ? { attributes } : {}) }],
});
const set = (attributes: Attributes): Change => ({ kind: "setAttributes", targets: [{ key: "one", attributes }] });

const names = ["Site", "Colour", "Listed"];
const answers = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(fc.constantFrom("Leeds", "York"), fc.boolean(), fc.constant(null)),
  { noNullPrototype: true },
);

test("attributes cost nothing, and however often they change, the history tells how they stand", () => {
  fc.assert(
    fc.property(answers, fc.array(answers, { maxLength: 8 }), (first, later) => {
      const start = proposed(add(first), [], now);
      const history: HistoryEntry[] = [...start.history];
      let subscription = start.subscriptions[0]!;
      for (const wanted of later) {
        const decision = rate(set(wanted), [subscription], catalogue, policies, now);
        const isNew = Object.entries(wanted).some(([name, value]) => value !== (subscription.attributes[name] ?? null));
        expect(decision.ok).toBe(isNew);
        if (!decision.ok) continue;
        expect(decision.value.chargeRows).toEqual([]);
        history.push(...decision.value.history);
        subscription = decision.value.subscriptions[0]!;
        for (const [name, value] of Object.entries(wanted)) expect(subscription.attributes[name] ?? null).toBe(value);
      }
      const replayed = history.reduce(apply, undefined as never);
      expect(replayed.attributes).toEqual(subscription.attributes);
    }),
  );
});

test("a promise stays the same whatever its lines are asked", () => {
  expect(canonical(proposed(add({ Site: "Leeds" }), [], now))).toBe(canonical(proposed(add(), [], now)));
});

test("answers that stay as they are are refused, and so is what has ended", () => {
  const [subscription] = proposed(add({ Site: "Leeds" }), [], now).subscriptions;
  expect(rate(set({ Site: "Leeds" }), [subscription!], catalogue, policies, now)).toMatchObject({
    refusal: "attributesUnchanged",
    details: { key: "one" },
  });
  expect(
    rate(set({ Site: "York" }), [{ ...subscription!, status: "cancelled" }], catalogue, policies, now),
  ).toMatchObject({ refusal: "subscriptionEnded" });
});
