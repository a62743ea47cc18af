/** Counts the requests in progress, for the loader and the lock on writes. */

type Activity = { reads: number; writes: number };
let activity: Activity = { reads: 0, writes: 0 };
const listeners = new Set<() => void>();

function change(by: Activity): void {
  activity = { reads: activity.reads + by.reads, writes: activity.writes + by.writes };
  for (const listener of listeners) listener();
}

export const currentActivity = (): Activity => activity;
export function watchActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Counts a request from start to end, whether it succeeds or fails. */
export async function counted<T>(kind: keyof Activity, work: () => Promise<T>): Promise<T> {
  const one = { reads: kind === "reads" ? 1 : 0, writes: kind === "writes" ? 1 : 0 };
  change(one);
  try {
    return await work();
  } finally {
    change({ reads: -one.reads, writes: -one.writes });
  }
}
