import { expect, test } from "vitest";
import { strykerPlugins } from "./sample-checker.ts";

test("only the mutants of the sample are tried, all checked in one go", async () => {
  const [plugin] = strykerPlugins;
  const checker = plugin!.factory({ sample: ["2"] });
  const mutants = [{ id: "1" }, { id: "2" }, { id: "3" }];
  expect(await checker.group(mutants)).toEqual([["1", "2", "3"]]);
  const checked = await checker.check(mutants);
  expect(Object.entries(checked).map(([id, { status }]) => [id, status])).toEqual([
    ["1", "compileError"],
    ["2", "passed"],
    ["3", "compileError"],
  ]);
  expect(Object.values(await plugin!.factory({}).check(mutants)).every(({ status }) => status !== "passed")).toBe(true);
});
