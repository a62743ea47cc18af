/** Counts the requests in progress, for the loader and the lock on writes. */

/** Milliseconds after which a request counts as slow. */
export const slowAfter = 400;

type Activity = { writes: number; slow: number };
let activity: Activity = { writes: 0, slow: 0 };
const listeners = new Set<() => void>();

function change(by: Partial<Activity>): void {
  activity = { writes: activity.writes + (by.writes ?? 0), slow: activity.slow + (by.slow ?? 0) };
  for (const listener of listeners) listener();
}

export const currentActivity = (): Activity => activity;
export function watchActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Counts a request from start to end, whether it succeeds or fails. */
export async function counted<T>(kind: "reads" | "writes", work: () => Promise<T>): Promise<T> {
  const writes = kind === "writes" ? 1 : 0;
  let slow = 0;
  // Each request has its own time, so that many short ones one after another are not one long one.
  const timer = setTimeout(() => change({ slow: (slow = 1) }), slowAfter);
  if (writes) change({ writes });
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    change({ writes: -writes, slow: -slow });
  }
}
