/** Dates of a term, all in UTC; the day of the first term's start decides the days of all later ones. */
const day = 24 * 60 * 60 * 1000;
const monthsOf: Record<string, number> = { P1M: 1, P1Y: 12, P3Y: 36 };

/** Days after a purchase, renewal or added seat in which it can be given back. */
export const refundDays = 7;

/** Returns midnight of the day some months after `start`, or of the month's last day if it has no such day. */
export function addMonths(start: number, months: number, anchorDay: number): number {
  const from = new Date(start);
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(from.getUTCFullYear(), month, Math.min(anchorDay, lastDay));
}

/** Returns the midnight at which the next term begins: the day after the inclusive `commitmentEndDate`. */
export const nextTermStart = (start: number, term: string, anchorDay: number): number =>
  addMonths(start, monthsOf[term] ?? 1, anchorDay);

/** Returns the midnight after the last day of a term that ends early. */
export const dayAfter = (lastDay: string): number => Date.parse(`${lastDay.slice(0, 10)}T00:00:00Z`) + day;

export const inclusiveEnd = (nextStart: number): string => withoutFraction(nextStart - day);

/** Returns 23:59 of the last day for giving something back, as in the official samples. */
export function refundableUntil(from: number): number {
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + refundDays, 23, 59);
}

/** Terms that end after this turn into extended service if their renewal is off and nobody cancelled them. */
export const extendsAfter = Date.UTC(2026, 4, 5);

export const withoutFraction = (instant: number): string => new Date(instant).toISOString().replace(".000Z", "Z");
