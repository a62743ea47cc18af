import { expect, test } from "vitest";
import type { Ending, Evidence } from "./dev/evidence.ts";
import {
  faultsOfNames,
  faultsOfRun,
  gainsOfRun,
  idsOf,
  levelOf,
  listsSeveral,
  readLines,
  recorded,
  rowsOf,
  writeLines,
  type Line,
} from "./requirement-proof.ts";

const screens = "web/customers/customers/customers-screen.test.tsx";
const routes = "server/customers/customers/customers.routes.test.ts";
const story = "e2e/customers/customers.spec.ts";
const ran = (file: string, title: string, ending: Ending = "passed"): Evidence => ({
  file,
  project: "one",
  tests: [{ title, within: [], ending }],
});
const line = (id: string, observed: Line["observed"], proven: Line["proven"] = []): Line => ({ id, observed, proven });
const saidOf = (lines: readonly Line[], evidence: readonly Evidence[]) =>
  [...faultsOfRun(lines, evidence), ...gainsOfRun(lines, evidence)].map(({ place, instead }) => `${place} ${instead}`);

test("rows are read from a page, lines from the list and back", () => {
  expect(rowsOf("# CUST\n\n- **CUST-01** `/customers` lists (spec) — observe: open.\nNot a row CUST-02.\n")).toEqual([
    { id: "CUST-01", statement: "`/customers` lists (spec) — observe: open." },
  ]);
  const text = "row,observed,proven\nCUST-01,screen,browser screen\nCUST-02,screen server,\n";
  expect(readLines(text)).toEqual([
    line("CUST-01", ["screen"], ["browser", "screen"]),
    line("CUST-02", ["screen", "server"]),
  ]);
  expect(writeLines(readLines(text))).toBe(text);
});

test.each(["row\nCUST-01,screen,", "row,observed,proven\nCUST-01,domain,", "row,observed,proven\nCUST-01,screen,unit"])(
  "a list that says %j is refused",
  (text) => {
    expect(() => readLines(text)).toThrow("proven.csv");
  },
);

test.each([
  ["CUST-01 lists", ["CUST-01"]],
  ["CUST-01 CUST-02 lists and adds", ["CUST-01", "CUST-02"]],
  ["CUST-01, CUST-02 and CUST-03: lists", ["CUST-01", "CUST-02", "CUST-03"]],
  ["CUST-01", ["CUST-01"]],
  ["lists, see CUST-01", []],
  ["TW-000123 is a number", []],
])("%s", (title, ids) => {
  expect(idsOf(title)).toEqual(ids);
});

test.each([
  [story, "browser"],
  [routes, "server"],
  [screens, "screen"],
  ["web/ui/dialog.test.tsx", undefined],
  ["web/shared/dates.test.ts", undefined],
  ["domain/money.test.ts", undefined],
  ["vendors/microsoft/client.test.ts", undefined],
  ["tools/check.test.ts", undefined],
])("%s stands at %s", (file, level) => {
  expect(levelOf(file)).toBe(level);
});

test.each(["failed", "skipped", "passed on a retry", "failed as expected", "asserted nothing"] as const)(
  "a test that %s proves nothing: its row drops out",
  (ending) => {
    const proven = [line("CUST-01", ["screen"], ["screen"])];
    expect(saidOf(proven, [ran(screens, "CUST-01 lists", ending)])).toEqual([
      expect.stringMatching(/^CUST-01 No test under its id ran and passed at screen\./),
    ]);
    expect(saidOf(proven, [ran(screens, "CUST-01 lists")])).toEqual([]);
  },
);

test("a row whose only test was renamed drops out", () => {
  const lines = [line("CUST-01", ["screen"], ["screen"])];
  expect(saidOf(lines, [ran(screens, "lists the customers")])).toHaveLength(1);
});

test("a row is proven only where it is observed; at both places, only by both or in a browser", () => {
  const onScreen = line("CUST-01", ["screen"]);
  const atBoth = line("CUST-02", ["screen", "server"]);
  const proven = (one: Line, ...files: string[]) =>
    recorded(
      [one],
      files.map((file) => ran(file, `${one.id} holds`)),
    )[0]!.proven;
  expect(proven(onScreen, routes)).toEqual([]);
  expect(proven(onScreen, "domain/customers/customers.test.ts")).toEqual([]);
  expect(proven(onScreen, "web/ui/dialog.test.tsx")).toEqual([]);
  expect(proven(onScreen, screens, routes)).toEqual(["screen", "server"]);
  expect(proven(atBoth, screens)).toEqual([]);
  expect(proven(atBoth, screens, routes)).toEqual(["screen", "server"]);
  expect(proven(atBoth, story)).toEqual(["browser"]);
});

test("falling to a lower level and rising to a new one are both told; recording takes the rise alone", () => {
  const lines = [line("CUST-01", ["screen"], ["browser"])];
  const evidence = [ran(screens, "CUST-01 lists")];
  expect(saidOf(lines, evidence)).toEqual([
    expect.stringContaining("passed at browser"),
    expect.stringContaining("npm run requirements -- --record"),
  ]);
  expect(recorded(lines, evidence)).toEqual([line("CUST-01", ["screen"], ["browser", "screen"])]);
});

test("unknown ids, rows without a line, lines without a row and lines that claim too much are faults", () => {
  const rows = [
    { id: "CUST-01", statement: "" },
    { id: "CUST-02", statement: "" },
  ];
  const lines = [line("CUST-01", ["screen"], ["server"]), line("CUST-09", ["screen"])];
  const said = faultsOfNames(rows, lines, [ran(routes, "CUST-77 holds")]).map(({ instead }) => instead);
  expect(said).toEqual([
    expect.stringContaining("CUST-77 is no row"),
    expect.stringContaining("CUST-02 is missing"),
    expect.stringContaining("CUST-09 is no row of the pages"),
    expect.stringContaining("CUST-01 is observed at screen"),
  ]);
});

test.each([
  ["A customer item status is one of empty, green, amber, red, checked — observe: each", true],
  ["The types are `a`, `b` and `c`", true],
  ["The names open — observe: all seven", true],
  ["`/customers` lists the customers, if any", false],
])("%s", (statement, several) => {
  expect(listsSeveral({ id: "CUST-01", statement })).toBe(several);
});
