import { expect, test } from "vitest";
import { subscriptionShape } from "./microsoft-api-shapes.ts";
import { seenOf } from "./microsoft-seen.ts";

const seen = (...details: { quantity: number; allowedUntilDateTime: string }[]) =>
  seenOf(subscriptionShape.parse({ id: "s", quantity: 6, status: "active", refundableQuantity: { details } }))
    .refundable;

test("windows that cannot be read are not told, since none would mean that nothing is taken back", () => {
  const good = { quantity: 4, allowedUntilDateTime: "2026-11-12T23:59:00Z" };
  expect(seen(good)).toEqual([{ quantity: 4, until: "2026-11-12T23:59:00Z" }]);
  expect(seen()).toEqual([]);
  for (const odd of [
    { ...good, allowedUntilDateTime: "0001-01-01T00:00:00" },
    { ...good, allowedUntilDateTime: "2026-11-31T99:00:00Z" },
    { ...good, allowedUntilDateTime: "" },
    { ...good, quantity: 2.5 },
    { ...good, quantity: -1 },
    { ...good, quantity: 7 },
  ])
    expect(seen(good, odd)).toBeUndefined();
});
