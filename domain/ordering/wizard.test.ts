import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nextStep, previousStep } from "./wizard.ts";

const step = (id: string, hidden = false) => ({ id, hidden });
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

test("ORD-58 a step that hid itself still leads on from its place", () => {
  expect(nextStep(steps, "addOns")?.id).toBe("review");
});

test("ORD-58 next never lands on a hidden step and previous undoes it", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }), fc.nat(), (hidden, start) => {
      const drawn = hidden.map((each, index) => step(String(index), each));
      const visible = drawn.filter((each) => !each.hidden);
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

test("an unknown step has no neighbours, however many steps there are", () => {
  const three = ["a", "b", "c"].map((id) => ({ id, hidden: false }));
  expect([nextStep(three, "x"), previousStep(three, "x")]).toEqual([undefined, undefined]);
});
