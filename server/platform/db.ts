import { createHash } from "node:crypto";
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
} from "kysely";
import pg from "pg";
import type { Schema } from "./schema.gen.ts";

/** Reads. Bound to one transaction of one role and tenant. */
export type Db = Kysely<Schema>;
declare const writes: unique symbol;
/** Writes: only a transaction that may change things is one, so that writing elsewhere is a type error. */
export type Tx = Db & { readonly [writes]: true };

/** Whom a transaction acts for. `reseller_id` bounds what `app_tenant` sees; the other roles have policies of their own. */
export type Bounds =
  | { role: "app_tenant"; resellerId: string }
  | { role: "app_identity" | "app_operator" | "app_worker" | "app_events" };

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (value: string) => BigInt(value));
types.setTypeParser(pg.types.builtins.NUMERIC, (value: string) => value);
types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);

const statementNames = new Map<string, string>();
const mostNames = 2000;

/** Names every statement with parameters, so that each connection plans it once. Lists must be sent as `= any($1)`. */
class NamedClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- the signature of pg.Client.query has eight overloads
  override query(first: any, second?: any, third?: any): any {
    if (typeof first !== "string" || !Array.isArray(second) || second.length === 0)
      return super.query(first, second, third);
    let name = statementNames.get(first);
    if (!name && statementNames.size < mostNames) {
      name = createHash("sha1").update(first).digest("base64url").slice(0, 16);
      statementNames.set(first, name);
    }
    return super.query(name ? { name, text: first, values: second } : { text: first, values: second }, third);
  }
}

export type Database = ReturnType<typeof openDatabase>;

/** A pool of connections on which every transaction says first whom it acts for. */
export function openDatabase(
  url: string,
  options: { max?: number; name?: string; onIdleError?: (error: Error) => void } = {},
) {
  const settings: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: url,
    max: options.max ?? 10,
    types,
    pipeline: true,
    Client: NamedClient,
    application_name: options.name ?? "tradewind",
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
  };
  const pool = new pg.Pool(settings);
  pool.on("error", (error) => options.onIdleError?.(error));
  // A connection lost between two statements of a transaction tells nobody else, and would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  const bound = new WeakMap<pg.PoolClient, Db>();
  let statements = 0;

  function on(client: pg.PoolClient): Db {
    const known = bound.get(client);
    if (known) return known;
    const connection: DatabaseConnection = {
      async executeQuery<R>(query: CompiledQuery) {
        statements++;
        const result = await client.query(query.sql, query.parameters as unknown[]);
        return {
          rows: result.rows as R[],
          ...(result.rowCount !== null && result.command !== "SELECT"
            ? { numAffectedRows: BigInt(result.rowCount) }
            : {}),
        };
      },
      // oxlint-disable-next-line require-yield -- the interface asks for a generator
      async *streamQuery() {
        throw new Error("Streams use their own connection: see files.ts");
      },
    };
    const refuse = async () => {
      throw new Error("Transactions are opened by read and write only");
    };
    const driver: Driver = {
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => {},
    };
    const kysely = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    bound.set(client, kysely);
    return kysely;
  }

  /** Begin, role, tenant and the first statement of `work` leave in one flight; role and tenant end with the transaction. */
  async function transact<T>(begin: string, bounds: Bounds, work: (db: Db) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    statements += 2;
    const head = Promise.allSettled([
      client.query(begin),
      client.query("select set_config('role', $1, true), set_config('app.reseller_id', $2, true)", [
        bounds.role,
        "resellerId" in bounds ? bounds.resellerId : "",
      ]),
    ]);
    try {
      const value = await work(on(client));
      for (const part of await head) if (part.status === "rejected") throw part.reason;
      statements++;
      const end = await client.query("commit");
      if (end.command === "ROLLBACK") throw new Error("The transaction was rolled back");
      return value;
    } catch (error) {
      const refused = (await head).find((part) => part.status === "rejected");
      await client.query("rollback").catch((failure: Error) => {
        broken = failure;
      });
      throw refused ? refused.reason : error;
    } finally {
      client.release(broken);
    }
  }

  return {
    pool,
    read: <T>(bounds: Bounds, work: (db: Db) => Promise<T>) => transact("begin read only", bounds, work),
    write: <T>(bounds: Bounds, work: (tx: Tx) => Promise<T>) => transact("begin", bounds, (db) => work(db as Tx)),
    /** SQL statements sent so far, begin and commit included: what the statement budgets of endpoints count. */
    statementsSent: () => statements,
    close: () => pool.end(),
  };
}

/** Whether an error of the database is the breach of the unique index or constraint `name`. */
export const brokeUnique = (error: unknown, name: string) =>
  error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === name;

/** A search term in which `%`, `_` and `\` stand for themselves. */
export const escapeLike = (term: string) => term.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Whether the database refused a value for its form: text that is no uuid, a number out of range, a lone surrogate. */
export const brokeInput = (error: unknown) =>
  error instanceof pg.DatabaseError && ["22P02", "22021", "22003", "22008"].includes(error.code ?? "");

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
