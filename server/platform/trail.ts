import type { CompiledQuery } from "kysely";
import type { Bounds } from "./bounds.ts";
import { kyselyOn, type Db, type Tx } from "./db.ts";

export type Statement = Pick<CompiledQuery, "sql" | "parameters">;
type Trail = {
  bounds: Bounds;
  joined: Statement[];
  alone: Statement[];
  refusals: ((error: unknown) => never)[];
  committed: (() => void)[];
};

const trails = new WeakMap<Db, Trail>();

/**
 * Adds a write whose outcome is not needed before the commit, such as the activity line. All trailed writes of a
 * transaction are sent as one statement with its commit; if one fails, so does the transaction. `orRefuse` then throws
 * the refusal the failure means to the caller, or the failure itself if it belongs to another write.
 */
export function trail(tx: Tx, write: { compile(): CompiledQuery }, orRefuse?: (error: unknown) => never): void {
  const { joined, refusals } = trailOf(tx);
  joined.push(write.compile());
  if (orRefuse) refusals.push(orRefuse);
}

/** Adds a statement that cannot be merged into another. It is also sent with the commit, after the others. */
export function trailAlone(tx: Tx, write: Statement): void {
  trailOf(tx).alone.push(write);
}

/**
 * Returns the transaction with every write trailed. Use it for writes that the transaction does not read again: in
 * their single statement none sees another's rows, and foreign keys are checked after all of them.
 */
export function trailing(tx: Tx): Tx {
  return kyselyOn(async (query) => {
    trailOf(tx).joined.push(query);
    return { rows: [] };
  }) as Tx;
}

/** Calls `act` once the transaction has committed, and never if it does not. */
export function afterCommit(tx: Tx, act: () => void): void {
  trailOf(tx).committed.push(act);
}

/** Returns the role and tenant that a transaction acts for. */
export const boundsOfTransaction = (tx: Tx): Bounds => trailOf(tx).bounds;

/** Lets writes trail the transaction until the trail is closed. */
export function openTrail(db: Db, bounds: Bounds) {
  const opened: Trail = { bounds, joined: [], alone: [], refusals: [], committed: [] };
  const { joined, alone, refusals } = opened;
  trails.set(db, opened);
  return {
    /** Stops accepting writes and returns the statements to send before the commit. */
    close(): Statement[] {
      trails.delete(db);
      return [...(joined.length > 0 ? [asOne(joined)] : []), ...alone];
    },
    /** Calls whatever waited for the commit. */
    committed(): void {
      for (const act of opened.committed) act();
    },
    /** Throws the translated failure, if a trailed write recognizes it. */
    explain(error: unknown): void {
      for (const orRefuse of refusals) orRefuse(error);
    },
  };
}

function trailOf(tx: Tx): Trail {
  const open = trails.get(tx);
  if (!open) throw new Error("Only an open transaction can be trailed");
  return open;
}

const mostTexts = 500;
/** Texts of joined statements, by those of their parts: the same kinds of writes come again with each order. */
const joinedTexts = new Map<string, string>();

/** Joins writes into one statement: all but the last become its `with` clauses, with parameters renumbered. */
function asOne(writes: readonly Statement[]): Statement {
  const key = writes.map((write) => write.sql).join("\0");
  const text = joinedTexts.get(key) ?? joinTexts(writes);
  if (joinedTexts.size >= mostTexts) joinedTexts.clear();
  joinedTexts.set(key, text);
  return { sql: text, parameters: writes.flatMap((write) => write.parameters) };
}

function joinTexts(writes: readonly Statement[]): string {
  let offset = 0;
  const texts = writes.map(({ sql, parameters }) => {
    const before = offset;
    offset += parameters.length;
    return sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
  });
  const last = texts.pop()!;
  const parts = texts.map((text, index) => `trail${index} as (${text})`);
  return parts.length > 0 ? `with ${parts.join(", ")} ${last}` : last;
}
