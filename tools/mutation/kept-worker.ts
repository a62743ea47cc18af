import { ForksPoolWorker, type PoolWorker, type WorkerRequest } from "vitest/node";

type Listener = (message: unknown) => void;

/** Vitest's pool with one process that outlives a run: the next mutant finds the server loaded. */
export function keptPool() {
  let kept: ForksPoolWorker | undefined;
  const retire = async () => {
    const retired = kept;
    kept = undefined;
    await retired?.stop();
  };

  function createPoolWorker(options: ConstructorParameters<typeof ForksPoolWorker>[0]): PoolWorker {
    const listeners: [string, Listener][] = [];
    return {
      name: "kept",
      cacheFs: true,
      async start() {
        if (kept) return;
        const started = new ForksPoolWorker(options);
        await started.start();
        started.on("exit", () => {
          if (kept === started) kept = undefined;
        });
        kept = started;
      },
      send(message: WorkerRequest) {
        if (message.type !== "stop") kept!.send(message);
        else
          for (const [event, listener] of listeners)
            if (event === "message") listener({ type: "stopped", __vitest_worker_response__: true });
      },
      async stop() {
        for (const [event, listener] of listeners) kept?.off(event, listener);
      },
      on(event, listener) {
        listeners.push([event, listener]);
        kept!.on(event, listener);
      },
      off(event, listener) {
        kept?.off(event, listener);
      },
      deserialize: (message) => message,
    };
  }

  return {
    config: { pool: "kept", poolRunner: { name: "kept", createPoolWorker } },
    isWarm: () => kept !== undefined,
    retire,
  };
}
