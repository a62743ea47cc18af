import { expect, test } from "vitest";
import type { PortPolicy } from "../pricing/policies.ts";
import {
  cancelUntil,
  countOf,
  earliestPort,
  leadDaysOf,
  mayCancelPort,
  readPortNumbers,
  type PortLine,
} from "./number-ports.ts";

const policy: PortPolicy = {
  id: "port",
  kind: "port",
  leadDays: { single: 4, manySingle: 14, multi: 7, range: 10, large: 17, partOfRange: 22, nonGeographic: 7 },
  cancelDays: 2,
};
const read = (lines: string[], areaCode: string) => {
  const found = readPortNumbers(lines, areaCode);
  return found.fault ?? found.blocks.map(({ from, until, kind }) => `${from} ${until - from} ${kind}`);
};

test.each([
  [["0117 496 0100"], "0117", ["441174960100 1 geographic"]],
  [["+44 20 7946 0000 to +44 20 7946 0029"], "0117", ["442079460000 30 geographic"]],
  [["01632 96000 - 01632 96009"], "0117", ["44163296000 10 geographic"]],
  [["0800 496 0100", "0333 496 0100"], "0117", ["448004960100 1 nonGeographic", "443334960100 1 nonGeographic"]],
  [["01 496 0000"], "01", ["35314960000 1 geographic"]],
  [["+353 1800 123456"], "01", ["3531800123456 1 nonGeographic"]],
  [["07700 900123"], "0117", "Line 1: Mobile numbers move by a code that their user asks for"],
  [["085 123 4567"], "01", "Line 1: Mobile numbers move by a code that their user asks for"],
  [["021 496 0000"], "01", "Line 1: Must be numbers of 01, where the site is"],
  [["0906 496 0100"], "0117", "Line 1: Must be numbers that can move here"],
  [["+33 1 23 45 67 89"], "0117", "Line 1: Must be numbers that can move here"],
  [["0117 496 0100 to 0118 496 0100"], "0117", "Ask for at most 1000 numbers at a time"],
  [["0117 496 0100", "0117 496 0099 to 0117 496 0101"], "0117", "Line 2: Is among the numbers above"],
  [["0117 496 0100 to 0117 496 0099"], "0117", "Line 1: Must end after it begins"],
  [
    ["ring me"],
    "0117",
    "Line 1: Must be a number with its area code, or a first and a last one with “to” between them",
  ],
  [[], "0117", "Enter the numbers that move"],
] as const)("%j come to %s as %j", (lines, areaCode, wanted) => expect(read([...lines], areaCode)).toEqual(wanted));

test.each<[string, string[], PortLine, boolean, number]>([
  ["one line", ["0117 496 0100"], "single", false, 4],
  ["many lines", ["0117 496 0100 to 0117 496 0110"], "single", false, 14],
  ["a few on one line", ["0117 496 0100", "0117 496 0105"], "multi", false, 7],
  ["a range", ["0117 496 0100 to 0117 496 0109"], "multi", false, 10],
  ["many", ["0117 496 0000 to 0117 496 0150"], "multi", false, 17],
  ["part of a range", ["0117 496 0100"], "single", true, 22],
  ["a number of no place", ["0800 496 0100"], "single", false, 7],
])("%s is asked for as many working days ahead as the policy says", (_, lines, line, isPartOfRange, days) => {
  const found = readPortNumbers(lines, "0117");
  const blocks = found.fault === null ? found.blocks : [];
  expect(leadDaysOf(policy, { line, isPartOfRange, blocks })).toBe(days);
});

test("the first day skips weekends and bank holidays", () => {
  const found = readPortNumbers(["0117 496 0100"], "0117");
  const blocks = found.fault === null ? found.blocks : [];
  expect(countOf(blocks)).toBe(1);
  // Christmas Day is a Friday, and Boxing Day is made up for on the Monday.
  expect(earliestPort(policy, { line: "single", isPartOfRange: false, blocks }, "2026-12-23")).toBe("2026-12-31");
});

test("it is called off until two working days before its day, and any day before one is set", () => {
  const accepted = { state: "accepted" as const, portOn: "2026-12-07" };
  expect(cancelUntil(policy, accepted)).toBe("2026-12-03");
  expect(mayCancelPort(policy, accepted, "2026-12-03")).toBe(true);
  expect(mayCancelPort(policy, accepted, "2026-12-04")).toBe(false);
  expect(mayCancelPort(policy, { state: "submitted", portOn: null }, "2026-12-04")).toBe(true);
  expect(mayCancelPort(policy, { state: "ported", portOn: "2026-12-07" }, "2026-12-01")).toBe(false);
});
