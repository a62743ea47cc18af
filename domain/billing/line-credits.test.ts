import { expect, test } from "vitest";
import { totalsOfCredit } from "./line-credits.ts";

const line = (minor: bigint, percent = "20") => ({ minor, category: "S" as const, percent });

test("VAT is rounded once for each rate, however it is written", () => {
  expect(totalsOfCredit([line(3n), line(3n, "20.00"), line(3n)], "GBP")).toEqual({ net: 9n, vat: 2n, gross: 11n });
  expect(totalsOfCredit([line(3n), line(3n, "0")], "EUR")).toEqual({ net: 6n, vat: 1n, gross: 7n });
  expect(totalsOfCredit([], "GBP")).toEqual({ net: 0n, vat: 0n, gross: 0n });
});
