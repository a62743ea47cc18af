import * as fc from "fast-check";
import { expect, test } from "vitest";
import { vatWithin } from "./write-offs.ts";

test.each([
  [12_000n, { gross: 12_000n, vat: 2_000n }, 2_000n],
  [100n, { gross: 12_000n, vat: 2_000n }, 17n],
  [3n, { gross: 12_000n, vat: 2_000n }, 1n],
  [2n, { gross: 12_000n, vat: 2_000n }, 0n],
  [5_000n, { gross: 0n, vat: 0n }, 0n],
  [5_000n, { gross: 5_000n, vat: 0n }, 0n],
])("of %s there are %o", (minor, of, vat) => {
  expect(vatWithin(minor, of)).toBe(vat);
});

test("what of a part is VAT is within a penny's half of its share", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 13n });
  fc.assert(
    fc.property(amounts, amounts, amounts, (a, b, part) => {
      const [gross, vat] = [a + b, a];
      const minor = (part % gross) + 1n;
      const off = vatWithin(minor, { gross, vat }) * gross - minor * vat;
      expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(gross);
    }),
  );
});
