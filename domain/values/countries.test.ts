import { expect, test } from "vitest";
import { nameOfCountry } from "./countries.ts";

test("a country we know has its name, and another keeps its code", () => {
  expect(["GB", "IE", "FR"].map(nameOfCountry)).toEqual(["United Kingdom", "Ireland", "FR"]);
});
