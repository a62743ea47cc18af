import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  nextStep,
  placeOf,
  previousStep,
  stepKindOfNumber,
  stepKinds,
  visibleSteps,
  withHidden,
  type Step,
} from "./wizard.ts";

const step = (id: string, hidden = false): Step => ({ id, kind: "custom", hidden });
const steps = [step("products"), step("addOns", true), step("tenant", true), step("review")];

test("ORD-58 next and previous go over hidden steps", () => {
  expect(nextStep(steps, "products")?.id).toBe("review");
  expect(previousStep(steps, "review")?.id).toBe("products");
});

test("ORD-59 movement stops at the first and the last visible step", () => {
  const hiddenEnds = [step("a", true), step("b"), step("c"), step("d", true)];
  expect(previousStep(hiddenEnds, "b")).toBeUndefined();
  expect(nextStep(hiddenEnds, "c")).toBeUndefined();
  expect(nextStep(hiddenEnds, "unknown")).toBeUndefined();
});

test("ORD-60 a choice hides a step by its id, and another one shows it", () => {
  const hidden = withHidden(steps, new Set(["review"]));
  expect(visibleSteps(hidden).map(({ id }) => id)).toEqual(["products", "addOns", "tenant"]);
  expect(visibleSteps(withHidden(hidden, new Set())).map(({ id }) => id)).toHaveLength(4);
});

test("ORD-61 the step kinds have their numbers", () => {
  expect(stepKinds).toEqual({ custom: 1, list: 2, information: 3, selectionList: 4, nestedList: 5 });
  expect([1, 2, 3, 4, 5, 6].map(stepKindOfNumber)).toEqual([
    "custom",
    "list",
    "information",
    "selectionList",
    "nestedList",
    undefined,
  ]);
});

test("ORD-58 a step that hid itself still leads on from its place", () => {
  expect(nextStep(steps, "addOns")?.id).toBe("review");
  expect(placeOf(steps, "review")).toEqual({ place: 2, of: 2 });
  expect(placeOf(steps, "addOns").place).toBe(0);
});

test("ORD-58 next never lands on a hidden step and previous undoes it", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }), fc.nat(), (hidden, start) => {
      const drawn = hidden.map((each, index) => step(String(index), each));
      const visible = visibleSteps(drawn);
      const present = visible[start % Math.max(1, visible.length)];
      if (!present) return;
      const next = nextStep(drawn, present.id);
      if (next) {
        expect(next.hidden).toBe(false);
        expect(previousStep(drawn, next.id)).toBe(present);
      } else expect(present).toBe(visible.at(-1));
    }),
  );
});
