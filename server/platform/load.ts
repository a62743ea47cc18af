import { performance } from "node:perf_hooks";

/** Milliseconds between two looks at how late the event loop is. */
const tick = 100;
/** Calls under way that anybody may have, however busy the process is. */
const always = 4;

/**
 * Knows whose calls are under way. While the process cannot keep up, refuses more of them to whoever has more than a
 * fair share, so that one noisy reseller is refused and the quiet ones are not.
 */
export function loadOf(mostDelay: number, say: (isOverloaded: boolean) => void) {
  const running = new Map<string, number>();
  let total = 0;
  let delay = 0;
  let isOverloaded = mostDelay === 0;
  let due = performance.now() + tick;
  const timer = setInterval(() => {
    const now = performance.now();
    delay = 0.7 * delay + 0.3 * Math.max(0, now - due);
    due = now + tick;
    if (delay >= mostDelay === isOverloaded) return;
    isOverloaded = !isOverloaded;
    say(isOverloaded);
  }, tick).unref();

  return {
    /** Counts a call of `who` as under way; false if it is refused. */
    enter(who: string): boolean {
      const own = running.get(who) ?? 0;
      // Who is alone still leaves room for another.
      const share = total / Math.max(2, running.size);
      if (isOverloaded && own >= Math.max(always, share)) return false;
      running.set(who, own + 1);
      total++;
      return true;
    },
    leave(who: string) {
      const own = running.get(who)! - 1;
      if (own === 0) running.delete(who);
      else running.set(who, own);
      total--;
    },
    stop: () => clearInterval(timer),
  };
}
