import { expect, test } from "vitest";
import { handOff, takeOver } from "./hand-off.ts";

test("SHELL-46 a value can be read as often as it was meant to be, then it is gone", () => {
  expect(takeOver("note")).toBeUndefined();
  handOff("note", "once");
  handOff("other", "three times", 3);
  expect([takeOver("note"), takeOver("note")]).toEqual(["once", undefined]);
  expect([1, 2, 3, 4].map(() => takeOver("other"))).toEqual(["three times", "three times", "three times", undefined]);
});

test("a value left again replaces the previous one and its remaining reads", () => {
  handOff("note", "first", 2);
  handOff("note", "second");
  expect([takeOver("note"), takeOver("note")]).toEqual(["second", undefined]);
});
