import { expect, test } from "vitest";
import { showsStatusOnly, siteLetter, voiceOrderStatus, voiceOrderType } from "./voice.ts";

test("ORD-49 sites are lettered from A, and after Z comes AA", () => {
  expect([0, 2, 25, 26, 27, 701, 702].map((index) => siteLetter(index))).toEqual([
    "A",
    "C",
    "Z",
    "AA",
    "AB",
    "ZZ",
    "AAA",
  ]);
});

test.each([
  [0, { task: "add", isFirst: true, isAtWork: true, changed: [{ sku: "voice-standard", by: 5 }] }],
  [1, { task: "change", isFirst: false, isAtWork: true, changed: [{ sku: "voice-sip", by: -1 }] }],
  [1, { task: "add", isFirst: false, isAtWork: true, changed: [{ sku: "voice-sip", by: 2 }] }],
  [2, { task: "change", isFirst: false, isAtWork: false, changed: [{ sku: "voice-standard", by: 1 }] }],
  [2, { task: "change", isFirst: false, isAtWork: true, changed: [{ sku: "voice-site", by: 1 }] }],
  [2, { task: "assign", isFirst: false, isAtWork: true, changed: [{ sku: "voice-standard", by: 0 }] }],
  [3, { task: "add", isFirst: false, isAtWork: true, changed: [{ sku: "voice-site", by: 1 }] }],
  [4, { task: "cancel", isFirst: false, isAtWork: false, changed: [{ sku: "voice-standard", by: -5 }] }],
])("an order is of type %i if it does that", (type, order) => {
  expect(voiceOrderType(order)).toBe(type);
});

test("ORD-48 only of pending changes of licences and cancellations is the status all that is shown", () => {
  expect([0, 1, 2, 3, 4, 7].filter((type) => showsStatusOnly(type))).toEqual([1, 4]);
});

test("an order is submitted until somebody takes it on, and cancelled once what was rejected is given up", () => {
  const status = (order: Partial<Parameters<typeof voiceOrderStatus>[0]>) =>
    voiceOrderStatus({ status: "Working", isTakenOn: false, isGivenUp: false, ...order });
  expect(status({})).toBe("Submitted");
  expect(status({ isTakenOn: true })).toBe("In progress");
  expect(status({ status: "Completed" })).toBe("Completed");
  expect(status({ status: "Failed" })).toBe("Rejected");
  expect(status({ status: "Failed", isGivenUp: true })).toBe("Cancelled");
});
