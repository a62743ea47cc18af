import { expect, test } from "vitest";
import { kindOfFile } from "./ticket-files.ts";
import { mayMove, numberIn, stateAfterReply, ticketNumber, ticketStates } from "./tickets.ts";

test("a number is written with six digits at least, and found however it is written", () => {
  expect(ticketNumber(123)).toBe("T-000123");
  expect(ticketNumber(12_345_678n)).toBe("T-12345678");
  for (const text of ["T-000123", "t-123", "T123", "#123", " 123 ", "000123"]) expect(numberIn(text)).toBe("123");
  for (const text of ["", "T-", "0", "12a", "invoice 123", "9".repeat(40)]) expect(numberIn(text)).toBeUndefined();
});

test("an answer waits for whoever opened the ticket, their own words wait for an answer", () => {
  const after = (
    state: (typeof ticketStates)[number],
    openedSide: "customer" | "reseller",
    by: "customer" | "reseller" | "operator",
  ) => stateAfterReply({ state, openedSide }, by);
  expect(after("New", "reseller", "operator")).toBe("Waiting for you");
  expect(after("New", "reseller", "reseller")).toBe("New");
  expect(after("Waiting for you", "reseller", "reseller")).toBe("Open");
  expect(after("Waiting for you", "reseller", "customer")).toBe("Open");
  expect(after("Solved", "reseller", "reseller")).toBe("Open");
  expect(after("Open", "customer", "reseller")).toBe("Waiting for you");
  expect(after("Closed", "reseller", "operator")).toBeUndefined();
  expect(stateAfterReply({ state: "Open", openedSide: "reseller" }, "operator", true)).toBe("Solved");
});

test("a closed ticket stays closed, and no ticket moves to where it is", () => {
  for (const by of ["customer", "reseller", "operator"] as const)
    for (const state of ticketStates) {
      expect(mayMove("Closed", state, by)).toBe(false);
      expect(mayMove(state, state, by)).toBe(false);
    }
  expect(mayMove("New", "Waiting for you", "reseller")).toBe(false);
  expect(mayMove("New", "Waiting for you", "operator")).toBe(true);
});

test("text may be in any language, and nothing but text", () => {
  const text = (bytes: Uint8Array) => "kind" in kindOfFile("a.txt", bytes);
  expect(text(new TextEncoder().encode("Žluťoučký kůň"))).toBe(true);
  expect(text(Uint8Array.of(0xff, 0xfe, 0x41))).toBe(false);
  expect(text(Uint8Array.of(0x41, 0, 0x42))).toBe(false);
  expect(text(Uint8Array.of())).toBe(false);
});
