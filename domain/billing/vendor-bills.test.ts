import { expect, test } from "vitest";
import { billDifferenceWords, decisionsIn } from "./vendor-bills.ts";

const side = (quantity: number, unit: string) => ({ quantity: quantity.toFixed(8), unit, minor: 0n });
const base = {
  charge: "period",
  vendor: "Microsoft",
  currency: "GBP",
  from: "2027-03-10",
  until: "2027-04-10",
  isKnown: true,
  isReport: false,
} as const;

test.each([
  [
    { kind: "notOurs", ours: null, theirs: side(10, "4.69") },
    "Microsoft bills 10 for 10/03/2027 to 09/04/2027, and we owe nothing for it",
  ],
  [
    { kind: "notOurs", ours: null, theirs: side(1, "4.69"), isKnown: false },
    "Microsoft bills 1 for 10/03/2027 to 09/04/2027, and we owe nothing for it: no subscription of ours stands for it",
  ],
  [
    { kind: "notTheirs", ours: side(-3, "4.69"), theirs: null, charge: "returned" },
    "We owe for 3 given back for 10/03/2027 to 09/04/2027, and Microsoft does not bill it",
  ],
  [
    { kind: "quantity", ours: side(3, "4.69"), theirs: side(4, "4.69"), charge: "added" },
    "Microsoft bills 4 added for 10/03/2027 to 09/04/2027, and we owe for 3 added",
  ],
  [
    { kind: "price", ours: side(3, "4.69000000"), theirs: side(3, "9.38000000") },
    "Microsoft asks £9.38 a unit for 10/03/2027 to 09/04/2027, and our price is £4.69",
  ],
  [
    { kind: "days", ours: side(3, "4.69"), theirs: side(3, "4.69") },
    "Microsoft bills other days than we do, up to 09/04/2027",
  ],
  [
    { kind: "rounding", ours: side(3, "4.69"), theirs: side(3, "4.69") },
    "Microsoft rounds the price of a unit before it multiplies, for 10/03/2027 to 09/04/2027",
  ],
  [
    { kind: "quantity", charge: "usage", ours: side(3, "1"), theirs: side(3.00000001, "1") },
    "Microsoft bills 3.00000001 used for March 2027, and we owe for 3 used",
  ],
  [
    { kind: "notTheirs", charge: "usage", isReport: true, ours: side(3, "1"), theirs: null },
    "We owe for 3 used for March 2027, and Microsoft does not report it",
  ],
  [
    { kind: "rounding", charge: "usage", ours: side(3, "1"), theirs: side(3, "1") },
    "Microsoft rounds down what was used in March 2027",
  ],
  [
    { kind: "ended", charge: "usage", isReport: true, ours: null, theirs: side(3, "1") },
    "Microsoft reports 3 used for March 2027, within which it had ended, so we charge none of it",
  ],
  [
    { kind: "began", charge: "usage", isReport: true, ours: null, theirs: side(3, "1") },
    "Microsoft reports 3 used for March 2027, after which it began, so we charge none of it",
  ],
  [
    { kind: "waiting", charge: "usage", isReport: true, ours: null, theirs: side(3, "1") },
    "Microsoft reports 3 used for March 2027; its licences are not charged for all of that month yet, and a later report charges it",
  ],
] as const)("$0.kind is said as: $1", (difference, words) => {
  expect(billDifferenceWords({ ...base, ...difference })).toBe(words);
});

test("what is disputed can still be accepted or corrected, and what is settled is not decided again", () => {
  expect(decisionsIn("open")).toEqual(["accept", "dispute", "correct"]);
  expect(decisionsIn("disputed")).toEqual(["accept", "correct"]);
  for (const state of ["explained", "accepted", "corrected"] as const) expect(decisionsIn(state)).toEqual([]);
});
