import { Worker } from "node:worker_threads";
import type { ErrorCode } from "@tradewind/contract/errors.ts";
import { AppError } from "./app-error.ts";
import { turns } from "./turns.ts";

export type ThreadTask = { name: string; given: unknown[] };
type Answer = { bytes: Uint8Array } | { error: Error } | { refusal: { code: ErrorCode; message: string } };

/** Milliseconds after which work is given up, and an idle thread ends. */
const limits = { work: 60_000, idle: 60_000 };
const most = { maxOldGenerationSizeMb: 256 };

/** Runs functions in threads that begin with `script`. */
export function threadsOf(script: URL) {
  /** Two threads, of which one reseller has one: others never wait for all of its work. */
  const inTurn = turns(2, { each: 1, waiting: 5, patience: 20_000 });
  /** Idle threads, and the timers that end them. */
  const idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];

  function takeThread(): Worker {
    const waiting = idle.pop();
    if (waiting) {
      clearTimeout(waiting.timer);
      return waiting.thread;
    }
    const thread = new Worker(script, { resourceLimits: most });
    // A thread never keeps the process.
    thread.unref();
    return thread;
  }

  function giveBack(thread: Worker) {
    // Only these: the library keeps listeners of its own.
    for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
    const timer = setTimeout(() => void thread.terminate(), limits.idle).unref();
    const waiting = { thread, timer };
    idle.push(waiting);
    thread.once("exit", () => idle.includes(waiting) && idle.splice(idle.indexOf(waiting), 1));
  }

  return <Given extends unknown[]>(
    who: string,
    work: (...given: Given) => Promise<Uint8Array>,
    ...given: Given
  ): Promise<Buffer> =>
    inTurn(who, async () => {
      const thread = takeThread();
      let timer: NodeJS.Timeout | undefined;
      try {
        const bytes = await new Promise<Uint8Array>((resolve, reject) => {
          timer = setTimeout(() => reject(new Error("The work of a thread took too long")), limits.work);
          thread.once("error", reject).once("exit", () => reject(new Error("The thread ended")));
          thread.once("message", (answer: Answer) =>
            "error" in answer
              ? reject(answer.error)
              : "refusal" in answer
                ? reject(new AppError(answer.refusal.code, { message: answer.refusal.message }))
                : resolve(answer.bytes),
          );
          const task: ThreadTask = { name: work.name, given };
          thread.postMessage(task);
        });
        giveBack(thread);
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        void thread.terminate();
        throw error;
      } finally {
        clearTimeout(timer);
      }
    });
}

/**
 * Runs one of the functions that `server/thread.ts` names in another thread, for work that would hold up everybody on
 * this one, such as drawing a long document. What it takes is copied.
 */
export const inThread = threadsOf(new URL("../thread.ts", import.meta.url));
