import * as fc from "fast-check";
import { expect, test } from "vitest";
import { blockOf, blockWords, resourcesDue } from "./resources.ts";

test("as many are made and ended as there are units, or one for the line", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("unit" as const, "line" as const),
      fc.nat(50),
      fc.nat(50),
      (per, quantity, standing) => {
        const { make, end } = resourcesDue(per, quantity, standing);
        expect(Math.min(make, end)).toBe(0);
        expect(standing + make - end).toBe(per === "unit" ? quantity : quantity > 0 ? 1 : 0);
      },
    ),
  );
});

test.each([
  ["0117 496 0000", "GB", 10, "+441174960000 to +441174960009"],
  ["(021) 496-0000", "IE", 100, "+353214960000 to +353214960099"],
  ["+44 117 496 0000", "IE", 1, "+441174960000"],
])("the block from %s in %s, of %i, is %s", (first, country, size, words) => {
  expect(blockWords(blockOf(first, country, size)!)).toBe(words);
});

test.each([
  ["117 496 0000", "GB", 10],
  ["0117 496 000x", "GB", 10],
  ["0117 496 0000", "FR", 10],
  ["00441174960000", "GB", 10],
  ["+9999999", "GB", 10],
  ["", "GB", 1],
])("%s in %s, of %i, is no block", (first, country, size) => {
  expect(blockOf(first, country, size)).toBeUndefined();
});

test("two blocks share a number exactly if one begins within the other", () => {
  const first = fc.integer({ min: 1174960000, max: 1174960200 });
  fc.assert(
    fc.property(first, first, fc.constantFrom(1, 10, 100), fc.constantFrom(1, 10, 100), (a, b, sizeA, sizeB) => {
      const [one, other] = [blockOf(`0${a}`, "GB", sizeA)!, blockOf(`+44${b}`, "IE", sizeB)!];
      const meet = one.from < other.until && other.from < one.until;
      expect(meet).toBe(b - a < sizeA && a - b < sizeB);
    }),
  );
});
