import { expect, test } from "vitest";
import { countOf, join, mustRunAgain } from "./counts.ts";
import { outsideTests, type Evidence, type Ran } from "./evidence.ts";

const ran = (title: string, ending: Ran["ending"], said?: string): Ran => ({
  title,
  within: ["money"],
  ending,
  ...(said && { said }),
});
const of = (tests: Ran[], more: Partial<Evidence> = {}): Evidence => ({
  file: "domain/money.test.ts",
  project: "unit",
  tests,
  ...more,
});
const name = "domain/money.test.ts, unit";

test("what failed is named by file and title with what it said on one line; what passed is not", () => {
  const evidence = of([
    ran("adds", "passed"),
    ran("divides", "failed as expected"),
    ran("is skipped", "skipped"),
    ran("takes away", "failed", "\u001B[31mError\u001B[39m: 1p\n  is left"),
    ran("says much", "failed", "x".repeat(500)),
    ran("is tried again", "passed on a retry"),
    ran("is empty", "asserted nothing", "asserted nothing"),
  ]);
  const count = countOf([evidence]);
  expect(count.failures).toEqual([
    `${name}: money takes away (Error: 1p is left)`,
    `${name}: money says much (${"x".repeat(400)}…)`,
    `${name}: money is tried again`,
    `${name}: money is empty (asserted nothing)`,
  ]);
  expect([count.passed, count.failed]).toEqual([2, 4]);
});

test("a file that hung, was not run or cannot be loaded is a failure, and runs again; what belongs to no file does not", () => {
  const all = [
    of([], { state: "waiting" }),
    of([ran("adds", "passed")], { state: "open" }),
    of([outsideTests("Error: no such module")]),
    of([outsideTests("The server did not start")], { file: "", project: "" }),
    of([ran("adds", "passed")]),
  ];
  expect(countOf(all).failures).toEqual([
    `hung: ${name}`,
    `${name}: outside its tests (Error: no such module)`,
    "outside its tests (The server did not start)",
    `not run: ${name}`,
  ]);
  expect(all.filter(mustRunAgain)).toEqual(all.slice(0, 3));
});

test("a test that passed in one of two runs is unsteady and has passed; one that failed in both says both", () => {
  const first = of([ran("one", "failed", "1p"), ran("two", "passed"), ran("three", "failed", "a")]);
  const second = of([ran("one", "passed"), ran("two", "failed", "2p"), ran("three", "failed", "b")]);
  const { both, unsteady } = join(first, second);
  expect(both.tests).toEqual([ran("one", "passed"), ran("two", "passed"), ran("three", "failed", "a; again: b")]);
  expect(unsteady).toEqual([`${name}: money one (1p)`, `${name}: money two (2p)`]);
});

test("a file that hung is unsteady if it passes alone, and has failed if it hangs or fails again or does not run", () => {
  const open = of([], { state: "open" });
  const passed = of([ran("adds", "passed")]);
  const failed = of([ran("adds", "failed", "1p")]);
  expect(join(open, passed)).toEqual({ both: passed, unsteady: [`hung: ${name}`] });
  for (const second of [open, failed]) expect(join(open, second)).toEqual({ both: second, unsteady: [] });
  for (const second of [undefined, of([], { state: "waiting" })])
    expect(join(open, second)).toEqual({ both: open, unsteady: [] });
  expect(join(of([], { state: "waiting" }), passed)).toEqual({ both: passed, unsteady: [] });
});
