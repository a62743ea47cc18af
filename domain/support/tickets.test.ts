import { expect, test } from "vitest";
import { userKinds } from "../values/permissions.ts";
import {
  answers,
  mayAnswer,
  mayMove,
  numberIn,
  sideOf,
  sides,
  stateAfterReply,
  stateFor,
  ticketCategories,
  ticketNumber,
  ticketPriorities,
  ticketStates,
  type TicketState,
} from "./tickets.ts";

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
});

test("everybody may solve, close and reopen; only the operator says that a ticket is open or waits", () => {
  const reachable = (from: TicketState, by: (typeof sides)[number]) =>
    ticketStates.filter((to) => mayMove(from, to, by));
  for (const by of ["customer", "reseller"] as const)
    expect(Object.fromEntries(ticketStates.map((from) => [from, reachable(from, by)]))).toEqual({
      New: ["Solved", "Closed"],
      Open: ["Solved", "Closed"],
      "Waiting for you": ["Solved", "Closed"],
      Solved: ["Open", "Closed"],
      Closed: [],
    });
  expect(Object.fromEntries(ticketStates.map((from) => [from, reachable(from, "operator")]))).toEqual({
    New: ["Open", "Waiting for you", "Solved", "Closed"],
    Open: ["Waiting for you", "Solved", "Closed"],
    "Waiting for you": ["Open", "Solved", "Closed"],
    Solved: ["Open", "Closed"],
    Closed: [],
  });
});

test("the five kinds of user are three sides, and each side answers those before it", () => {
  expect(userKinds.map(sideOf)).toEqual(["reseller", "reseller", "operator", "customer", "customer"]);
  const answering = (openedSide: "customer" | "reseller") => sides.filter((by) => answers({ openedSide }, by));
  expect(answering("customer")).toEqual(["reseller", "operator"]);
  expect(answering("reseller")).toEqual(["operator"]);
});

test("SUP-06 without the permission people answer only what they opened themselves", () => {
  const actor = { personId: "ada", rights: new Set(["support"] as const) };
  const trusted = { personId: "bob", rights: new Set(["submitAndRespondToAllTickets"] as const) };
  const ticket = { openedBy: "ada" };
  expect([mayAnswer(actor, ticket), mayAnswer({ ...actor, personId: "eve" }, ticket)]).toEqual([true, false]);
  expect(mayAnswer(trusted, ticket)).toBe(true);
});

test("what a ticket can be has a name each, the most urgent priority first", () => {
  for (const names of [ticketStates, ticketCategories, ticketPriorities]) {
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[A-Z][a-z ]+$/.test(name))).toBe(true);
  }
  expect(ticketPriorities[0]).toBe("Urgent");
  expect(ticketPriorities.at(-1)).toBe("Low");
});

test("a ticket reads as waiting for exactly the side whose answer is awaited", () => {
  expect(stateFor("reseller", { state: "New", waitsFor: "reseller" })).toBe("Waiting for you");
  expect(stateFor("reseller", { state: "Waiting for you", waitsFor: "customer" })).toBe("Open");
  expect(stateFor("customer", { state: "New", waitsFor: "reseller" })).toBe("New");
  expect(stateFor("customer", { state: "Solved", waitsFor: null })).toBe("Solved");
  expect(stateFor("operator", { state: "Waiting for you", waitsFor: "reseller" })).toBe("Waiting for you");
});
