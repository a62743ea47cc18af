/** Bacs' calendar: working days of England and Wales, and the cut-off after which a day counts as the next. */
import { bankHolidays } from "./bank-holidays.data.ts";

const dayMs = 86_400_000;
const cutOffHour = 16;
const london = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/London", dateStyle: "short", timeStyle: "medium" });

const isWorkingDay = (day: string): boolean =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !bankHolidays.includes(day);
const next = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

/** Returns the day that is so many working days after a day, which is moved to a working day first. */
export function workingDaysAfter(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0 || !isWorkingDay(found); found = next(found)) if (isWorkingDay(found)) left -= 1;
  return found;
}

/** Returns the working day that is so many before a working day. */
export function workingDaysBefore(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0;) {
    found = new Date(Date.parse(found) - dayMs).toISOString().slice(0, 10);
    if (isWorkingDay(found)) left -= 1;
  }
  return found;
}

/** Returns the working day on which what is sent at an instant is handed to the banks. */
export function bankDay(instant: number): string {
  const [day, time] = london.format(instant).split(" ") as [string, string];
  return workingDaysAfter(Number(time.slice(0, 2)) >= cutOffHour ? next(day) : day, 0);
}

/** Returns the instant of a full hour in London. */
export function hourOn(day: string, hour: number): number {
  const guess = Date.parse(`${day}T${String(hour).padStart(2, "0")}:00:00Z`);
  return guess - (Date.parse(`${london.format(guess).replace(" ", "T")}Z`) - guess);
}
