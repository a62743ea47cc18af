import { expect, test } from "vitest";
import { statementNames } from "./statement-names.ts";

test("a text keeps its name, two never share one, and those beyond the most stay without", () => {
  const nameOf = statementNames(2);
  const [one, two] = [nameOf("select $1"), nameOf("select $2")];
  expect(one).toBeDefined();
  expect(two).not.toBe(one);
  expect(["select $1", "select $2", "select $3"].map(nameOf)).toEqual([one, two, undefined]);
});
