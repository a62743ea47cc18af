import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isAccent } from "./accent.ts";
import {
  accentSheet,
  fitted,
  labelOf,
  logoAddress,
  logoBox,
  marketplaceLabel,
  marketplaceMark,
} from "./white-label.ts";

const own = { theme: "dark" as const, accent: "#c2410c", logo: "aa.png", mobile_logo: "bb.png" };

test("a reseller's label is what it set, with the pictures under its own address", () => {
  expect(labelOf("r1", own)).toEqual({
    id: "r1",
    theme: "dark",
    accent: "#c2410c",
    logo: { desktop: "/white-label/r1/aa.png", mobile: "/white-label/r1/bb.png" },
  });
});

test("one logo serves both sizes, and without any the marketplace's mark stands", () => {
  const one = labelOf("r1", { ...own, mobile_logo: null }).logo!;
  expect(one).toEqual({ desktop: logoAddress("r1", "aa.png"), mobile: logoAddress("r1", "aa.png") });
  expect(labelOf("r1", { ...own, logo: null }).logo).toBeNull();
});

test("who has set nothing, or belongs to no reseller, sees the marketplace as it is", () => {
  expect(labelOf("r1", undefined)).toBe(marketplaceLabel);
  expect(labelOf(null, own)).toBe(marketplaceLabel);
  expect(marketplaceLabel).toMatchObject({ theme: "default", logo: null });
  expect(isAccent(marketplaceLabel.accent)).toBe(true);
  expect(marketplaceLabel.id).not.toBe("");
  expect(marketplaceMark).toMatch(/^\/white-label\/.+\.svg$/);
});

test("the sheet of an accent has one address, however the accent is written", () => {
  expect(accentSheet("#C2410C")).toBe("/white-label/accent/c2410c.css");
  expect(accentSheet("#c2410c")).toBe(accentSheet("#C2410C"));
});

test("WL-06 a logo fills a box of 163 by 48 in its own shape, and never less than a pixel of it", () => {
  expect(logoBox).toMatchObject({ width: 163, height: 48 });
  expect(fitted({ width: 326, height: 48 })).toEqual({ width: 163, height: 24 });
  expect(fitted({ width: 48, height: 480 })).toEqual({ width: 5, height: 48 });
  expect(fitted({ width: 9000, height: 1 })).toEqual({ width: 163, height: 1 });
  expect(fitted({ width: 1, height: 9000 })).toEqual({ width: 1, height: 48 });
  const side = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const box = fitted({ width, height });
      expect(box.width === 163 || box.height === 48).toBe(true);
      expect(box.width).toBeLessThanOrEqual(163);
      expect(box.height).toBeLessThanOrEqual(48);
      // Each side is within half a pixel of the exact proportions, unless that would be less than one.
      const scale = Math.min(163 / width, 48 / height);
      expect(Math.abs(box.width - Math.max(1, width * scale))).toBeLessThanOrEqual(0.5);
      expect(Math.abs(box.height - Math.max(1, height * scale))).toBeLessThanOrEqual(0.5);
    }),
  );
});
