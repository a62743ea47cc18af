import type { DueWork } from "./clock.ts";
import type { Store } from "./store.ts";

type Timer = { id: string; at: number; kind: string; ref: string };

export type Timers = DueWork & {
  /** Sets the one timer of a kind and ref; setting it again moves it. */
  set(at: number, kind: string, ref: string): void;
  clear(kind: string, ref: string): void;
};

/** Stores timers, so that they still fire after a restart. */
export function createTimers(store: Store, fire: Record<string, (ref: string) => void>): Timers {
  const timers = store.collection<Timer>("timers");
  let sorted: Timer[] | undefined;
  let sortedAfter = store.resets();

  function queue() {
    if (sortedAfter !== store.resets()) sorted = undefined;
    sortedAfter = store.resets();
    sorted ??= timers.values().sort((a, b) => a.at - b.at || a.id.localeCompare(b.id));
    return sorted;
  }

  return {
    set(at, kind, ref) {
      const id = `${kind}:${ref}`;
      timers.put(id, { id, at, kind, ref });
      sorted = undefined;
    },
    clear(kind, ref) {
      timers.remove(`${kind}:${ref}`);
      sorted = undefined;
    },
    nextDue: () => queue()[0]?.at,
    runDue() {
      const timer = queue()[0];
      if (!timer) return;
      timers.remove(timer.id);
      sorted = undefined;
      fire[timer.kind]?.(timer.ref);
      store.commit();
    },
  };
}
