import { expect, test } from "vitest";
import { mostQuickLinks, quickLinkKeys, shownLinks } from "./quick-links.ts";

test("who has chosen nothing sees the first four that can be reached, who chose sees that in that order", () => {
  expect(shownLinks(null, quickLinkKeys)).toEqual(quickLinkKeys.slice(0, 4));
  expect(shownLinks(null, ["security", "billing"])).toEqual(["security", "billing"]);
  expect(shownLinks(["security", "customers"], quickLinkKeys)).toEqual(["security", "customers"]);
  expect(shownLinks([], quickLinkKeys)).toEqual([]);
});

test("what can no longer be reached, or is no link any more, is left out", () => {
  expect(shownLinks(["billing", "gone", "security"], ["security"])).toEqual(["security"]);
});

test("every link has a key of its own, and not all of them fit", () => {
  expect(new Set(quickLinkKeys).size).toBe(quickLinkKeys.length);
  expect(quickLinkKeys.every((key) => /^[a-z][A-Za-z]+$/.test(key))).toBe(true);
  expect(mostQuickLinks).toBeLessThan(quickLinkKeys.length);
});
