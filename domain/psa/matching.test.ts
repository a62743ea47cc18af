import { expect, test } from "vitest";
import { assign, filtered, isSame, matchFilters, matchingOf, toggleIgnored, type Match } from "./matching.ts";

const row = (id: string, option?: string, ignored = false): Match => ({
  id,
  name: `Customer ${id}`,
  selectedOption: option === undefined ? null : { id: option, name: `Company ${option}` },
  ignored,
});
const options = ["B", "c", "A", "D"].map((id) => ({ id, name: `Company ${id}` }));
const begun = matchingOf([row("1", "A"), row("2"), row("3", "D", true), row("4", undefined, true)], options);
const left = ({ available }: typeof begun) => available.map(({ id }) => id).join("");

test("an option that a row has is no choice of another, and comes back to its place by name", () => {
  expect(left(begun)).toBe("Bc");
  const given = assign(begun, "2", { id: "B", name: "Company B" });
  expect(left(given)).toBe("c");
  expect(left(assign(given, "2", null))).toBe("Bc");
  expect(left(assign(given, "1", { id: "c", name: "Company c" }))).toBe("A");
  expect(assign(given, "1", { id: "B", name: "Company B" })).toEqual(given);
});

test("ignored goes before matched, and the three filters make up all", () => {
  const counts = Object.fromEntries(matchFilters.map((filter) => [filter, filtered(begun.rows, filter).length]));
  expect(counts).toEqual({ all: 4, matched: 1, notMatched: 1, ignored: 2 });
});

test("a copy that is changed and changed back is the same", () => {
  const once = toggleIgnored(begun, "1");
  expect(isSame(begun.rows, once.rows)).toBe(false);
  expect(isSame(begun.rows, toggleIgnored(once, "1").rows)).toBe(true);
});
