/** Days on which banks move money: of Bacs those of England and Wales, of SEPA those of TARGET. */
import { addDays, type CalendarDate } from "../values/dates.ts";
import { bankHolidays } from "./bank-holidays.data.ts";
import type { Scheme } from "./direct-debits.ts";

const holidays: ReadonlySet<CalendarDate> = new Set(bankHolidays);
const isWeekend = (day: CalendarDate): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Returns Easter Sunday (the anonymous Gregorian computus). */
export function easterOf(year: number): CalendarDate {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${year}-${pad(Math.floor(day / 31))}-${pad((day % 31) + 1)}`;
}

function isTargetHoliday(day: CalendarDate): boolean {
  if (["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))) return true;
  const easter = easterOf(Number(day.slice(0, 4)));
  return day === addDays(easter, -2) || day === addDays(easter, 1);
}

export const isWorkingDay = (scheme: Scheme, day: CalendarDate): boolean =>
  !isWeekend(day) && !(scheme === "bacs" ? holidays.has(day) : isTargetHoliday(day));

/** Returns the day itself, or the first working day after it. */
export function workingDayFrom(scheme: Scheme, day: CalendarDate): CalendarDate {
  let found = day;
  while (!isWorkingDay(scheme, found)) found = addDays(found, 1);
  return found;
}

/** Returns the day that is so many working days after a day, or before it where there are fewer than none. */
export function addWorkingDays(scheme: Scheme, day: CalendarDate, count: number): CalendarDate {
  const step = count < 0 ? -1 : 1;
  let found = day;
  for (let left = Math.abs(count); left > 0;) {
    found = addDays(found, step);
    if (isWorkingDay(scheme, found)) left -= 1;
  }
  return found;
}
