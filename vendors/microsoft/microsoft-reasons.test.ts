import { expect, test } from "vitest";
import { readRefusal } from "./microsoft-reasons.ts";

const read = (code: string) => readRefusal({ code, message: "Microsoft's own words" });

test.each([
  ["408 800003 800005 900192", "had a fault"],
  ["800014 800060 800064 900101 900104 900112 900113", "still working"],
  ["800082 900261 900278", "not ready yet"],
  ["800065 600061", "already sent"],
  ["2055", "changed meanwhile"],
  ["800073 800074", "checks the customer"],
])("%s decide nothing", (codes, words) => {
  for (const code of codes.split(" ")) expect(read(code)).toEqual({ waitFor: expect.stringContaining(words) });
});

test.each(["20000", "20003", "800007"])("%s is a no after a quarter of an hour", (code) => {
  expect(read(code)).toMatchObject({ waitFor: expect.stringContaining("not visible"), atMostMs: 900_000 });
});

test.each([
  ["400019 400072 2091", "changed this offer"],
  ["400013 400018 2085 800020 800028 800070", "does not offer this product"],
  ["13605", "accepted the Microsoft Customer Agreement"],
  ["900123", "needs you to accept its partner agreement"],
  ["900124", "needs us to accept its partner agreement"],
  ["800075 900416 800069", "Ask support"],
  ["800023 800025 900121", "does not take this order from us"],
  ["900117 900213 800061", "no longer cancels"],
  ["900214 900257 800090", "Reduce them at the next renewal"],
  ["2001 800091", "suspended"],
  ["2002 800067 800088 900275 10015", "number of licences"],
  ["800066 800089 900419", "as many subscriptions"],
  ["400041 10018 10019", "Order that one first"],
  ["800093", "cannot be renewed automatically"],
  ["800072 800085 800097 900269 900270", "billing"],
  ["900236 900258 900259 900260 900267 900268 800107 800121 800122 10013", "with this term and billing"],
  ["900277 900279 900280 2011", "ending or has ended"],
  ["10016 10017 900242 900244 900245", "end on that day"],
  ["900311", "changed too often"],
  ["800086 900252 900253", "education or the public sector"],
  ["900203 900206 400036", "declaration from us"],
  ["900128 900129 900317 900318", "active Azure plan"],
  ["20002 60003", "does not know this customer as ours"],
  ["900308 900309 900316 900329 900420", "rights for this"],
  ["900154", "does not accept the reseller"],
])("%s are a no that a reseller can act on", (codes, words) => {
  for (const code of codes.split(" ")) expect(read(code)).toEqual({ code, reason: expect.stringContaining(words) });
});

test("a code without words of ours is named beside Microsoft's", () => {
  expect(read("424242")).toEqual({
    code: "424242",
    reason: "Microsoft refused this: Microsoft's own words (424242).",
  });
});
