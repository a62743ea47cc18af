import { parentPort } from "node:worker_threads";
import { AppError } from "./app-error.ts";
import type { ThreadTask } from "./threads.ts";

/** Makes the current thread one of `threads.ts`, which calls these functions and posts what they return. */
export function answerTasks(works: Record<string, (...given: never[]) => Promise<Uint8Array>>): void {
  parentPort!.on("message", ({ name, given }: ThreadTask) => {
    works[name]!(...(given as never[])).then(
      (bytes) => parentPort!.postMessage({ bytes }),
      // A copy of an error is no refusal any more.
      (error: unknown) =>
        parentPort!.postMessage(
          error instanceof AppError ? { refusal: { code: error.code, message: error.message } } : { error },
        ),
    );
  });
}
