import pg from "pg";

/** Tells whether an error is a violation of the unique index or constraint `name`. */
export const brokeUnique = (error: unknown, name: string) =>
  error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === name;

/** Tells whether the database rolled back a transaction because of a deadlock. */
const deadlocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === "40P01";

/**
 * Retries after a deadlock, which the database resolves by rolling back one transaction; the retry usually succeeds.
 */
export async function outOfDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 2; left > 0; left--)
    try {
      return await work();
    } catch (error) {
      if (!deadlocked(error)) throw error;
    }
  return work();
}

/**
 * Tells whether the database refused a malformed value: text that is no uuid, a number out of range, a lone surrogate, a zero
 * byte.
 */
export const brokeInput = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  ["22P02", "22P05", "22021", "22003", "22007", "22008"].includes(error.code ?? "");

/**
 * Tells whether the database was unreachable: restarting, out of connections, memory or disk, following
 * another, or disconnected. The same
 * call may soon succeed.
 */
export const lostDatabase = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string };
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|57P0[123]|53|08|25006)/.test(code ?? "") ||
    (code === "55000" && /not currently accepting connections/.test(message ?? "")) ||
    (code === undefined &&
      /^(Connection terminated|timeout exceeded when trying|Client has encountered|Connection ended)/.test(
        message ?? "",
      ))
  );
};

/** Tells whether the database gave up waiting: for a lock, or for a statement that took too long. */
export const gaveUpWaiting = (error: unknown) =>
  error instanceof pg.DatabaseError && ["57014", "55P03"].includes(error.code ?? "");

/** Says which setting is wrong where what it leads to could not be used. For a `catch`. */
export const blaming =
  (setting: string) =>
  (error: unknown): never => {
    const { message, code } = error as Error & { code?: string };
    throw new Error(`${setting}: ${message || code}`, { cause: error });
  };
