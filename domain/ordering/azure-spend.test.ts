import { expect, test } from "vitest";
import { billStateOf, daysToRead, namesOf, usualIfExceeded, wholeUntil } from "./azure-spend.ts";

test.each([
  ["at first from the month before", "2027-03-20", null, "2027-02-01"],
  ["what may still be corrected again", "2027-03-20", "2027-03-16", "2027-03-13"],
  ["all days that were missed", "2027-03-20", "2027-02-10", "2027-02-07"],
  ["the month before once more before it is billed", "2027-03-06", "2027-03-02", "2027-02-01"],
])("it reads %s", (_, today, known, from) => {
  expect(daysToRead(today, known)).toEqual({ from, to: today });
});

test.each([
  ["open", "2027-03-01", "2027-03-01", null, false, false],
  ["awaited", "2027-02-01", "2027-02-01", "2027-02-01", false, false],
  ["notBilled", "2027-02-01", "2027-03-01", null, false, false],
  ["charged", "2027-02-01", "2027-03-01", null, true, false],
  ["invoiced", "2027-02-01", "2027-03-01", null, true, true],
  ["before", "2027-02-01", null, "2027-03-01", false, false],
] as const)("a month is %s", (state, month, billedUntil, chargedFrom, isCharged, isInvoiced) => {
  const at = { today: "2027-03-20", billedUntil, chargedFrom };
  expect(billStateOf({ month, isCharged, isInvoiced }, at)).toBe(state);
});

test("a day is whole once the days after it that the vendor needs are over", () => {
  expect(wholeUntil("2027-03-20", 2)).toBe("2027-03-17");
});

test("a resource is named by its group too where another has its name, and by its path where that is not enough", () => {
  const parts = [
    { group: "shop", name: "Microsoft.Compute/virtualMachines/web" },
    { group: "shop", name: "Microsoft.Compute/disks/web" },
    { group: "test", name: "Microsoft.Compute/virtualMachines/web" },
    { group: "test", name: "Microsoft.Sql/servers/books" },
    { group: "", name: "" },
  ];
  expect(namesOf(parts, "resource")).toEqual([
    "web (shop), Microsoft.Compute/virtualMachines/web",
    "web (shop), Microsoft.Compute/disks/web",
    "web (test)",
    "books",
    "No resource",
  ]);
});

test.each([
  ["half as much again", 3_000n, [2_000n, 2_000n], 2_000n],
  ["less than that", 2_999n, [2_000n, 2_000n], undefined],
  ["much more of little", 400n, [10n, 10n], undefined],
  ["more than the only day like it", 9_000n, [1_000n], undefined],
])("a day is told as unusual by its like days: %s", (_, minor, alike, usual) => {
  expect(usualIfExceeded(minor, alike)).toBe(usual);
});
