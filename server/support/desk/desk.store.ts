import type { TicketPriority, TicketState } from "@tradewind/domain/support/tickets.ts";
import { sql, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { itemColumns, matches, ticketColumns } from "../tickets/tickets.store.ts";

export const deskPageSize = 50;

export type DeskFilter = {
  search: string;
  priority?: TicketPriority | undefined;
  assigned?: "me" | "nobody" | undefined;
  personId: string;
};
export type DeskKey = { urgency: string; updated: string; id: string };

const joined = (db: Db) =>
  db
    .selectFrom("tickets as t")
    .innerJoin("resellers as r", "r.id", "t.reseller_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "t.reseller_id").onRef("c.id", "=", "t.customer_id"),
    );

const filtered = (db: Db, { search, priority, assigned, personId }: DeskFilter) =>
  joined(db)
    .$if(search !== "", (query) =>
      query.where(sql<SqlBool>`(${matches(search)} or r.name ilike ${`${search.replace(/[\\%_]/g, "\\$&")}%`})`),
    )
    .$if(priority !== undefined, (query) => query.where("t.priority", "=", priority!))
    .$if(assigned === "me", (query) => query.where("t.assignee_id", "=", personId))
    .$if(assigned === "nobody", (query) => query.where("t.assignee_id", "is", null));

/** Lists a page of all resellers' tickets, most urgent first, then longest waiting. */
export const listDesk = (db: Db, filter: DeskFilter, state: TicketState | "todo" | "all", after: DeskKey | undefined) =>
  filtered(db, filter)
    .$if(state === "todo", (query) => query.where("t.waits_for", "=", sql.lit("operator")))
    .$if(state !== "todo" && state !== "all", (query) => query.where("t.state", "=", state as TicketState))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(t.urgency, t.updated_at, t.id) > (${after!.urgency}::smallint, ${after!.updated}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .select([...itemColumns, "t.urgency", "r.name as reseller_name"])
    .orderBy("t.urgency")
    .orderBy("t.updated_at")
    .orderBy("t.id")
    .limit(deskPageSize + 1)
    .execute();

export const countDesk = (db: Db, filter: DeskFilter) =>
  filtered(db, filter)
    .groupBy("t.state")
    .select((select) => ["t.state", select.fn.countAll<bigint>().as("count")])
    .execute();

export const findDeskTicket = (db: Db, ticketId: string) =>
  joined(db)
    .where("t.id", "=", ticketId)
    .select([...ticketColumns, "r.name as reseller_name"])
    .executeTakeFirst();

/** Like `findDeskTicket`, and locks the row until the transaction ends. */
export const lockDeskTicket = (tx: Tx, ticketId: string) =>
  joined(tx)
    .where("t.id", "=", ticketId)
    .select([...ticketColumns, "r.name as reseller_name"])
    .forUpdate("t")
    .executeTakeFirst();
export type DeskRow = NonNullable<Awaited<ReturnType<typeof findDeskTicket>>>;

/**
 * Closes tickets solved before this day's start minus `days`, with a line in their history, and notifies open pages.
 */
export async function closeSolved(tx: Tx, day: string, days: number, now: Date): Promise<void> {
  await sql`
    with closed as (
      update tickets set state = 'Closed', updated_at = ${now}
      where state = 'Solved' and solved_at < (${day}::date - ${days - 1}::int)
      returning reseller_id, id
    ), noted as (
      insert into ticket_states (reseller_id, ticket_id, state, who, at) select reseller_id, id, 'Closed', 'Tradewind', ${now} from closed
    )
    insert into events (reseller_id, topics) select distinct reseller_id, array['support'] from closed`.execute(tx);
}
