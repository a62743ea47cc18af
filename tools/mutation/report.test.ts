import { expect, test } from "vitest";
import { reportOf } from "./report.ts";
import type { Result } from "./score.ts";

const result = (changes: Partial<Result>): Result => ({
  measuredOn: "2026-11-22",
  mutants: 100,
  tried: 100,
  noticed: 98,
  atFirst: 98,
  timeouts: 2,
  errors: 1,
  seconds: 50,
  survivors: [],
  ...changes,
});
const survivor = { file: "domain/a.ts", line: 3, code: "return a < b;", before: "a < b", after: "a <= b" };

test("each part has its row, a sample its interval, and what was not measured is said", () => {
  const text = reportOf(
    ["whole", "drawn", "missing"],
    {
      whole: result({}),
      drawn: result({ mutants: 5000, tried: 300, noticed: 285, atFirst: 270, seconds: 900 }),
    },
    [],
  );
  expect(text).toContain("| `whole` | 100 | 100 |  |  | 98.0 % | 0.5 s | 2026-11-22 |");
  expect(text).toContain("| `drawn` | 5000 | 300 | 90.0 % | 86 to 93 % | 95.0 % | 3.0 s | 2026-11-22 |");
  expect(text).toContain(
    "Of the 383 noticed, 4 were so because a test waited in vain or did not end, and 2 by an error outside of any test.",
  );
  expect(text).toContain("Not measured yet: `missing`.");
});

test("survivors of one line stand together with their verdict, and without one they are open", () => {
  const survivors = [
    survivor,
    { ...survivor, after: "true" },
    { ...survivor, line: 9, code: "const x = 1;", before: "1", after: "" },
  ];
  const verdict = { file: "domain/a.ts", code: "a < b", kind: "equivalent", because: "they never meet." } as const;
  const text = reportOf(["p"], { p: result({ survivors }) }, [verdict]);
  expect(text).toContain(
    "- `domain/a.ts`, `return a < b;`: `a < b` → `a <= b`, `a < b` → `true`. *equivalent* because they never meet.",
  );
  expect(text).toContain("- `domain/a.ts`, `const x = 1;`: `1` → nothing. *open*");
  expect(reportOf(["p"], { p: result({}) }, [verdict])).not.toContain("## p");
});

test("code with backticks or of several lines is one line of the page", () => {
  const survivors = [{ ...survivor, code: "const a = `x`;", before: "{\n  go();\n}", after: "{}" }];
  const text = reportOf(["p"], { p: result({ survivors }) }, []);
  expect(text).toContain("`` const a = `x`; ``: `{ go(); }` → `{}`");
});
