import { expect, test } from "vitest";
import { historyWords } from "./history-words.ts";

const field = { Required: false, Help: null, MaxLength: 50, Pattern: null, Options: [], Default: null };
const attributes = [
  {
    ...field,
    Name: "Colour",
    Label: "Colour",
    Type: "select" as const,
    Options: [{ Value: "red", Label: "Bright red" }],
  },
  { ...field, Name: "Note", Label: "Note", Type: "text" as const },
  { ...field, Name: "Size", Label: "Size", Type: "text" as const },
];

const started = { quantity: 5, termUntil: "2027-11-22" };

const people = new Map([
  ["ada", "Ada Lovelace"],
  ["bob", "Bob Marsh"],
]);

test.each([
  ["started", started, "Licence", "Started with 5 licences, committed until 21/11/2027"],
  ["started", { ...started, termUntil: null }, "GB", "Started with 5 GB"],
  ["renewed", started, "Seat", "Renewed with 5 licences until 21/11/2027"],
  ["seatsAdded", { quantity: 1 }, "Workstation", "Added 1 workstation"],
  ["seatsRemoved", { quantity: 800 }, "GB", "Removed 800 GB"],
  ["scheduled", { termEnd: { outcome: "cancel" } }, "Licence", "Scheduled to end with its term"],
  [
    "scheduled",
    { termEnd: { outcome: "renew", quantity: null, offerId: null } },
    "Licence",
    "Scheduled to renew unchanged",
  ],
  [
    "scheduled",
    { termEnd: { outcome: "renew", quantity: 4, offerId: "other" } },
    "Server",
    "Scheduled to renew with 4 servers on another term or billing",
  ],
  ["priceFixed", {}, "Licence", "Moved to the new list price"],
  ["suspended", {}, "Licence", "Suspended; billing continues"],
  ["resumed", {}, "Licence", "Resumed"],
  ["dispatched", {}, "Phone", "Dispatched"],
  ["cancelled", { reason: "window" }, "Licence", "Cancelled within its cancellation window"],
  ["cancelled", { reason: "vendor" }, "Licence", "Ended, because it had ended at the vendor"],
  ["cancelled", { reason: "termEnd" }, "Licence", "Ended with its term"],
  ["upgraded", { toKey: "two" }, "Licence", "Replaced by an upgrade"],
  ["converted", { name: "Business Premium" }, "Licence", "Upgraded to Business Premium"],
  [
    "seatsRemoved",
    { quantity: 2, upgradedTo: "Business Premium" },
    "Licence",
    "Upgraded 2 licences to Business Premium",
  ],
  [
    "seen",
    { vendor: "Microsoft", status: "active", quantity: 4 },
    "Licence",
    "Is active at Microsoft, with 4 licences",
  ],
  ["seen", { vendor: "Acronis", status: "ended", quantity: 0 }, "GB", "Ended at Acronis"],
  ["peopleSet", { given: ["ada", "bob"], taken: [] }, "Licence", "Given to Ada Lovelace, Bob Marsh"],
  ["peopleSet", { given: [], taken: ["ada", "cy"] }, "Licence", "Taken back from Ada Lovelace, somebody"],
  ["peopleSet", { given: ["ada"], taken: ["bob"] }, "Licence", "Moved from Bob Marsh to Ada Lovelace"],
  [
    "attributesSet",
    { attributes: { Colour: "red", Note: null } },
    "Sign",
    "Colour is now Bright red, Note is now empty",
  ],
] as const)("history says of %s %j, counted in %s: %s", (kind, data, unit, words) => {
  expect(historyWords({ kind, data, unit, attributes, people, priced: true })).toBe(words);
});

test("what came from another partner says from whom, and what it cost to whom sees prices", () => {
  const came = { partner: "Northwind", charged: { minor: "4245", currency: "GBP" } };
  const words = (priced: boolean) =>
    historyWords({ kind: "started", data: { ...started, came }, unit: "Seat", attributes, people, priced });
  expect(words(true)).toBe("Came from Northwind with 5 licences, committed until 21/11/2027, £42.45 net at once");
  expect(words(false)).toBe("Came from Northwind with 5 licences, committed until 21/11/2027");
  const left = { reason: "transfer", partner: "Fabrikam" };
  expect(historyWords({ kind: "cancelled", data: left, unit: "Seat", attributes, people, priced: true })).toBe(
    "Ended, because it went to Fabrikam",
  );
});
