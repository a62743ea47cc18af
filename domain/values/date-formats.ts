import { addDays, dayOf, isCalendarDate, millisecondsOf, startOf, type CalendarDate, type Instant } from "./dates.ts";

export const londonTime = "Europe/London";

/** Caches a formatter per zone, since creating one costs far more than formatting. */
const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

const fields = (when: Instant | CalendarDate, zone: string) => {
  // A calendar date has no time of day, so a time zone must not shift it.
  const [instant, timeZone] = isCalendarDate(when) ? [startOf(when), "UTC"] : [when, zone];
  const parts = formatterOf(timeZone).formatToParts(millisecondsOf(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    time: `${part("hour")}:${part("minute")}`,
  };
};

/** Returns the date in London without a formatter; undefined in the hour that depends on summer time. */
function londonDate(when: Instant): CalendarDate | undefined {
  // London is at UTC or an hour ahead, so both have the same date until 23:00 UTC.
  return /^\d{4}-\d\d-\d\dT([01]\d|2[0-2]):.*Z$/.test(when) ? when.slice(0, 10) : undefined;
}

/** `21/11/2026` (LIM-05). */
export function formatDate(when: Instant | CalendarDate, zone: string = londonTime): string {
  // Creating the first formatter takes longer than drawing a list.
  const date = isCalendarDate(when) ? when : zone === londonTime ? londonDate(when) : undefined;
  if (date) return date.split("-").toReversed().join("/");
  const { year, month, day } = fields(when, zone);
  return `${day}/${month}/${year}`;
}

/** The last day of a period whose `until` is the first day after it: `30/11/2026`. */
export const formatLastDay = (until: CalendarDate): string => formatDate(addDays(until, -1));

/** `21/11/2026 14:05`, the default on screens (LIM-06). */
export function formatDateTime(when: Instant, zone: string = londonTime): string {
  const { year, month, day, time } = fields(when, zone);
  return `${day}/${month}/${year} ${time}`;
}

/** The day on which a moment counts in the books, as charges, terms and invoices have it. */
export const formatBusinessDay = (when: Instant): string => formatDate(dayOf(when));

/**
 * A moment from which money or a term counts: in London's time and, in the hour of a summer night in which London is a day
 * ahead of the books, with their day: `01/07/2026 00:36 (counts as 30/06/2026)`.
 */
export function formatMoment(when: Instant): string {
  const [shown, counts] = [formatDateTime(when), formatBusinessDay(when)];
  return shown.startsWith(counts) ? shown : `${shown} (counts as ${counts})`;
}

/** `21/11/26`, as lists of orders show dates (ORD-51). */
export function formatShortDate(when: Instant | CalendarDate, zone: string = londonTime): string {
  const { year, month, day } = fields(when, zone);
  return `${day}/${month}/${year.slice(-2)}`;
}

const monthNames = "January February March April May June July August September October November December".split(" ");
const monthNameOf = (month: string): string => monthNames[Number(month) - 1]!;

/** Formats `2026-11`, or a day in it, as `November 2026`. */
export const formatMonth = (month: string): string => `${monthNameOf(month.slice(5, 7))} ${month.slice(0, 4)}`;

/** Formats `2026-11`, or a day in it, as `Nov 26`, for the axes of charts. */
export const formatShortMonth = (month: string): string =>
  `${monthNameOf(month.slice(5, 7)).slice(0, 3)} ${month.slice(2, 4)}`;

/** Formats today as the time, this year as day and month (`21 Nov`), otherwise as `5/3/24` (LIM-08). */
export function formatFriendlyDate(when: Instant, now: Instant, zone: string = londonTime): string {
  const [then, present] = [fields(when, zone), fields(now, zone)];
  if (then.year === present.year && then.month === present.month && then.day === present.day) return then.time;
  if (then.year === present.year) return `${Number(then.day)} ${monthNameOf(then.month).slice(0, 3)}`;
  return `${Number(then.day)}/${Number(then.month)}/${then.year.slice(-2)}`;
}
