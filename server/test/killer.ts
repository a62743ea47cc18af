import pg from "pg";

/** The worker was killed: nothing that it sends from now on arrives, until it is started again. */
export class Killed extends Error {}

const isWorkers = (client: pg.Client) => (client as pg.Client & { user?: string }).user === "tradewind_worker";

/**
 * Kills the worker's connections of this process between two statements, as SIGKILL would: what was not committed is
 * lost, and nothing more is sent.
 */
export function armKiller() {
  const { query } = pg.Client.prototype;
  let left = Infinity;
  let isDead = false;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    if (!isWorkers(this)) return (query as (...all: unknown[]) => unknown).apply(this, given) as never;
    if (!isDead && left-- <= 0) isDead = true;
    if (!isDead) return (query as (...all: unknown[]) => unknown).apply(this, given) as never;
    (this as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    const told = given.at(-1);
    if (typeof told !== "function") return Promise.reject(new Killed()) as never;
    told(new Killed());
    return undefined as never;
  };
  return {
    /** Lets the worker send so many more statements. */
    after: (statements: number) => void (left = statements),
    isDead: () => isDead,
    /** Starts the worker again. */
    revive: () => void ([isDead, left] = [false, Infinity]),
    disarm: () => void (pg.Client.prototype.query = query),
  };
}
