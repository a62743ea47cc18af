import { expect, test } from "vitest";
import { movedPrice, nextInvoice, obstacleOf, type MovementFacts } from "./movement.ts";
import { ofSelection } from "./writes.ts";

const free: MovementFacts = {
  customerMatch: "matched",
  productMatch: "matched",
  lines: 1,
  newQuantity: 8,
  quantityNow: 8,
  inPsa: 5,
  movesPrice: false,
  isPriceLater: false,
  isPriceOther: false,
  isBeingWritten: false,
};

test.each<[Partial<MovementFacts>, RegExp | null]>([
  [{}, null],
  [{ customerMatch: "ignored", productMatch: "notMatched" }, /customer is ignored/],
  [{ customerMatch: "notMatched" }, /customer is not matched/],
  [{ productMatch: "ignored" }, /service is ignored/],
  [{ productMatch: "notMatched" }, /service is not matched/],
  [{ lines: 0, inPsa: null }, /No active agreement/],
  [{ lines: 2, inPsa: null }, /2 lines/],
  [{ isBeingWritten: true }, /being written/],
  [{ quantityNow: 9 }, /changed again/],
  [{ inPsa: 8 }, /already\.$/],
  [{ inPsa: 8, isPriceOther: true }, /already, at another price/],
  [{ isPriceOther: true }, null],
  [{ inPsa: 8, movesPrice: true }, null],
  [{ movesPrice: true, isPriceLater: true }, /changed again/],
  [{ isPriceLater: true }, null],
])("what stands in the way of %o", (changes, expected) => {
  const found = obstacleOf({ ...free, ...changes });
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatch(expected);
});

test.each([
  ["18.1", "19", "18.1000", "19.00"],
  ["18.1", "18.6049", "18.1000", "18.60"],
  [null, "19", "18.1", null],
  ["18.1", "19", "17.5", null],
  ["18.1", "19", "216", null],
  ["0", "19", "0", null],
  ["18.555", "19", "18.5600", "19.00"],
  ["19", "19", "18.1", null],
  ["18.1", null, "18.1", null],
  ["19", "19.0012", "19.0000", null],
  ["18.6", "18.6051", "18.6", "18.61"],
  ["18.61", "18.6051", "18.61", null],
])("one cost %s and costs %s, and the PSA has %s: it is to have %s", (previous, price, inPsa, expected) => {
  expect(movedPrice(previous, price, inPsa)).toBe(expected);
});

const steady = { toPrice: null };
test.each([
  ["90.5000", [], { before: "90.50", after: "90.50" }],
  ["90.5000", [{ ...steady, unitPrice: "18.1000", from: "5.0000", to: 8 }], { before: "90.50", after: "144.80" }],
  ["90.5", [{ unitPrice: "18.1", from: "5", to: 8, toPrice: "19.00" }], { before: "90.50", after: "152.00" }],
  ["90.5", [{ unitPrice: "18.1", from: "5", to: 5, toPrice: "17.99" }], { before: "90.50", after: "89.95" }],
  ["0.3", [{ ...steady, unitPrice: "0.1", from: "3", to: 0 }], { before: "0.30", after: "0.00" }],
  [
    "100",
    [
      { ...steady, unitPrice: "3.3333", from: "1", to: 3 },
      { ...steady, unitPrice: "5", from: "2.5", to: 2 },
    ],
    { before: "100.00", after: "104.17" },
  ],
])("the next invoice of %s with %o", (total, changes, expected) => {
  expect(nextInvoice(total, changes)).toEqual(expected);
});

test("the three selections together are all rows", () => {
  const rows = [true, false, true].map((selected, id) => ({ id, selected }));
  expect(ofSelection(rows, "all")).toEqual(rows);
  expect(ofSelection(rows, "selected").map(({ id }) => id)).toEqual([0, 2]);
  expect(ofSelection(rows, "notSelected").map(({ id }) => id)).toEqual([1]);
});
