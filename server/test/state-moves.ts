/** The diagrams of all that has states, and what the database noted of the moves that were made. */
import { intentStates, openIntentStates, stateSeen } from "@tradewind/domain/ordering/intents.ts";
import type { TestApp } from "./test-app.ts";

/** Moves of one noun: what leads from a state to others. A dash is what is before there is any. */
type Diagram = Readonly<Record<string, readonly string[]>>;

const openIntents: readonly string[] = openIntentStates;

/** What a look at the vendor makes of an intent; then what is newer, and the end of what it counts from. */
const intents: Diagram = {
  // What is lost before it was ever stated is what the rule of its term says.
  "-": ["notYet", "lost"],
  ...Object.fromEntries(
    intentStates.map((state) => [
      state,
      openIntents.includes(state)
        ? [
            ...[true, false].map((isThere) => stateSeen(state, isThere)),
            "withdrawn",
            ["placed", "placedAgain"].includes(state) ? "done" : "tooLate",
          ]
        : [],
    ]),
  ),
};

/** By table, and the column that holds the state. */
const diagrams: Readonly<Record<string, { column: string; moves: Diagram }>> = {
  orders: { column: "status", moves: { "-": ["Working"], Working: ["Completed", "Failed"], Failed: ["Working"] } },
  order_lines: { column: "state", moves: { "-": ["working"], working: ["done", "refused"], refused: ["working"] } },
  subscriptions: {
    column: "status",
    moves: {
      "-": ["active"],
      active: ["suspended", "cancelled"],
      suspended: ["active", "cancelled"],
      // Its vendor refused to end it, or what it refused to begin is tried again.
      cancelled: ["active", "suspended"],
    },
  },
  service_instances: {
    column: "status",
    moves: {
      // What is adopted stands already.
      "-": ["Activating", "Active"],
      Activating: ["Active", "ActivationFailed", "Deleted", "Deleting"],
      // What comes back whole, ends at its vendor or goes to another partner needs no order.
      // What is ordered by itself, or to settle a difference, shows once it is refused.
      Active: ["Activating", "Deleting", "Deleted", "ActivationFailed", "DeletionFailed"],
      ActivationFailed: ["Activating", "Deleting", "Deleted"],
      // Of several orders that are at work, each shows what it is about.
      Deleting: ["Deleted", "DeletionFailed", "Activating", "Active", "ActivationFailed"],
      DeletionFailed: ["Deleting", "Activating", "Deleted"],
    },
  },
  intents: { column: "state", moves: intents },
  differences: {
    column: "state",
    moves: { "-": ["open"], open: ["asked", "accepted", "closed"], asked: ["open", "closed"], accepted: ["closed"] },
  },
  assignments: {
    column: "state",
    moves: {
      "-": ["wanted"],
      wanted: ["there", "refused", "ended"],
      there: ["leaving", "ended"],
      leaving: ["there", "ended"],
      refused: ["wanted", "ended"],
    },
  },
  plans: {
    column: "state",
    moves: {
      "-": ["proposing"],
      proposing: ["ready", "paused"],
      ready: ["running", "proposing", "done"],
      running: ["done", "paused"],
      paused: ["running", "proposing", "done"],
      done: ["proposing", "running"],
    },
  },
  plan_lines: {
    column: "state",
    moves: {
      "-": ["new", "refused"],
      new: ["planned", "refused"],
      planned: ["ordered", "changed", "refused"],
      changed: ["new", "refused"],
      ordered: ["retrying"],
      retrying: ["ordered", "refused"],
    },
  },
  quotes: {
    column: "state",
    moves: { "-": ["draft"], draft: ["sent"], sent: ["accepted", "declined", "withdrawn"] },
  },
  quote_orders: {
    column: "state",
    moves: { "-": ["quoted"], quoted: ["waiting"], waiting: ["ordered", "refused"], refused: ["waiting"] },
  },
  basket_lines: {
    column: "state",
    moves: { "-": ["open"], open: ["placing"], placing: ["ordered", "open"] },
  },
  requests: {
    column: "state",
    moves: { "-": ["open"], open: ["approved", "refused", "withdrawn", "expired"] },
  },
  work_items: {
    column: "status",
    moves: {
      "-": ["queued"],
      queued: ["working", "done", "failed"],
      working: ["done", "failed"],
      failed: ["queued"],
    },
  },
  returns: { column: "state", moves: { "-": ["expected"], expected: ["received", "refused", "withdrawn"] } },
  transfers: {
    column: "state",
    moves: {
      "-": ["asked"],
      asked: ["releasing", "moving", "left", "refused", "expired", "withdrawn"],
      releasing: ["asked", "moving", "left", "refused", "expired", "withdrawn"],
      moving: ["left", "asked", "refused", "expired", "withdrawn"],
    },
  },
  resources: {
    column: "state",
    moves: { "-": ["reserved", "active"], reserved: ["active", "ended"], active: ["ended"] },
  },
};

/** Has the database note each move of what has states. */
export async function noteMoves({ sql }: Pick<TestApp, "sql">): Promise<void> {
  await sql("create table state_moves (noun text, before text, after text, id text)");
  await sql(`create function note_move() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into state_moves values (tg_table_name, coalesce(case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end, '-'),
        to_jsonb(new) ->> tg_argv[0], coalesce(to_jsonb(new) ->> 'id', to_jsonb(new) ->> 'order_id'));
      return null;
    end $$`);
  for (const [table, { column }] of Object.entries(diagrams)) {
    await sql(
      `create trigger note_begin after insert on ${table} for each row execute function note_move('${column}')`,
    );
    await sql(
      `create trigger note_move after update of ${column} on ${table} for each row when (old.${column} is distinct from new.${column})
       execute function note_move('${column}')`,
    );
  }
}

/** Moves that the diagrams allow, and that were made in some run. */
const made = new Set<string>();

/** Lists moves that are in no diagram, of those made since the last time. */
export async function movesOutside({ sql }: Pick<TestApp, "sql">): Promise<string[]> {
  const moves = await sql<{ noun: string; before: string; after: string; id: string }>(
    "select noun, before, after, min(id) as id from state_moves group by 1, 2, 3 order by 1, 2, 3",
  );
  await sql("truncate state_moves");
  for (const { noun, before, after } of moves) made.add(`${noun} ${before} ${after}`);
  return moves
    .filter(({ noun, before, after }) => !diagrams[noun]?.moves[before]?.includes(after))
    .map(
      ({ noun, before, after, id }) => `one of ${noun} went from ${before} to ${after}, which no diagram has: ${id}`,
    );
}

/** Lists what the diagrams allow and no run has done. */
export const movesNotMade = (): string[] =>
  Object.entries(diagrams).flatMap(([noun, { moves }]) =>
    Object.entries(moves).flatMap(([before, all]) =>
      all
        .map((after) => `${noun} ${before} ${after}`)
        .filter((move) => move.split(" ")[1] !== move.split(" ")[2] && !made.has(move)),
    ),
  );
