import { expect, test } from "vitest";
import { at, bought, catalogue, catalogueOf, daysLater, policies, prices, proposed } from "./pricing-fixtures.ts";
import type { Change } from "./pricing-types.ts";
import { saleOf } from "./spend.ts";

const context = at("2026-11-02T09:00:00.000Z");
const held = bought("premium:P1Y:monthly", 2, context).subscription;
const sale = (change: Change, state = [held], from = catalogue, moment = daysLater(context, 10)) => {
  const { commits, amount } = saleOf(change, proposed(change, state, moment, from), state, from, policies, moment);
  return { commits, minor: amount?.minor ?? null };
};

test("an order commits to its term at the customer's price", () => {
  const add: Change = { kind: "add", lines: [{ key: "a", offerId: "premium:P1Y:monthly", quantity: 3 }] };
  expect(sale(add, [])).toEqual({ commits: true, minor: 12n * 3n * 2260n });
});

test("more units commit to what they add until the term ends, fewer to nothing", () => {
  const seats = (quantity: number, days = 10) =>
    sale({ kind: "setQuantity", targets: [{ key: held.key, quantity }] }, [held], catalogue, daysLater(context, days));
  // 20 of 30 days of this month, and eleven months.
  expect(seats(3)).toEqual({ commits: true, minor: 1507n + 11n * 2260n });
  expect(seats(1, 2)).toEqual({ commits: false, minor: 0n });
});

test("a wish for the end of a term commits to what its next term adds", () => {
  const renew = (quantity: number | null): Change => ({
    kind: "schedule",
    targets: [{ key: held.key, termEnd: { outcome: "renew", offerId: null, quantity } }],
  });
  expect(sale(renew(5))).toEqual({ commits: true, minor: 3n * 12n * 2260n });
  expect(sale(renew(null))).toEqual({ commits: false, minor: 0n });
});

test("without a price for the customer it commits to an amount that nobody can tell", () => {
  const from = catalogueOf({ prices: prices.map((each) => ({ ...each, customer: null })) });
  const add: Change = { kind: "add", lines: [{ key: "a", offerId: "premium:P1Y:monthly", quantity: 3 }] };
  expect(sale(add, [], from)).toEqual({ commits: true, minor: null });
});
