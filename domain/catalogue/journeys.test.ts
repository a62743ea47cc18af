import { expect, test } from "vitest";
import { usesNewJourney, type JourneyProduct } from "./journeys.ts";

const product = (changes: Partial<JourneyProduct>): JourneyProduct => ({
  routeName: "acronis-backup",
  listingId: "listing",
  newJourney: false,
  journeyType: "wizard",
  ...changes,
});
const none = new Set<string>();
const crossSell = new Set(["CrossSell"]);

test("a product with a listing that is marked for it takes the new journey, whatever the flags", () => {
  for (const flags of [none, crossSell]) {
    expect(usesNewJourney(product({ newJourney: true }), flags)).toBe(true);
    expect(usesNewJourney(product({ newJourney: true, listingId: null }), flags)).toBe(false);
    expect(usesNewJourney(product({}), flags)).toBe(false);
  }
});

test("ORD-03 FLAG-19 CrossSell turns Microsoft 365's core product, and no other, into the new journey", () => {
  const core = product({ routeName: "office-365" });
  expect([usesNewJourney(core, none), usesNewJourney(core, crossSell)]).toEqual([false, true]);
  expect(usesNewJourney(core, new Set(["LiveChat"]))).toBe(false);
  expect(usesNewJourney(product({ routeName: "office-365", listingId: null }), crossSell)).toBe(false);
  expect(usesNewJourney(product({ routeName: null }), crossSell)).toBe(false);
});
