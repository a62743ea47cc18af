import type { ErrorCode } from "@tradewind/contract/errors.ts";
import { AppError } from "./app-error.ts";

type Bounds = {
  /** How many of one caller run at once; the rest is left for others. */
  each?: number;
  /** Places kept for callers who have nothing running. */
  kept?: number;
  /** How many of one caller wait; further ones are refused. */
  waiting?: number;
  /** Milliseconds to wait before being refused. */
  patience?: number;
  refusal?: ErrorCode;
};
type Caller = { running: number; waiting: (() => void)[] };

/**
 * Runs at most this many tasks at once. Others wait: next is whoever has fewest running, and of one caller's tasks the
 * one that came first.
 */
export function turns(
  most: number,
  { each = most, kept = 0, waiting: mostWaiting = Infinity, patience, refusal = "overloaded" }: Bounds = {},
) {
  const callers = new Map<string, Caller>();
  let running = 0;

  const mayStart = (caller: Caller) => caller.running < each && running + (caller.running > 0 ? kept : 0) < most;
  const start = (caller: Caller) => {
    running++;
    caller.running++;
  };
  function startNext() {
    let next: [who: string, Caller] | undefined;
    for (const [who, caller] of callers)
      if (caller.waiting.length > 0 && mayStart(caller) && caller.running < (next?.[1].running ?? each))
        next = [who, caller];
    if (!next) return;
    const [who, caller] = next;
    // Of those with as few running, the others come first the next time.
    callers.delete(who);
    callers.set(who, caller);
    start(caller);
    caller.waiting.shift()!();
  }
  const forget = (who: string, { running: own, waiting }: Caller) => {
    if (own === 0 && waiting.length === 0) callers.delete(who);
  };
  const turnOf = (who: string, caller: Caller) =>
    new Promise<void>((resolve, reject) => {
      const timer = patience && setTimeout(() => giveUp(), patience);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        caller.waiting.splice(caller.waiting.indexOf(begin), 1);
        forget(who, caller);
        reject(new AppError(refusal));
      };
      caller.waiting.push(begin);
    });

  async function inTurn<T>(who: string, work: () => Promise<T>): Promise<T> {
    const caller = callers.get(who) ?? { running: 0, waiting: [] };
    callers.set(who, caller);
    if (mayStart(caller)) start(caller);
    else if (caller.waiting.length >= mostWaiting) throw new AppError(refusal);
    else await turnOf(who, caller);
    try {
      return await work();
    } finally {
      running--;
      caller.running--;
      forget(who, caller);
      startNext();
    }
  }
  /** Counts those that wait. */
  const waiting = () => callers.values().reduce((sum, caller) => sum + caller.waiting.length, 0);
  return Object.assign(inTurn, { waiting });
}
