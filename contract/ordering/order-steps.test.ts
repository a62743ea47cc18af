import { money } from "@tradewind/domain/values/money.ts";
import { describe, expect, test } from "vitest";
import { stepsTaken, stepsToCome } from "./order-steps.ts";

const line = {
  name: "Business Premium",
  unit: "Licence",
  before: 3,
  after: 5,
  scheduled: null,
  state: "working" as const,
  settledAt: null,
};
const order = {
  placedAt: "2026-05-20T09:00:00.000Z",
  placedBy: "Robin Hughes",
  chargedNow: money(3018n, "GBP"),
  vendor: "Microsoft",
  status: "Working" as const,
  message: "Waiting for the vendor",
  completedAt: null,
  unanswered: null,
  lines: [line],
  acts: [],
  notes: [],
  seen: [],
};
const subscription = {
  name: "Business Premium",
  quantity: 5,
  unitCost: "15.09",
  currency: "GBP" as const,
  termUntil: "2027-05-20",
  termEnd: { outcome: "renew" as const, offerId: null, quantity: null },
  unit: "Licence",
  periodUntil: "2026-06-20",
  isRebilled: false,
  lockHours: 24,
  undoUntil: "2026-05-27T09:00:00.000Z",
};

describe("what happened to an order", () => {
  test("it was placed by somebody, for so much, and the vendor is at work", () => {
    expect(stepsTaken(order)).toEqual([
      {
        state: "done",
        what: "Placed by Robin Hughes",
        more: "Business Premium from 3 to 5 licences · £30.18 net at once",
        at: order.placedAt,
      },
      { state: "working", what: "At work: Microsoft", more: "Waiting for the vendor", at: null },
    ]);
  });

  test("what is scheduled says what for", () => {
    const scheduled = { outcome: "renew" as const, offerId: null, quantity: 4 };
    const lines = [{ ...line, before: 6, after: 6, scheduled }];
    expect(stepsTaken({ ...order, chargedNow: null, lines })[0]!.more).toBe(
      "Business Premium: Scheduled to renew with 4 licences",
    );
  });

  test("what is given back has a minus sign, as amounts have everywhere", () => {
    expect(stepsTaken({ ...order, chargedNow: money(-2730n, "GBP") })[0]!.more).toMatch(/ · −£27\.30 net at once$/);
  });

  test("an unknown says since when, that no money moves and when it is asked again", () => {
    const unanswered = { since: "2026-05-20T09:05:00.000Z", nextLook: "2026-05-20T10:05:00.000Z" };
    expect(stepsTaken({ ...order, unanswered }).at(-1)).toEqual({
      state: "working",
      what: "No answer from Microsoft yet",
      more: "Nothing is charged or given back until it answers. It is asked again at 20/05/2026 11:05",
      at: unanswered.since,
    });
  });

  test("a note of the vendor's people stands among the rest in the order of time", () => {
    const at = "2026-05-20T09:06:00.000Z";
    const steps = stepsTaken({
      ...order,
      notes: [{ at, text: "We wait for the administrator" }],
      acts: [{ at: "2026-05-20T09:05:00.000Z", who: "Ana Lima", action: "orders.look" }],
    });
    expect(steps[2]).toEqual({ state: "done", what: "Note from Microsoft", more: "We wait for the administrator", at });
  });

  test("half a success is told as what it is, in the order of time", () => {
    const [at, later] = ["2026-05-20T09:06:00.000Z", "2026-05-20T09:07:00.000Z"];
    const steps = stepsTaken({
      ...order,
      status: "Failed",
      completedAt: later,
      lines: [
        { ...line, state: "refused", settledAt: later },
        { ...line, name: "Teams Phone", state: "done", settledAt: at },
      ],
      acts: [{ at: "2026-05-20T09:06:30.000Z", who: "Ana Lima", action: "orders.look" }],
    });
    expect(steps.slice(1).map(({ state, what, more }) => [state, what, more])).toEqual([
      ["done", "Done at Microsoft", "Teams Phone"],
      ["done", "Asked the vendor again", "Ana Lima"],
      ["failed", "Refused by Microsoft: Business Premium", null],
    ]);
  });
});

describe("what comes", () => {
  const told = (changes: Partial<typeof subscription> | { termEnd: { outcome: "cancel" } } = {}, priced = true) =>
    stepsToCome({ expected: null }, [{ ...subscription, ...changes }], priced).map(({ what, more, at }) => [
      at,
      what,
      more,
    ]);

  test("the time to undo ends, the next charge, and the renewal with its last moment to choose otherwise", () => {
    expect(told()).toEqual([
      ["2026-05-27T09:00:00.000Z", "Time to undo ends", "Business Premium: committed from then until 19/05/2027"],
      ["2026-06-20", "Next charge", "£75.45 net. On the invoice of 01/07/2026"],
      ["2027-05-20", "Renews as it is", "Business Premium, unless something else is chosen before 19/05/2027 01:00"],
    ]);
  });

  test("hidden prices leave out the amount, and a new term has none before its day", () => {
    expect(told({}, false)[1]![2]).toBe("On the invoice of 01/07/2026");
    expect(told({ periodUntil: "2027-05-20" })[1]![2]).toBe("On the invoice of 01/06/2027");
  });

  test("what ends with its term is not charged again", () => {
    const steps = told({ termEnd: { outcome: "cancel" }, periodUntil: "2027-05-20" });
    expect(steps.map(([, what]) => what)).toEqual(["Time to undo ends", "Ends with its term"]);
  });
});
