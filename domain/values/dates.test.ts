import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatBusinessDay,
  formatDate,
  formatDateTime,
  formatFriendlyDate,
  formatLastDay,
  formatMoment,
  formatMonth,
  formatShortDate,
  formatShortMonth,
} from "./date-formats.ts";
import {
  addDays,
  addHours,
  addMonths,
  dayOf,
  dayOfMonth,
  daysBetween,
  daysIn,
  earlierOf,
  includes,
  isBefore,
  isCalendarDate,
  laterOf,
  millisecondsOf,
  monthOf,
  startOf,
} from "./dates.ts";
import { startTerm } from "../pricing/terms.ts";

const days = fc.integer({ min: 0, max: 200_000 }).map((offset) => addDays("1900-01-01", offset));

test.each(["2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-04-01", "2026-4-1", "today"])(
  "%s is no calendar date",
  (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => addDays(text, 1)).toThrow(RangeError);
  },
);

test.each([
  { date: "2026-02-28", days: 1, gives: "2026-03-01" },
  { date: "2028-02-28", days: 1, gives: "2028-02-29" },
  { date: "2100-02-28", days: 1, gives: "2100-03-01" },
  { date: "2026-01-01", days: -1, gives: "2025-12-31" },
])("$date and $days days is $gives", ({ date, days: count, gives }) => {
  expect(addDays(date, count)).toBe(gives);
});

test.each([
  { start: "2026-01-31", lastDays: ["2026-02-27", "2026-03-30", "2026-04-29", "2026-05-30"] },
  { start: "2028-01-31", lastDays: ["2028-02-28", "2028-03-30"] },
  { start: "2026-11-16", lastDays: ["2026-12-15", "2027-01-15"] },
])("periods from $start end on $lastDays", ({ start, lastDays }) => {
  const ends = lastDays.map((_, index) => addDays(addMonths(start, index + 1), -1));
  expect(ends).toEqual(lastDays);
});

test("a start on the 31st comes back to the 31st from a short month", () => {
  expect(addMonths("2026-02-28", 1, 31)).toBe("2026-03-31");
  expect(addMonths("2026-03-31", -1, 31)).toBe("2026-02-28");
  expect(addMonths("2100-01-31", 1)).toBe("2100-02-28");
});

test.each([
  { term: "P1M", gives: "2028-03-29" },
  { term: "P1Y", gives: "2029-02-28" },
  { term: "P3Y", gives: "2031-02-28" },
] as const)("a $term term from a leap day ends before $gives", ({ term, gives }) => {
  expect(startTerm({ term, billing: "monthly" }, "2028-02-29").termUntil).toBe(gives);
});

test("a month is its days up to the first of the next", () => {
  expect(monthOf("2026-12-15")).toEqual({ from: "2026-12-01", until: "2027-01-01" });
});

describe("days", () => {
  test("are those of the calendar that computers keep, in ordinary years, leap years and at the turn of centuries", () => {
    const numbers = Array.from({ length: 367 }, (_, day) => day);
    for (const year of [1900, 2000, 2026, 2028, 2100, 2400])
      expect(numbers.map((day) => addDays(`${year}-01-01`, day))).toEqual(
        numbers.map((day) => new Date(Date.UTC(year, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)),
      );
  });

  test("a period holds its first day and not its last", () => {
    const period = { from: "2026-11-01", until: "2026-12-01" };
    const held = ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"].map((day) => includes(period, day));
    expect(held).toEqual([false, true, true, false]);
    expect([daysIn(period), dayOfMonth("2026-11-30")]).toEqual([30, 30]);
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 50 }), fc.integer({ min: -60, max: 60 }), (from, length, at) => {
        const until = addDays(from, length);
        expect(includes({ from, until }, addDays(from, at))).toBe(at >= 0 && at < length);
      }),
    );
  });

  test("of two days one is later and the other earlier, unless they are one", () => {
    const [first, second] = ["2026-09-30", "2026-10-01"];
    expect([laterOf(first, second), laterOf(second, first)]).toEqual([second, second]);
    expect([earlierOf(first, second), earlierOf(second, first)]).toEqual([first, first]);
    expect([laterOf(first, first), earlierOf(first, first)]).toEqual([first, first]);
  });

  test("what is no day of the calendar says so", () => {
    for (const text of ["2026-02-29", "2026-11-31", "2026-11-00", "x2026-11-01", "2026-11-011", ""])
      expect(() => startOf(text)).toThrow(`Not a calendar date: ${text}`);
    for (const text of ["2028-02-29", "2000-02-29", "2026-12-31", "2026-01-01"])
      expect(isCalendarDate(text)).toBe(true);
  });

  test("there and back", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -100_000, max: 100_000 }), (date, count) => {
        expect(addDays(addDays(date, count), -count)).toBe(date);
        expect(daysBetween(date, addDays(date, count))).toBe(count);
      }),
    );
  });

  test("months on, the day is the anchor or the month's last", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 600 }), (date, count) => {
        const later = addMonths(date, count);
        const lastOfMonth = addDays(monthOf(later).until, -1);
        expect(later.slice(8) === date.slice(8) || (later === lastOfMonth && later.slice(8) < date.slice(8))).toBe(
          true,
        );
      }),
    );
  });
});

describe("instants", () => {
  test("hours carry over days, months and years", () => {
    expect(addHours("2026-12-31T23:30:15.250Z", 168)).toBe("2027-01-07T23:30:15.250Z");
    expect(addHours("2026-03-01T00:00:00.000Z", -1)).toBe("2026-02-28T23:00:00.000Z");
  });

  test("the business day of an instant is its UTC day, however it is written", () => {
    expect(dayOf("2026-06-01T00:30:00+01:00")).toBe("2026-05-31");
    expect(dayOf("2026-06-01T00:30:00+0100")).toBe("2026-05-31");
    expect(isBefore("2026-06-01T00:30:00+01:00", "2026-05-31T23:31:00Z")).toBe(true);
  });

  test.each(["2026-06-01", "2026-06-01T10:00:00", "nonsense"])("%s is no instant", (text) => {
    expect(() => millisecondsOf(text)).toThrow(new RangeError(`Not an instant: ${text}`));
  });

  test("a day starts at its midnight, and an instant is written to the millisecond", () => {
    expect(startOf("2026-11-21")).toBe("2026-11-21T00:00:00.000Z");
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 4 * 10 ** 12 }), (milliseconds) => {
        const text = new Date(milliseconds).toISOString();
        expect(addHours(text, 0)).toBe(text);
        expect(dayOf(text)).toBe(text.slice(0, 10));
        expect(isBefore(text, addHours(text, 1))).toBe(true);
        expect(isBefore(text, text)).toBe(false);
      }),
    );
  });

  test("reading and writing agree", () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 4 * 10 ** 12 }), (milliseconds) => {
        expect(millisecondsOf(addHours("1970-01-01T00:00:00.000Z", milliseconds / 3_600_000))).toBe(milliseconds);
      }),
    );
  });
});

describe("formats", () => {
  test("a day reads DD/MM/YYYY, with its time DD/MM/YYYY HH:mm", () => {
    expect(formatDate("2026-11-05")).toBe("05/11/2026");
    expect(formatDate("2026-07-31T23:30:00.000Z")).toBe("01/08/2026");
    expect(formatDate("2026-07-31T22:59:59.999Z")).toBe("31/07/2026");
    expect(formatDate("2026-12-31T23:59:59.999Z")).toBe("31/12/2026");
    expect(formatDate("2026-07-31T03:00:00.000Z", "America/New_York")).toBe("30/07/2026");
    expect(formatDate("2026-07-31", "America/New_York")).toBe("31/07/2026");
  });

  test("dates of London are what the reader's browser would say, in winter, in summer and in the hours between", () => {
    const browser = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London" });
    for (const month of [0, 2, 6, 9]) {
      const hours = Array.from({ length: 31 * 24 }, (_, hour) => new Date(Date.UTC(2026, month, 1, hour)));
      expect(hours.map((when) => formatDate(when.toISOString()))).toEqual(hours.map((when) => browser.format(when)));
    }
    expect(formatDate("2026-07-31T23:30:00+00:00")).toBe("01/08/2026");
  });

  test.each([
    ["2026-06-30T23:30:00.000Z", "01/07/2026 00:30 (counts as 30/06/2026)", "30/06/2026"],
    ["2026-06-30T22:30:00.000Z", "30/06/2026 23:30", "30/06/2026"],
    ["2026-07-01T00:00:00.000Z", "01/07/2026 01:00", "01/07/2026"],
    ["2026-12-31T23:59:00.000Z", "31/12/2026 23:59", "31/12/2026"],
    // The clocks change on 29 March and on 25 October.
    ["2026-03-28T23:30:00.000Z", "28/03/2026 23:30", "28/03/2026"],
    ["2026-03-29T23:30:00.000Z", "30/03/2026 00:30 (counts as 29/03/2026)", "29/03/2026"],
    ["2026-10-24T23:30:00.000Z", "25/10/2026 00:30 (counts as 24/10/2026)", "24/10/2026"],
    ["2026-10-25T23:30:00.000Z", "25/10/2026 23:30", "25/10/2026"],
  ])("the moment %s says the day on which it is charged", (when, moment, day) => {
    expect([formatMoment(when), formatBusinessDay(when)]).toEqual([moment, day]);
  });

  test("the default has day, month, year, hours and minutes in London", () => {
    expect(formatDateTime("2026-11-21T14:05:00.000Z")).toBe("21/11/2026 14:05");
    expect(formatDateTime("2026-07-21T14:05:00.000Z")).toBe("21/07/2026 15:05");
    expect(formatDateTime("2026-11-21T00:00:00.000Z")).toBe("21/11/2026 00:00");
  });

  test("short dates read dd/MM/yy", () => {
    expect(formatShortDate("2026-11-21")).toBe("21/11/26");
    expect(formatShortDate("2026-03-05")).toBe("05/03/26");
  });

  test("the last day of a period is the one before its end", () => {
    expect(formatLastDay("2026-12-01")).toBe("30/11/2026");
  });

  test("months are written out, or cut to three letters, whether given as a month or a day", () => {
    const browser = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
    for (let month = 0; month < 12; month++) {
      const day = new Date(Date.UTC(2026, month, 9));
      const [text, name] = [day.toISOString().slice(0, 10), browser.format(day)];
      expect([formatMonth(text), formatMonth(text.slice(0, 7))]).toEqual([`${name} 2026`, `${name} 2026`]);
      expect(formatShortMonth(text)).toBe(`${name.slice(0, 3)} 26`);
    }
  });

  test.each([
    { why: "today", when: "2026-11-21T09:07:00.000Z", reads: "09:07" },
    { why: "this year", when: "2026-03-05T09:07:00.000Z", reads: "5 Mar" },
    { why: "the same day of another month", when: "2026-10-21T09:07:00.000Z", reads: "21 Oct" },
    { why: "earlier", when: "2024-03-05T09:07:00.000Z", reads: "5/3/24" },
    { why: "the same day last year", when: "2025-11-21T09:07:00.000Z", reads: "21/11/25" },
  ])("a friendly date of $why reads $reads", ({ when, reads }) => {
    expect(formatFriendlyDate(when, "2026-11-21T18:00:00.000Z")).toBe(reads);
  });

  test("every month is named by its three letters", () => {
    const browser = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
    for (let month = 0; month < 12; month++) {
      const when = new Date(Date.UTC(2026, month, 9, 12));
      expect(formatFriendlyDate(when.toISOString(), "2026-01-01T00:00:00.000Z", "UTC")).toBe(
        `9 ${browser.format(when)}`,
      );
    }
  });

  test("today is the reader's today", () => {
    const [when, now] = ["2026-07-20T23:10:00.000Z", "2026-07-21T08:00:00.000Z"];
    expect(formatFriendlyDate(when, now)).toBe("00:10");
    expect(formatFriendlyDate(when, now, "UTC")).toBe("20 Jul");
  });
});
