/** Days are `yyyy-MM-dd`, as calls send them; people read and type `dd/mm/yyyy`. */
const isDay = /^(\d{4})-(\d{2})-(\d{2})$/;
const typedDay = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{2}|\d{4})$/;
const typedDigits = /^(\d{2})(\d{2})(\d{4})$/;

/** Parses a typed day: `3/5/26`, `03.05.2026`, `03052026` or `2026-05-03`. Undefined if there is no such day. */
export function parseDay(text: string): string | undefined {
  const trimmed = text.trim();
  const [, year = "", month = "", day = ""] =
    isDay.exec(trimmed) ??
    (([whole, d, m, y]) => [whole, y, m, d])(typedDay.exec(trimmed) ?? typedDigits.exec(trimmed) ?? []);
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${full}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(full) ? full : undefined;
}

/** Formats a day as `21/11/2026`; anything else stays as typed. */
export const dayText = (value: string): string => value.replace(isDay, "$3/$2/$1");

/** Returns the error in a value, if it is not empty. Both limits are allowed days. */
export function dayFault(value: string, min?: string, max?: string): string | undefined {
  if (value === "") return undefined;
  if (!isDay.test(value)) return "Must be a date such as 21/11/2026";
  if (min && value < min) return `Must be ${dayText(min)} or later`;
  if (max && value > max) return `Must be ${dayText(max)} or earlier`;
  return undefined;
}

/** Returns noon of the day in the reader's time zone, so that daylight saving does not move it to another day. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00`);

export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
