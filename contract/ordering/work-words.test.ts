import { expect, test } from "vitest";
import { allUnderWay, workTitle } from "./work-words.ts";

const starter = { name: "CloudTalk Starter", quantity: 3 };
const recording = { name: "Call recording", quantity: 0 };
const end = { outcome: "renew", quantity: null } as const;

test.each([
  ["add", [starter, { ...starter, name: "Call recording" }], "Provide 3 × CloudTalk Starter, 3 × Call recording"],
  ["change", [recording], "Remove Call recording"],
  ["change", [starter, recording], "Change to 3 × CloudTalk Starter; remove Call recording"],
  ["assign", [starter], "Change who has CloudTalk Starter"],
  ["details", [], "Change the details of the service"],
  ["cancel", [{ ...starter, quantity: 0 }], "Cancel CloudTalk Starter"],
  [
    "schedule",
    [
      { ...starter, termEnd: { ...end, quantity: 5 } },
      { ...recording, quantity: 2, termEnd: { ...end, outcome: "cancel" } },
    ],
    "At the end of the term, renew 5 × CloudTalk Starter; at the end of the term, cancel Call recording",
  ],
] as const)("the title of work says what to do: %s %#", (kind, lines, title) => {
  expect(workTitle(kind, lines)).toBe(title);
});

test("a service says what its orders at work do to it", () => {
  expect(allUnderWay(["billing"])).toBe("Billing being changed");
  expect(allUnderWay(["add", "billing"])).toBe("Several changes under way");
});
