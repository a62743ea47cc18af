import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addHours } from "../values/dates.ts";
import { intentStates, lastMoment, stateSeen, urgencyOf } from "./intents.ts";

test.each([
  ["notYet", true, "placed"],
  ["notYet", false, "notYet"],
  ["placed", true, "placed"],
  ["placed", false, "lost"],
  ["lost", false, "lost"],
  ["lost", true, "placedAgain"],
  ["placedAgain", false, "lost"],
  ["tooLate", true, "placedAgain"],
  ["tooLate", false, "tooLate"],
  ["withdrawn", true, "withdrawn"],
  ["done", false, "done"],
] as const)("an intent that is %s and seen there: %s, is %s", (state, isThere, then) => {
  expect(stateSeen(state, isThere)).toBe(then);
});

test("seeing the same thing twice changes nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(...intentStates), fc.boolean(), (state, isThere) => {
      const once = stateSeen(state, isThere);
      expect(stateSeen(once, isThere)).toBe(once);
    }),
  );
});

test("the last moment is before the lock, and is told of for as long as the rule says", () => {
  const last = lastMoment("2027-03-05", 24);
  expect(last).toBe("2027-03-04T00:00:00.000Z");
  expect(urgencyOf(last, 48, "2027-03-01T23:59:59.999Z")).toBe("none");
  expect(urgencyOf(last, 48, "2027-03-02T00:00:00.000Z")).toBe("soon");
  expect(urgencyOf(last, 48, addHours(last, -0.01))).toBe("soon");
  expect(urgencyOf(last, 48, last)).toBe("over");
});
