import { expect, test } from "vitest";
import { strykerPlugins, wholeStories } from "./whole-story-runner.ts";

test("a test that reaches a mutant is run after those before it in its file, and no others", () => {
  const tests = ["first", "second", "third", "elsewhere"].map((id) => ({
    id,
    fileName: id === "elsewhere" ? "b.test.ts" : "a.test.ts",
  }));
  const reached = { second: { "1": 4 }, third: { "2": 7 }, elsewhere: { "3": 1 } };
  expect(wholeStories(tests, reached)).toEqual({
    first: { "1": 1, "2": 1 },
    second: { "1": 4, "2": 1 },
    third: { "2": 7 },
    elsewhere: { "3": 1 },
  });
  expect(strykerPlugins.map(({ kind, name }) => [kind, name])).toEqual([["TestRunner", "whole-story"]]);
});
