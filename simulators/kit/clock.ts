/** The clock shared by all simulators: real time plus an offset. Moving it first runs the due work in order of time. */
import type { Store } from "./store.ts";

/** Work that happens by itself at a certain time. */
export type DueWork = { nextDue(): number | undefined; runDue(): void };

export type Clock = {
  /** Milliseconds since 1970 in simulated time. */
  now(): number;
  offsetMs(): number;
  register(work: DueWork): void;
  /** Runs work that is due and schedules the next wake-up. */
  settle(): void;
  advance(milliseconds: number): void;
  moveTo(instant: number): void;
  setOffset(milliseconds: number): void;
  stop(): void;
};

const longestTimeout = 2 ** 31 - 1;

export function createClock(store: Store, initialOffsetMs?: number): Clock {
  const settings = store.collection<{ offsetMs: number }>("clock");
  const works: DueWork[] = [];
  let offset = initialOffsetMs ?? settings.get("")?.offsetMs ?? 0;
  let frozenAt: number | undefined;
  let wakeUp: NodeJS.Timeout | undefined;
  keepOffset();

  const now = () => frozenAt ?? Date.now() + offset;

  function keepOffset() {
    settings.put("", { offsetMs: offset });
    store.commit();
  }

  function earliest() {
    let found: { at: number; work: DueWork } | undefined;
    for (const work of works) {
      const at = work.nextDue();
      if (at !== undefined && (!found || at < found.at)) found = { at, work };
    }
    return found;
  }

  function runUntil(end: number) {
    try {
      for (let next = earliest(); next && next.at <= end; next = earliest()) {
        frozenAt = next.at;
        next.work.runDue();
      }
    } finally {
      frozenAt = undefined;
    }
  }

  function settle() {
    if (frozenAt !== undefined) return;
    runUntil(now());
    clearTimeout(wakeUp);
    const next = earliest();
    if (next) wakeUp = setTimeout(settle, Math.min(Math.max(next.at - now(), 1), longestTimeout)).unref();
  }

  function moveTo(instant: number) {
    runUntil(instant);
    offset = instant - Date.now();
    keepOffset();
    settle();
  }

  return {
    now,
    offsetMs: () => offset,
    register: (work) => void works.push(work),
    settle,
    advance: (milliseconds) => moveTo(now() + milliseconds),
    moveTo,
    setOffset(milliseconds) {
      runUntil(Date.now() + milliseconds);
      offset = milliseconds;
      keepOffset();
      settle();
    },
    stop: () => clearTimeout(wakeUp),
  };
}
