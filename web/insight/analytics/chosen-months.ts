import { mostMonths, reports, type Report } from "@tradewind/contract/insight/analytics.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { monthsBetween, stretchOf } from "@tradewind/domain/insight/analytics.ts";
import type { Months } from "./analytics.queries.ts";
import { isMoney } from "./report-words.ts";

type Asked = { Report?: string | undefined; From?: string | undefined; To?: string | undefined };

/** The named ranges: numbers of months, including the current one. */
export const lengths = [3, 6, 12, 24] as const;

const monthText = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** Returns the range in the address if it is valid, otherwise the last twelve months. */
export function monthsOf({ From: from, To: to }: Asked, today: string): Months {
  const [From, To] = [from, to].map((text) => (text && monthText.test(text) ? text : undefined));
  const asked = stretchOf({ From, To }, today, mostMonths);
  const decided = asked.ok ? asked : stretchOf({}, today, mostMonths);
  if (!decided.ok) throw new RangeError("The default period is always possible");
  const { from: first, until } = decided.stretch;
  return { From: first.slice(0, 7), To: addMonths(until, -1).slice(0, 7) };
}

/** Returns the range of that many months that ends with the current one. */
export const lastMonths = (length: number, today: string): Months => ({
  From: addMonths(`${today.slice(0, 7)}-01`, 1 - length).slice(0, 7),
  To: today.slice(0, 7),
});

/** Counts the months in a range. */
export const lengthOf = ({ From, To }: Months): number => monthsBetween(`${From}-01`, addMonths(`${To}-01`, 1)).length;

/** Returns which of the named ranges it is; undefined for a custom one. */
export const namedLength = (months: Months, today: string): number | undefined =>
  lengths.find((length) => {
    const { From, To } = lastMonths(length, today);
    return From === months.From && To === months.To;
  });

/** Lists every month that can be chosen, the latest first. */
export const monthChoices = (today: string): string[] =>
  monthsBetween(addMonths(`${today.slice(0, 7)}-01`, 1 - 2 * mostMonths), addMonths(`${today.slice(0, 7)}-01`, 1))
    .map((day) => day.slice(0, 7))
    .toReversed();

export const reportOf = ({ Report }: Asked, prices: boolean): Report => {
  const open = reportsFor(prices);
  return open.find((each) => each === Report) ?? open[0]!;
};

/** Returns the available reports. If prices are hidden, amounts and the report about them are left out. */
export const reportsFor = (prices: boolean): readonly Report[] =>
  prices ? reports : reports.filter((each) => !isMoney(each));
