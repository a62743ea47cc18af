import { addDays, type CalendarDate } from "../values/dates.ts";

/** What makes lines of single days one charge, and the day of each; undefined for a line that stands for itself. */
export type DayOf = { of: string; from: CalendarDate; until: CalendarDate } | undefined;

/**
 * Joins lines of one day each that follow one another and are of the same charge, as of a term that goes on by the day.
 * Each group has the place of its first line; whatever stands for itself is a group of one.
 */
export function joinDays<Line>(lines: readonly Line[], dayOf: (line: Line) => DayOf): Line[][] {
  const groups: Line[][] = [];
  const open = new Map<string, { group: Line[]; until: CalendarDate }[]>();
  for (const line of lines) {
    const day = dayOf(line);
    if (!day || addDays(day.from, 1) !== day.until) {
      groups.push([line]);
      continue;
    }
    const chains = open.get(day.of) ?? [];
    const chain = chains.find((each) => each.until === day.from);
    if (chain) {
      chain.group.push(line);
      chain.until = day.until;
    } else {
      const group = [line];
      groups.push(group);
      open.set(day.of, [...chains, { group, until: day.until }]);
    }
  }
  return groups;
}
