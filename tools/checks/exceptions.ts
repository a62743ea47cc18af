import type { Fault } from "./fault.ts";

/** Faults that stand for now: how many of a rule, by their key. */
export type Exceptions = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What the exceptions do not cover, and every exception that covers more than there is: the list only ever shrinks. */
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
