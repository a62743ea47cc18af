import { expect, test } from "vitest";
import { accept, refuse } from "./decision.ts";

test("a rule's answer is a value, or a refusal with what it is about", () => {
  expect(accept(7)).toEqual({ ok: true, value: 7 });
  expect(refuse("orderEmpty")).toEqual({ ok: false, refusal: "orderEmpty", details: {} });
  expect(refuse("quantityInvalid", { key: "a" })).toEqual({
    ok: false,
    refusal: "quantityInvalid",
    details: { key: "a" },
  });
});
