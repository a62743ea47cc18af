import type { Fault } from "./fault.ts";

/** Tolerated faults: the number for each rule, by key. */
export type Exceptions = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Returns the faults that no exception covers, and exceptions larger than needed: the list can only shrink. */
export function beyond(faults: readonly Fault[], exceptions: Exceptions): Fault[] {
  const groups = Map.groupBy(faults, ({ rule, key }) => JSON.stringify([rule, key]));
  const unexpected = [...groups.values()].flatMap((same) =>
    same.length > (exceptions[same[0]!.rule]?.[same[0]!.key] ?? 0) ? same : [],
  );
  const stale = Object.entries(exceptions).flatMap(([rule, keys]) =>
    Object.entries(keys).flatMap(([key, count]) => {
      const found = groups.get(JSON.stringify([rule, key]))?.length ?? 0;
      if (found >= count) return [];
      const instead = `${rule}: "${key}" is down to ${found}. ${found === 0 ? "Strike it out." : "Lower its number."}`;
      return [{ rule, key, place: "tools/checks/exceptions.data.ts", instead }];
    }),
  );
  return [...unexpected, ...stale];
}
