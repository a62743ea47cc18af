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
import type { Schema } from "./schema.gen.ts";

/** Reads, bound to one transaction with its role and tenant. */
export type Db = Kysely<Schema>;
declare const writes: unique symbol;
/** Writes. Only a transaction that may change data has this type, so that writing elsewhere is a type error. */
export type Tx = Db & { readonly [writes]: true };

/** Wraps Kysely around a function that runs statements. */
export function kyselyOn(run: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Db {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => run(query) as Promise<QueryResult<R>>,
    // oxlint-disable-next-line require-yield -- the interface asks for a generator
    async *streamQuery() {
      throw new Error("Streams use their own connection: see exports.ts");
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
