import { londonTime } from "@tradewind/domain/values/date-formats.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const instantFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: londonTime,
});
const instantDayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: londonTime,
});

/** Formats `2026-11-21` as `21 Nov 2026`. */
export const longDay = (day: string): string => dayFormat.format(Date.parse(`${day}T00:00:00Z`)).replace("Sept", "Sep");

/** Formats an instant as `21 Nov 2026`, by the calendar in London. */
export const longDayOf = (instant: string): string =>
  instantDayFormat.format(Date.parse(instant)).replace("Sept", "Sep");

/** Formats an instant as `21 Nov 2026 14:05`, in London's time. */
export const longInstant = (instant: string): string =>
  instantFormat.format(Date.parse(instant)).replace(",", "").replace("Sept", "Sep");

/** Formats the last day of a period whose `until` is the first day after it: `20 Dec 2026`. */
export const longLastDay = (until: string): string =>
  dayFormat.format(Date.parse(`${until}T00:00:00Z`) - 86_400_000).replace("Sept", "Sep");

/** Formats the time left as `6 days left`, `5 hours left` or `12 minutes left`; undefined once it is past. */
export function timeLeft(until: string, now: number): string | undefined {
  const minutes = Math.floor((Date.parse(until) - now) / 60_000);
  if (Number.isNaN(minutes) || minutes < 0) return undefined;
  const [count, unit] =
    minutes >= 2880
      ? [Math.floor(minutes / 1440), "day"]
      : minutes >= 120
        ? [Math.floor(minutes / 60), "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"} left`;
}
