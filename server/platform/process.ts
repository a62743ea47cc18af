/** Milliseconds allowed for stopping after SIGTERM. */
const mostStopping = 9_500;

/**
 * Runs a process until SIGTERM or SIGINT, then stops it cleanly. `start` returns the function that stops it. A failed
 * start logs the reason in one line and exits 1.
 */
export async function runUntilTold(start: () => Promise<() => Promise<void>>): Promise<void> {
  // What a request left behind when it was refused ends no process that serves others: its transaction is over.
  process.on("unhandledRejection", (error) => {
    const err = error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
    process.stderr.write(
      `${JSON.stringify({ level: 50, time: Date.now(), msg: "Nobody waited for a failure", err })}\n`,
    );
  });
  let stop: () => Promise<void>;
  try {
    stop = await start();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), mostStopping).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/**
 * Does the work at once and again `pause` milliseconds after each end, until stopped. Stopping signals to the work and
 * waits for its end.
 */
export function repeat(pause: number, work: (stopping: AbortSignal) => Promise<void>) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void>;
  const run = () => {
    running = work(stopping.signal).then(() => {
      if (!stopping.signal.aborted) timer = setTimeout(run, pause);
    });
  };
  run();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
