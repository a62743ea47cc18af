import { AsyncLocalStorage } from "node:async_hooks";

/** How often a vendor lets itself be asked, in requests. */
export type Pace = {
  /** A minute, about everything together, and about one tenant. */
  aMinute: number;
  aMinuteOfTenant?: number;
  /** At most so many take a round of an order and each line of it, a look at one subscription, at a tenant, at an invitation, at a transfer, the use of a subscription, a report. */
  order: number;
  line: number;
  subscription: number;
  tenant: number;
  invitation: number;
  /** Absent if it transfers nothing. */
  transfer?: number;
  /** Absent if it measures nothing. */
  usage?: number;
  report?: number;
};

const counted = new AsyncLocalStorage<{ calls: number }>();

/** Does work and says how many calls it made, however it ends. */
export async function countCalls<T>(work: () => Promise<T>, tell: (calls: number) => void): Promise<T> {
  const count = { calls: 0 };
  try {
    return await counted.run(count, work);
  } finally {
    tell(count.calls);
  }
}

/** Counts one call of the work at hand. */
export function countCall(): void {
  const count = counted.getStore();
  if (count) count.calls += 1;
}
