import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonical } from "./canonical.ts";
import { at, bought, proposed } from "./pricing-fixtures.ts";
import type { Proposal } from "./pricing-types.ts";

const promise = proposed(
  { kind: "add", lines: [{ key: "one", offerId: "premium:P1Y:monthly", quantity: 10 }] },
  [bought("basic:P1Y:monthly", 1, at("2026-11-01T12:00:00.000Z")).subscription].map((each) => ({
    ...each,
    key: "old",
  })),
  at("2026-11-16T12:00:00.000Z"),
);

/** Returns the same value with the keys of every object in a different order. */
const reordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reordered)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, each]) => [key, reordered(each)])
            .toReversed(),
        )
      : value;

test("the text of a promise does not depend on the order in which its fields were written", () => {
  expect(canonical(reordered(promise) as Proposal)).toBe(canonical(promise));
});

test("a field that is undefined is one that is not there, and null is not", () => {
  const [subscription] = promise.subscriptions;
  const withField = (parentKey: unknown) =>
    canonical({ ...promise, subscriptions: [{ ...subscription!, parentKey } as typeof subscription & object] });
  const { parentKey: _gone, ...rest } = subscription!;
  expect(withField(undefined)).toBe(canonical({ ...promise, subscriptions: [rest as never] }));
  expect(withField(null)).not.toBe(withField(undefined));
});

test("the text can be read back: amounts as digits, seats of lots without their instants", () => {
  const text = JSON.parse(canonical(promise)) as {
    chargeRows: { amount: { minor: string } }[];
    subscriptions: Record<string, unknown>[];
  };
  expect(text.chargeRows.map(({ amount }) => amount.minor)).toEqual(["18100"]);
  expect(text.subscriptions[0]).toMatchObject({ lots: [10], key: "one" });
  expect(text.subscriptions[0]).not.toHaveProperty("dispatchedAt");
  expect(canonical(promise)).not.toContain("12:00:00");
});

test("another amount, however small, is another promise", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.bigInt({ min: 1n, max: 9n }), (minor, more) => {
      const of = (amount: bigint) =>
        canonical({
          ...promise,
          chargeRows: [{ ...promise.chargeRows[0]!, amount: { minor: amount, currency: "GBP" } }],
        });
      expect(of(minor)).not.toBe(of(minor + more));
    }),
  );
});
