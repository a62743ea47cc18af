import { expect, test } from "vitest";
import { lossOf, marginOf } from "./margin.ts";

test("the margin is what is left of the selling price, and its share of that price", () => {
  expect(marginOf("15.09", "17.75")).toEqual({ amount: "2.66", percent: "15.0" });
  expect(marginOf("0.038", "0.05")).toEqual({ amount: "0.012", percent: "24.0" });
  expect(marginOf("10", "8")).toEqual({ amount: "-2", percent: "−25.0" });
  expect(marginOf("10", "0")).toEqual({ amount: "-10", percent: null });
});

test("what is sold below its cost loses the rest of it with each unit", () => {
  expect([lossOf("8.41", "7.92"), lossOf("15.09", "15.09"), lossOf("15.0900", "15.09"), lossOf("8", "9")]).toEqual([
    "0.49",
    null,
    null,
    null,
  ]);
});
