import { expect, test } from "vitest";
import { isCustomerName, mayChangeServices, reactivate, suspend } from "./customers.ts";

test.each([
  "Acme Dental",
  "Acme-Dental 2. Ltd",
  "O'Brien & Sons (Dublin)",
  "Müller, Łukasz / Côté",
  "D’Arcy + Co.",
  "山田",
])("%s is a customer name", (name) => {
  expect(isCustomerName(name)).toBe(true);
});

test.each(["a@b", "a_b", "<b>", "a;b", "100%", "", "   ", "x".repeat(101)])("%j is not a customer name", (name) => {
  expect(isCustomerName(name)).toBe(false);
});

test("a customer can be suspended only once and reactivated only once", () => {
  expect(suspend("Active")).toEqual({ ok: true, value: "Suspended" });
  expect(suspend("Suspended")).toMatchObject({ ok: false, refusal: "customerAlreadySuspended" });
  expect(reactivate("Suspended")).toEqual({ ok: true, value: "Active" });
  expect(reactivate("Active")).toMatchObject({ ok: false, refusal: "customerNotSuspended" });
});

test("a suspended customer's services cannot change", () => {
  expect(mayChangeServices("Suspended")).toMatchObject({ refusal: "customerSuspended" });
  expect(mayChangeServices("Active").ok).toBe(true);
});

test("a name may be a hundred characters long, and the spaces around it are not counted", () => {
  expect(isCustomerName("x".repeat(100))).toBe(true);
  expect(isCustomerName(` ${"x".repeat(100)} `)).toBe(true);
});
