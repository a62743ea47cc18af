import * as fc from "fast-check";
import { expect, test } from "vitest";
import { at, catalogue as plain, policies, proposed } from "./pricing-fixtures.ts";
import type { Change } from "./pricing-types.ts";
import { rate } from "./rate.ts";

const now = at("2026-11-01T14:00:00.000Z");
const offerId = "premium:P1Y:monthly";
const catalogue = {
  ...plain,
  offers: new Map([...plain.offers].map(([id, offer]) => [id, { ...offer, isPerPerson: offer.id === offerId }])),
};
const bought = (quantity: number) =>
  proposed({ kind: "add", lines: [{ key: "one", offerId, quantity }] }, [], now).subscriptions[0]!;
const names = ["ada", "bob", "cy", "di", "ed"];

const change = fc.oneof(
  fc.record({ kind: fc.constantFrom("assign", "unassign"), people: fc.subarray(names, { minLength: 1 }) }),
  fc.record({ kind: fc.constant("move"), people: fc.shuffledSubarray(names, { minLength: 2, maxLength: 2 }) }),
);

const toChange = ({ kind, people }: { kind: string; people: string[] }): Change =>
  kind === "move"
    ? { kind, targets: [{ key: "one", from: people[0]!, to: people[1]! }] }
    : { kind: kind as "assign", targets: [{ key: "one", people }] };

/** What has to come of a change, told without the rule: who has one afterwards, or undefined if it is refused. */
function expected(held: readonly string[], units: number, { kind, people }: { kind: string; people: string[] }) {
  const [lose, get] =
    kind === "assign" ? [[], people] : kind === "unassign" ? [people, []] : [[people[0]!], [people[1]!]];
  const left = new Set(held);
  for (const each of lose) if (!left.delete(each)) return undefined;
  for (const each of get) {
    if (held.includes(each)) return undefined;
    left.add(each);
  }
  return left.size > units && get.length > lose.length ? undefined : [...left].toSorted();
}

test("whatever is given, moved and taken back, nobody has two, nobody more than there are, and it costs nothing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(change, { maxLength: 12 }), (units, changes) => {
      const subscription = bought(units);
      let held: readonly string[] = [];
      for (const wanted of changes) {
        const decision = rate(toChange(wanted), [subscription], catalogue, policies, {
          ...now,
          assigned: new Map([["one", held]]),
        });
        const after = expected(held, units, wanted);
        expect(decision.ok).toBe(after !== undefined);
        if (!decision.ok) continue;
        expect(decision.value.chargeRows).toEqual([]);
        expect(decision.value.subscriptions).toEqual([subscription]);
        const [entry] = decision.value.history;
        if (entry?.kind !== "peopleSet") throw new Error("who got and lost one is not told");
        const { given, taken } = entry.data;
        held = [...held.filter((each) => !taken.includes(each)), ...given].toSorted();
        expect(held).toEqual(after);
        expect(held.length).toBeLessThanOrEqual(units);
      }
    }),
  );
});

test("fewer units need to say whose end; those end with them, and their money is what it would be without people", () => {
  const subscription = bought(5);
  const context = { ...now, assigned: new Map([["one", ["ada", "bob", "cy"]]]) };
  const to = (quantity: number, ending?: string[]) =>
    rate(
      { kind: "setQuantity", targets: [{ key: "one", quantity, ending }] },
      [subscription],
      catalogue,
      policies,
      context,
    );
  expect(to(2)).toMatchObject({ refusal: "unitsInUse", details: { key: "one", limit: 3 } });
  expect(to(2, ["di"])).toMatchObject({ refusal: "personHasNone" });
  expect(to(2, ["ada", "ada"])).toMatchObject({ refusal: "personHasNone" });
  const [alone, kept] = [to(3), to(2, ["bob"])];
  if (!alone.ok || !kept.ok) throw new Error("refused");
  expect(alone.value.history.map(({ kind }) => kind)).toEqual(["seatsRemoved"]);
  expect(kept.value.history.at(-1)).toMatchObject({ kind: "peopleSet", data: { given: [], taken: ["bob"] } });
  const without = rate(
    { kind: "setQuantity", targets: [{ key: "one", quantity: 2 }] },
    [subscription],
    catalogue,
    policies,
    now,
  );
  expect(without.ok && without.value.chargeRows).toEqual(kept.value.chargeRows);
});

test("what is not for people, has ended, or is suspended gives nothing, but can be taken back while suspended", () => {
  const subscription = bought(2);
  const assign: Change = { kind: "assign", targets: [{ key: "one", people: ["ada"] }] };
  const context = { ...now, assigned: new Map([["one", ["bob"]]]) };
  expect(rate(assign, [subscription], plain, policies, context)).toMatchObject({ refusal: "notPerPerson" });
  const stopped = { ...subscription, status: "suspended" as const };
  expect(rate(assign, [stopped], catalogue, policies, context)).toMatchObject({ refusal: "subscriptionSuspended" });
  const back: Change = { kind: "unassign", targets: [{ key: "one", people: ["bob"] }] };
  expect(rate(back, [stopped], catalogue, policies, context).ok).toBe(true);
  // Two subscriptions of one kind are one to the vendor.
  const other = { ...subscription, key: "two" };
  const again: Change = { kind: "assign", targets: [{ key: "two", people: ["bob"] }] };
  expect(rate(again, [subscription, other], catalogue, policies, context)).toMatchObject({ refusal: "personHasIt" });
});
