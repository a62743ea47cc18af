import type { RetentionClass } from "./retention.store.ts";

/** Says how long a class is kept. */
export const keptWords = (each: RetentionClass): string =>
  "time" in each ? `${inYears(each.time)} after ${each.after}` : each.kept;

/** Puts whole years, of two and more, before their days: `3 years (1,095 days)`. */
function inYears(time: string): string {
  const days = Number(/^(\d+) days$/.exec(time)?.[1]);
  const years = Math.round(days / 365.25);
  const written = time.replace(/^(\d)(?=\d{3} )/, "$1,");
  return years > 1 && Math.abs(days - years * 365.25) <= years ? `${years} years (${written})` : written;
}
