import { expect, test } from "vitest";
import { addDays } from "../values/dates.ts";
import { forecastMonth } from "./month-forecast.ts";

const days = (from: string, amounts: readonly number[]) =>
  amounts.map((amount, at) => ({ day: addDays(from, at), amount: BigInt(amount) }));

test("days to come cost what the same days of the week did, within what those differed", () => {
  // Monday the first to Sunday the fourteenth of February 2027.
  const known = days("2027-02-01", [10, 10, 10, 10, 10, 2, 2, 20, 10, 10, 10, 10, 2, 2]);
  expect(forecastMonth(known, "2027-02-14")).toEqual({
    amount: 118n + 2n * (15n + 40n + 4n),
    low: 118n + 108n,
    high: 118n + 128n,
  });
});

test("what is known of the whole month is no estimate", () => {
  const known = days("2027-02-01", Array<number>(28).fill(5));
  expect(forecastMonth(known, "2027-02-28")).toEqual({ amount: 140n, low: 140n, high: 140n });
});

test("the month after is as the same days of the week before it, and a month that is over is what was spent", () => {
  const known = days("2027-02-01", [10, 10, 10, 10, 10, 2, 2, 20, 10, 10, 10, 10, 2, 2]);
  const march = { from: "2027-03-01", until: "2027-04-01" };
  expect(forecastMonth(known, "2027-02-14", march)?.amount).toBe(5n * 15n + 18n * 10n + 8n * 2n);
  expect(
    forecastMonth(days("2027-02-10", [5, 5, 5]), "2027-03-02", { from: "2027-02-01", until: "2027-03-01" }),
  ).toEqual({
    amount: 15n,
    low: 15n,
    high: 15n,
  });
});

test.each(["2027-02-19", "2027-02-20", "2027-02-21", "2027-02-22", "2027-02-25"])(
  "what is off at weekends costs nothing then, whatever day is the last that is known: %s",
  (until) => {
    const known = days("2027-02-01", Array<number>(28).fill(10)).filter(
      ({ day }) => day <= until && ![0, 6].includes(new Date(day).getUTCDay()),
    );
    const march = { from: "2027-03-01", until: "2027-04-01" };
    expect(forecastMonth(known, until)).toEqual({ amount: 200n, low: 200n, high: 200n });
    expect(forecastMonth(known, until, march)?.amount).toBe(230n);
  },
);

test("less than a week tells nothing", () => {
  expect(forecastMonth(days("2027-02-10", [5, 5, 5]), "2027-02-12")).toBeUndefined();
});
