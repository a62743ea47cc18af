/** Milliseconds until a queue is looked at again though nobody told of a job: after one ran, and at most. */
const waits = { least: 1_000, most: 16_000 };

/**
 * Looks for jobs of one queue. `send` sends an idle fetcher: one at a time, and whoever finds a job has the next sent,
 * so that as many run as there is work and none asks in vain. A job that waits for its next try is found by looking
 * again after growing waits.
 */
export function jobFetchers(send: () => void) {
  let timer: NodeJS.Timeout | undefined;

  function lookAgainAfter(wait: number): void {
    clearTimeout(timer);
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
    /** Call when a fetcher could not look. */
    failed: () => lookAgainAfter(waits.least),
    stop: () => clearTimeout(timer),
  };
}
