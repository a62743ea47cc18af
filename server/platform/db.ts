import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import pg from "pg";
import type { Schema } from "./schema.gen.ts";

/** Reads. Bound to one transaction of one role and tenant. */
export type Db = Kysely<Schema>;
declare const writes: unique symbol;
/** Writes: only a transaction that may change things is one, so that writing elsewhere is a type error. */
export type Tx = Db & { readonly [writes]: true };

/**
 * Whom a transaction acts for. `reseller_id` bounds what `app_tenant` sees, and the restrictions of a membership what
 * `app_restricted` does; the other roles have policies of their own.
 */
export type Bounds =
  | { role: "app_tenant"; resellerId: string }
  | { role: "app_restricted"; resellerId: string; restrictedTo: string }
  | { role: "app_identity" | "app_operator" | "app_worker" | "app_events" };

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (value: string) => BigInt(value));
types.setTypeParser(pg.types.builtins.NUMERIC, (value: string) => value);
types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
// Sessions are in UTC, so the text is always `2026-11-21 09:30:00.123456+00`: one call where the usual parser takes many.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value: string) =>
  value.endsWith("+00") ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3).slice(0, 12)}Z`) : usualInstant(value),
);
const usualInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

const statementNames = new Map<string, string>();
const mostNames = 2000;

/** Milliseconds a finished read stays open for the next one to end it. */
const waitToEnd = 5;

/** Names every statement with parameters, so that each connection plans it once. Lists must be sent as `= any($1)`. */
class NamedClient extends pg.Client {
  #toEnd: NodeJS.Timeout | undefined;

  /** Ends a transaction whose end nobody waits for: with the next begin in one flight, or in a moment by itself. */
  endLater() {
    this.#toEnd = setTimeout(() => this.#end(), waitToEnd);
  }

  #end() {
    clearTimeout(this.#toEnd);
    this.#toEnd = undefined;
    super.query("commit").catch(() => {});
  }

  /** Begins a transaction with a text that may hold several statements. */
  begin(text: string): Promise<unknown> {
    if (!this.#toEnd) return super.query(text);
    clearTimeout(this.#toEnd);
    this.#toEnd = undefined;
    return super.query(`commit; ${text}`);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the signature of pg.Client.query has eight overloads
  override query(first: any, second?: any, third?: any): any {
    if (this.#toEnd) this.#end();
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

/** Writes that wait for the end of their transaction: those that become one statement, and those that stay by themselves. */
type Written = Pick<CompiledQuery, "sql" | "parameters">;
type Waiting = { joined: Written[]; alone: Written[]; refusals: ((error: unknown) => never)[] };
const waiting = new WeakMap<Db, Waiting>();

/**
 * A write whose outcome nobody needs before the commit, such as the activity line. All of a transaction's leave together,
 * as one statement, with the commit; if one fails, so does the transaction. `orRefuse` then throws what that means to the
 * caller, or the failure again when it is not of this write.
 */
export function trail(tx: Tx, write: { compile(): CompiledQuery }, orRefuse?: (error: unknown) => never): void {
  const writes = waitingOf(tx);
  writes.joined.push(write.compile());
  if (orRefuse) writes.refusals.push(orRefuse);
}

/** As `trail`, for a text that cannot be part of another: it leaves with the commit too, after the others. */
export function trailAlone(tx: Tx, write: Written): void {
  waitingOf(tx).alone.push(write);
}

function waitingOf(tx: Tx): Waiting {
  const writes = waiting.get(tx);
  if (!writes) throw new Error("Only an open transaction can be trailed");
  return writes;
}

/**
 * The transaction as one whose every write is trailed. For writes that nothing of the transaction reads afterwards: they
 * become one statement, in which none sees what another writes, and foreign keys are looked up after all of them.
 */
export function trailing(tx: Tx): Tx {
  const known = trailed.get(tx);
  if (known) return known;
  const later = kyselyOn(async (query) => {
    waitingOf(tx).joined.push(query);
    return { rows: [] };
  }) as Tx;
  trailed.set(tx, later);
  return later;
}
const trailed = new WeakMap<Db, Tx>();

/** Several writes as one statement: each but the last becomes a `with` of it, its parameters counted on. */
function joined(writes: readonly Written[]): Written {
  const parameters: unknown[] = [];
  const texts = writes.map((write) => {
    const offset = parameters.length;
    parameters.push(...write.parameters);
    return write.sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`);
  });
  const last = texts.pop()!;
  const before = texts.map((text, index) => `trail${index} as (${text})`);
  return { sql: before.length > 0 ? `with ${before.join(", ")} ${last}` : last, parameters };
}

/** Kysely over what executes its statements. */
function kyselyOn(execute: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Db {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => execute(query) as Promise<QueryResult<R>>,
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
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
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
    // A statement is planned once a connection and not once a call: its plans do not depend on its values here.
    options: "-c plan_cache_mode=force_generic_plan -c timezone=UTC",
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
  };
  const pool = new pg.Pool(settings);
  pool.on("error", (error) => options.onIdleError?.(error));
  // A connection lost between two statements of a transaction tells nobody else, and would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    gatherWrites(client);
  });
  const bound = new WeakMap<pg.PoolClient, Db>();
  let statements = 0;

  function on(client: pg.PoolClient): Db {
    const known = bound.get(client);
    if (known) return known;
    const kysely = kyselyOn(async (query) => {
      statements++;
      const result = await client.query(query.sql, query.parameters as unknown[]);
      return {
        rows: result.rows,
        ...(result.rowCount !== null && result.command !== "SELECT"
          ? { numAffectedRows: BigInt(result.rowCount) }
          : {}),
      };
    });
    bound.set(client, kysely);
    return kysely;
  }

  /** Begin, role, tenant and the first statement of `work` leave in one flight; role and tenant end with the transaction. */
  async function transact<T>(
    mode: "read only" | "read write",
    bounds: Bounds,
    work: (db: Db) => Promise<T>,
  ): Promise<T> {
    const client = (await pool.connect()) as pg.PoolClient & NamedClient;
    const db = on(client);
    const writes: Waiting = { joined: [], alone: [], refusals: [] };
    waiting.set(db, writes);
    let broken: Error | undefined;
    statements += 2;
    const head = client.begin(`begin ${mode}; ${boundsText(bounds)}`).then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    );
    try {
      const value = await work(db);
      waiting.delete(db);
      const last = [...(writes.joined.length > 0 ? [joined(writes.joined)] : []), ...writes.alone];
      statements += last.length + 1;
      const sent = last.map(({ sql, parameters }) => client.query(sql, [...parameters]));
      const read = mode === "read only";
      const [refused, end] = await Promise.all([head, read ? undefined : client.query("commit"), ...sent]);
      if (refused) throw refused.reason;
      if (read) client.endLater();
      else if (end?.command === "ROLLBACK") throw new Error("The transaction was rolled back");
      return value;
    } catch (error) {
      const refused = await head;
      waiting.delete(db);
      await client.query("rollback").catch((failure: Error) => {
        broken = failure;
      });
      if (refused) throw refused.reason;
      for (const orRefuse of writes.refusals) orRefuse(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    pool,
    read: <T>(bounds: Bounds, work: (db: Db) => Promise<T>) => transact("read only", bounds, work),
    write: <T>(bounds: Bounds, work: (tx: Tx) => Promise<T>) => transact("read write", bounds, (db) => work(db as Tx)),
    /** SQL statements sent so far, begin and commit included: what the statement budgets of endpoints count. */
    statementsSent: () => statements,
    close: () => pool.end(),
  };
}

const uuid = /^[0-9a-f-]{36}$/i;

/** As text, since these need no plan: the role is one of ours, and the reseller an id. */
function boundsText(bounds: Bounds): string {
  const reseller = "resellerId" in bounds ? bounds.resellerId : "";
  if (reseller !== "" && !uuid.test(reseller)) throw new Error("A transaction is bound to a reseller by its id");
  const tenant = `set local role ${bounds.role}; set local app.reseller_id = '${reseller}'`;
  if (!("restrictedTo" in bounds)) return tenant;
  if (!uuid.test(bounds.restrictedTo)) throw new Error("A restriction is named by its membership's id");
  return `${tenant}; set local app.restricted_to = '${bounds.restrictedTo}'`;
}

/** Sends what is written before the next turn of the event loop as one piece: a write costs more than what it carries. */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const write = stream.write.bind(stream);
  let gathered: Buffer[] = [];
  const flush = () => {
    const pieces = gathered;
    gathered = [];
    if (pieces.length > 0) write(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  };
  stream.cork = () => {};
  stream.uncork = () => {};
  stream.write = (piece: Buffer, ...rest: []) => {
    if (rest.length > 0) {
      flush();
      return write(piece, ...rest);
    }
    if (gathered.push(piece) === 1) process.nextTick(flush);
    return true;
  };
}

/** Whether an error of the database is the breach of the unique index or constraint `name`. */
export const brokeUnique = (error: unknown, name: string) =>
  error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === name;

/** Whether the database undid a transaction because it and another waited for each other. */
export const deadlocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === "40P01";

/** A search term in which `%`, `_` and `\` stand for themselves. */
export const escapeLike = (term: string) => term.replace(/[\\%_]/g, (sign) => `\\${sign}`);

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
