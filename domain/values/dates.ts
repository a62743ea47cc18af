/** A day as `yyyy-MM-dd`. Billing days are UTC days. Sorting as text sorts by time. */
export type CalendarDate = string;

/** An instant as ISO 8601 in UTC: `2026-11-21T14:05:00.000Z`. */
export type Instant = string;

/** The days from `from` up to, but not including, `until`. */
export type Period = { from: CalendarDate; until: CalendarDate };

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const zeroCode = "0".charCodeAt(0);
const dayLength = 86_400_000;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const lengthOf = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : monthLengths[month - 1]!);

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");
const dateOf = (year: number, month: number, day: number): CalendarDate => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;

/** Splits a date into its parts. Throws RangeError for a day that does not exist. */
function partsOf(date: CalendarDate): { year: number; month: number; day: number } {
  const isWritten = dayPattern.test(date);
  const digits = (from: number) => 10 * date.charCodeAt(from) + date.charCodeAt(from + 1) - 11 * zeroCode;
  const [year, month, day] = [100 * digits(0) + digits(2), digits(5), digits(8)];
  if (!isWritten || month < 1 || month > 12 || day < 1 || day > lengthOf(year, month))
    throw new RangeError(`Not a calendar date: ${date}`);
  return { year, month, day };
}

export function isCalendarDate(text: string): boolean {
  // Most other texts are instants; a cheap check avoids the far more expensive failure.
  if (!dayPattern.test(text)) return false;
  try {
    partsOf(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the days since 1970-01-01. */
function numberOf(date: CalendarDate): number {
  const { year, month, day } = partsOf(date);
  return Date.UTC(year, month - 1, day) / dayLength;
}

const dateOfNumber = (number: number): CalendarDate => new Date(number * dayLength).toISOString().slice(0, 10);

export const addDays = (date: CalendarDate, days: number): CalendarDate => dateOfNumber(numberOf(date) + days);
export const daysBetween = (from: CalendarDate, until: CalendarDate): number => numberOf(until) - numberOf(from);
export const daysIn = (period: Period): number => daysBetween(period.from, period.until);
export const includes = (period: Period, date: CalendarDate): boolean => period.from <= date && date < period.until;
export const dayOfMonth = (date: CalendarDate): number => partsOf(date).day;

/**
 * Returns the same day some months later. `anchorDay` is the day of the month of the original start: a start on the
 * 31st falls on the last day of shorter months and then returns to the 31st, so that its periods end on the 30th, 29th,
 * 27th (28th).
 */
export function addMonths(date: CalendarDate, months: number, anchorDay: number = dayOfMonth(date)): CalendarDate {
  const { year, month } = partsOf(date);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return dateOf(toYear, toMonth, Math.min(anchorDay, lengthOf(toYear, toMonth)));
}

export const monthOf = (date: CalendarDate): Period => {
  const { year, month } = partsOf(date);
  const from = dateOf(year, month, 1);
  return { from, until: addMonths(from, 1) };
};

export const laterOf = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);
export const earlierOf = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);

/** Instants in UTC of the days that every month has. */
const plainInstant = /^\d{4}-\d\d-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;

/** Returns the UTC day of an instant. Most are written so that they begin with it. */
export const dayOf = (instant: Instant): CalendarDate =>
  (plainInstant.test(instant) ? instant : instantOf(millisecondsOf(instant))).slice(0, 10);

const atTime = (date: CalendarDate, time: string): Instant => {
  partsOf(date);
  return `${date}T${time}Z`;
};
export const startOf = (date: CalendarDate): Instant => atTime(date, "00:00:00.000");
/** Returns the last instant of a UTC day. */
export const endOf = (date: CalendarDate): Instant => atTime(date, "23:59:59.999");

/** Returns the milliseconds since 1970. Throws RangeError for text that is not an instant with a zone. */
export function millisecondsOf(instant: Instant): number {
  const milliseconds = /T.*(Z|[+-]\d\d:?\d\d)$/.test(instant) ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new RangeError(`Not an instant: ${instant}`);
  return milliseconds;
}

function instantOf(exact: number): Instant {
  const milliseconds = Math.round(exact);
  const number = Math.floor(milliseconds / dayLength);
  const rest = milliseconds - number * dayLength;
  const [hours, minutes, seconds] = [
    Math.floor(rest / 3_600_000),
    Math.floor(rest / 60_000) % 60,
    Math.floor(rest / 1000) % 60,
  ];
  return `${dateOfNumber(number)}T${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${pad(rest % 1000, 3)}Z`;
}

export const addHours = (instant: Instant, hours: number): Instant =>
  instantOf(millisecondsOf(instant) + hours * 3_600_000);
export const isBefore = (a: Instant, b: Instant): boolean => millisecondsOf(a) < millisecondsOf(b);
