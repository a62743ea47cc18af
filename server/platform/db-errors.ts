import pg from "pg";

/** Whether an error of the database is the breach of the unique index or constraint `name`. */
export const brokeUnique = (error: unknown, name: string) =>
  error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === name;

/** Whether the database undid a transaction because it and another waited for each other. */
export const deadlocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === "40P01";

/** Whether the database refused a value for its form: text that is no uuid, a number out of range, a lone surrogate. */
export const brokeInput = (error: unknown) =>
  error instanceof pg.DatabaseError && ["22P02", "22021", "22003", "22007", "22008"].includes(error.code ?? "");

/** Whether the database was not there or went away: restarting, out of connections, cut off. The same call may work soon. */
export const lostDatabase = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string };
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|57P0[123]|53300|08)/.test(code ?? "") ||
    (code === undefined &&
      /^(Connection terminated|timeout exceeded when trying|Client has encountered|Connection ended)/.test(
        message ?? "",
      ))
  );
};
