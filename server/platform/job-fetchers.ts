/** Milliseconds until a queue is looked at again though nobody told of a job: after one ran, and at most. */
const waits = { least: 1_000, most: 16_000 };

/**
 * Looks for jobs of one queue. `send` sends an idle fetcher: one at a time, and whoever finds a job has the next sent,
 * so that as many run as there is work and none asks in vain. A job of which is known when it is due is looked for then,
 * any other that waits by looking again after growing waits.
 */
export function jobFetchers(send: () => void) {
  let timer: NodeJS.Timeout | undefined;
  /** By the second in which a job is due, for those that are within the minute. */
  const due = new Map<number, NodeJS.Timeout>();

  let stopped = false;

  function lookAgainAfter(wait: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      send();
      lookAgainAfter(Math.min(wait * 2, waits.most));
    }, wait);
  }

  return {
    look: send,
    /** Call when a fetcher has found a job. */
    found() {
      send();
      lookAgainAfter(waits.least);
    },
    /** Call when it is known that a job is due in so many seconds. */
    dueIn(seconds: number) {
      const at = Math.ceil(performance.now() / 1_000) + seconds;
      // Later ones are found by looking again; and a timer cannot wait for weeks.
      if (stopped || seconds > 60 || due.has(at)) return;
      const look = () => {
        due.delete(at);
        send();
      };
      due.set(at, setTimeout(look, at * 1_000 - performance.now()).unref());
    },
    /** Call when the first fetcher has begun to look. */
    begun: () => lookAgainAfter(waits.most),
    /** Call when a fetcher could not look. */
    failed: () => lookAgainAfter(waits.least),
    stop() {
      stopped = true;
      clearTimeout(timer);
      for (const each of due.values()) clearTimeout(each);
    },
  };
}
