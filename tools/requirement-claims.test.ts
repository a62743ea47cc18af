import { expect, test } from "vitest";
import { claimsOf, faultsOf, rowsOf } from "./requirement-claims.ts";

// Put together here so that the tool does not take these samples for claims of its own.
const one = ["CUST", "01"].join("-");
const two = ["CUST", "02"].join("-");
const claimed = (text: string) =>
  claimsOf({ path: "a.test.ts", text }).map((claim) => `${claim.id}${claim.skipped ? " skipped" : ""}`);

test("rows are read from a page", () => {
  expect(rowsOf(`# CUST\n\n- **${one}** \`/customers\` lists (spec) — observe: open.\nNot a row ${two}.\n`)).toEqual([
    { id: one, statement: "`/customers` lists (spec) — observe: open." },
  ]);
});

test.each([
  [`test("${one} lists", () => {});`, [one]],
  [`it(\n  '${one} ${two} lists and adds',\n  run);`, [one, two]],
  [`test.each([["a"], ["b(c)"]])(\`${one}: %s\`, () => {});`, [one]],
  [`test.each([["${one}", 1], ["${two}", see("${one}")]])("%s lists", () => {});`, [one, two]],
  [`const says = (id) => test(\`\${id} reads\`, run);\nsays("${one} ${two}", words);`, [one, two]],
  [`test.each([["${one}", 1]])("lists %s", () => {});`, []],
  [`test(label, { title: "about ${one}" });`, []],
  [`expect(numberOf("${one}")).toBe(1); test("TW-000123 is a number", run)`, []],
  [`// test("${one} was here")`, []],
  [`test("lists, see ${one}", () => {});`, []],
  [`test.skip("${one} lists", () => {});`, [`${one} skipped`]],
  [`test.skip.each(rows)("${one} lists", () => {});`, [`${one} skipped`]],
  [
    `describe.skip("old", () => { test("${one} :)", () => {}); });\ntest("${two} lists", () => {});`,
    [`${one} skipped`, two],
  ],
  [`test.skipIf(isMac)("${one} lists", () => {});\ntest("${two} lists", () => {});`, [`${one} skipped`, two]],
  [`test.fixme("${one} lists");`, [`${one} skipped`]],
])("%s", (text, ids) => {
  expect(claimed(text)).toEqual(ids);
});

test("an unknown id and a row that only skipped tests claim are faults; a second, running test mends it", () => {
  const rows = [{ id: one, statement: "" }];
  const claim = (id: string, skipped: boolean) => ({ id, place: "a.test.ts:1", skipped });
  expect(faultsOf(rows, [claim(two, false)])[0]?.instead).toContain("no row");
  expect(faultsOf(rows, [claim(one, true)])[0]?.instead).toContain("skipped tests only");
  expect(faultsOf(rows, [claim(one, true), claim(one, false)])).toEqual([]);
});
