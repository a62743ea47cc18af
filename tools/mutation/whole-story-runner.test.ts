import { expect, test } from "vitest";
import { strykerPlugins, wholeStories } from "./whole-story-runner.ts";

test("a test that reaches a mutant is run after those before it in its file, and no others", () => {
  const tests = ["a.test.ts#first", "a.test.ts#second", "a.test.ts#third", "b.test.ts#elsewhere"].map((id) => ({ id }));
  const reached = { "a.test.ts#second": { "1": 4 }, "a.test.ts#third": { "2": 7 }, "b.test.ts#elsewhere": { "3": 1 } };
  expect(wholeStories(tests, reached)).toEqual({
    "a.test.ts#first": { "1": 1, "2": 1 },
    "a.test.ts#second": { "1": 4, "2": 1 },
    "a.test.ts#third": { "2": 7 },
    "b.test.ts#elsewhere": { "3": 1 },
  });
});

test("what a file reaches outside its tests, all of them reach", () => {
  const tests = ["a.test.ts#first", "a.test.ts#second", "b.test.ts#elsewhere"].map((id) => ({ id }));
  expect(wholeStories(tests, { "a.test.ts#": { "5": 2 }, "a.test.ts#first": { "6": 1 } })).toEqual({
    "a.test.ts#first": { "5": 1, "6": 1 },
    "a.test.ts#second": { "5": 1 },
    "b.test.ts#elsewhere": {},
  });
  expect(strykerPlugins.map(({ kind, name }) => [kind, name])).toEqual([["TestRunner", "whole-story"]]);
});
