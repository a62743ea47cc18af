import fc from "fast-check";
import { expect, test } from "vitest";
import { moveOf, type PaymentState, paymentStates, splitPayment } from "./payments.ts";

const standing = { amountMinor: 100n, heldMinor: 0n, isReversed: false };

const told = (state: PaymentState, returnedMinor = 0n, isCurrent = true) => ({ state, returnedMinor, isCurrent });

test("what is known or lies behind moves nothing; what came is taken back from every good state", () => {
  expect(moveOf({ ...standing, state: "submitted" }, told("confirmed"))).toEqual({
    state: "confirmed",
    heldMinor: 100n,
  });
  const paid = { ...standing, state: "confirmed", heldMinor: 100n } as const;
  for (const state of ["confirmed", "processing", "submitted", "needsAction", "unknown", "cancelled"] as const)
    expect(moveOf(paid, told(state))).toBeUndefined();
  for (const state of ["failed", "chargedBack", "refunded"] as const)
    expect(moveOf(paid, told(state))).toEqual({ state, heldMinor: 0n });
  expect(moveOf(paid, told("confirmed", 30n))).toEqual({ state: "confirmed", heldMinor: 70n });
  expect(moveOf(paid, told("confirmed", 100n))).toEqual({ state: "refunded", heldMinor: 0n });
});

test("what went back comes again by what is current alone: a dispute that was won, a refund that failed", () => {
  for (const state of ["failed", "chargedBack", "refunded"] as const) {
    const back = { ...standing, state, isReversed: true };
    expect(moveOf(back, told("confirmed"))).toEqual({ state: "confirmed", heldMinor: 100n });
    expect(moveOf(back, told("confirmed", 0n, false))).toBeUndefined();
  }
  const inPart = { ...standing, state: "confirmed", heldMinor: 70n, isReversed: true } as const;
  expect(moveOf(inPart, told("confirmed"))).toEqual({ state: "confirmed", heldMinor: 100n });
  expect(moveOf(inPart, told("confirmed", 0n, false))).toBeUndefined();
});

test("whatever is told in whatever order, what we have is never more than was paid, and what is not current lets it grow once", () => {
  const news = fc.record({ state: fc.constantFrom(...paymentStates), returnedMinor: fc.bigInt(0n, 100n) });
  fc.assert(
    fc.property(fc.array(news, { maxLength: 20 }), (all) => {
      let state: PaymentState = "submitted";
      let [heldMinor, grew, most] = [0n, 0, 0n];
      for (const each of all) {
        const move = moveOf(
          { state, heldMinor, isReversed: most > heldMinor, amountMinor: 100n },
          { ...each, isCurrent: false },
        );
        if (!move) continue;
        if (move.heldMinor > heldMinor) grew++;
        ({ state, heldMinor } = move);
        most = heldMinor > most ? heldMinor : most;
      }
      expect(grew).toBeLessThanOrEqual(1);
      expect(heldMinor).toBeLessThanOrEqual(100n);
    }),
  );
});

test("what is too much goes to the credit, and back from there first", () => {
  expect(splitPayment(100n, 70n, 0n)).toEqual({ invoice: 70n, credit: 30n });
  expect(splitPayment(100n, -5n, 0n)).toEqual({ invoice: 0n, credit: 100n });
  expect(splitPayment(-100n, 0n, 30n)).toEqual({ invoice: -70n, credit: -30n });
  expect(splitPayment(-20n, 0n, 30n)).toEqual({ invoice: 0n, credit: -20n });
});
