import { expect, test } from "vitest";
import {
  assign,
  assignAll,
  filtered,
  isSame,
  matchFilters,
  matchingOf,
  toggleIgnored,
  type Match,
} from "./matching.ts";

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

test("many are given options at once, each only once, unless they are shared", () => {
  const wanted = [
    { id: "1", option: null },
    { id: "2", option: { id: "B", name: "Company B" } },
    { id: "4", option: { id: "B", name: "Company B" } },
  ];
  const refs = ({ rows }: typeof begun) => rows.map(({ selectedOption }) => selectedOption?.id ?? "-").join("");
  expect(refs(assignAll(begun, wanted))).toBe("-BD-");
  expect(left(assignAll(begun, wanted))).toBe("Ac");
  const shared = assignAll(matchingOf(begun.rows, options, { isShared: true }), wanted);
  expect(refs(shared)).toBe("-BDB");
  expect(left(shared)).toBe("ABcD");
});

test("what the PSA no longer has is told, and cannot be chosen again", () => {
  const some = matchingOf(begun.rows, options.slice(0, 2));
  expect([...some.gone].toSorted()).toEqual(["A", "D"]);
  expect(left(assign(some, "1", null))).toBe("Bc");
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
