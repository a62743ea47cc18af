/** Dates of a term. All in UTC; the day a term starts on decides the days of all that follow. */
const day = 24 * 60 * 60 * 1000;
const monthsOf: Record<string, number> = { P1M: 1, P1Y: 12, P3Y: 36 };

/** Days after a purchase, renewal or added seat in which it may be given back. */
export const refundDays = 7;

/** Midnight of the day a number of months after `start`; the last day of the month where that day does not exist. */
export function addMonths(start: number, months: number, anchorDay: number): number {
  const from = new Date(start);
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(from.getUTCFullYear(), month, Math.min(anchorDay, lastDay));
}

/** The midnight at which the next term begins: the day after the inclusive `commitmentEndDate`. */
export const nextTermStart = (start: number, term: string, anchorDay: number): number =>
  addMonths(start, monthsOf[term] ?? 1, anchorDay);

export const inclusiveEnd = (nextStart: number): string => withoutFraction(nextStart - day);

/** 23:59 of the last day on which something may be given back, as the official samples show it. */
export function refundableUntil(from: number): number {
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + refundDays, 23, 59);
}

export const withoutFraction = (instant: number): string => new Date(instant).toISOString().replace(".000Z", "Z");
