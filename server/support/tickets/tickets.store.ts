import type { Side, TicketCategory, TicketPriority, TicketState } from "@tradewind/domain/support/tickets.ts";
import { numberIn, sideOf } from "@tradewind/domain/support/tickets.ts";
import { sql, type SqlBool } from "kysely";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";
import { trail } from "../../platform/trail.ts";
import { ofOwnCustomer, ofOwnProduct } from "../../platform/restriction.ts";

export const pageSize = 50;

/** A person viewing a reseller's tickets. */
export type Viewer = Pick<TenantActor, "resellerId" | "customerId" | "kind" | "personId" | "restriction">;
export type TicketFilter = {
  search: string;
  category?: TicketCategory | undefined;
  customerId?: string | undefined;
  state?: TicketState | undefined;
};
/** The last row of a page: its sort value and id. */
export type TicketKey = { value: string; id: string };

const joined = (db: Db) =>
  db
    .selectFrom("tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "t.reseller_id").onRef("c.id", "=", "t.customer_id"),
    );

export const itemColumns = [
  "t.id",
  "t.number",
  "t.subject",
  "t.category",
  "t.priority",
  "t.state",
  "t.waits_for",
  "t.customer_id",
  "c.name as customer_name",
  "t.service_name",
  "t.opened_by_name",
  "t.assignee_name",
  "t.created_at",
  "t.updated_at",
] as const;
export const ticketColumns = [
  ...itemColumns,
  "t.reseller_id",
  "t.instance_id",
  "t.product_id",
  "t.shared",
  "t.asked",
  "t.opened_by",
  "t.opener_membership_id",
  "t.opened_side",
  "t.assignee_id",
  "t.helpful",
  "t.solved_at",
] as const;

/**
 * Limits tickets, as `t`, to those the viewer may see: all for the reseller's people, shared ones for a customer's,
 * their own for end users. Restricted people also see those they opened themselves about no customer.
 */
export function visibleTickets(viewer: Viewer) {
  const ownCustomer = ofOwnCustomer(viewer, "t.customer_id");
  const opened = sql`t.opened_by = ${viewer.personId}::uuid`;
  return sql<SqlBool>`${sql.join(
    [
      sql`t.reseller_id = ${viewer.resellerId}::uuid`,
      viewer.restriction?.customers ? sql`(${ownCustomer} or t.customer_id is null and ${opened})` : ownCustomer,
      ...(viewer.customerId === null ? [] : [sql`t.shared`]),
      ...(viewer.kind === "endUser" ? [opened] : []),
      ...(viewer.restriction?.products ? [sql`(t.product_id is null or ${ofOwnProduct(viewer, "t.product_id")})`] : []),
    ],
    sql` and `,
  )}`;
}

/** Selects the tickets a viewer may see. Every query for a tenant's people builds on it. */
const ticketsOf = (db: Db, viewer: Viewer) => joined(db).where(visibleTickets(viewer));

/** Matches part of the subject, or a number. */
export const matches = (search: string) => {
  const number = numberIn(search);
  const subject = sql<SqlBool>`t.subject ilike ${`%${escapeLike(search)}%`}`;
  return number === undefined ? subject : sql<SqlBool>`(${subject} or t.number = ${number}::bigint)`;
};

/** The state as the viewer's side reads it, like `stateFor`. */
export function seenState({ kind }: Viewer) {
  const side = sql.lit(sideOf(kind));
  return sql<TicketState>`case when t.waits_for = ${side} then 'Waiting for you' when t.state = 'Waiting for you' then 'Open' else t.state end`;
}

const filtered = (db: Db, viewer: Viewer, { search, category, customerId, state }: TicketFilter) =>
  ticketsOf(db, viewer)
    .$if(search !== "", (query) => query.where(matches(search)))
    .$if(category !== undefined, (query) => query.where("t.category", "=", category!))
    .$if(customerId !== undefined, (query) => query.where("t.customer_id", "=", customerId!))
    .$if(state !== undefined, (query) => query.where(seenState(viewer), "=", state!));

/** Lists a page after `after`, by key, plus one more row. */
export function listTickets(
  db: Db,
  viewer: Viewer,
  filter: TicketFilter,
  sort: { column: "updated_at" | "created_at"; descending: boolean },
  after: TicketKey | undefined,
) {
  const direction = sort.descending ? "desc" : "asc";
  const beyond = sql.raw(sort.descending ? "<" : ">");
  const column = sql.ref(`t.${sort.column}`);
  return filtered(db, viewer, filter)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${column}, t.id) ${beyond} (${after!.value}::timestamptz, ${after!.id}::uuid)`),
    )
    .select(itemColumns)
    .orderBy(`t.${sort.column}`, direction)
    .orderBy("t.id", direction)
    .limit(pageSize + 1)
    .execute();
}
export type ItemRow = Awaited<ReturnType<typeof listTickets>>[number];

export const countTickets = (db: Db, viewer: Viewer, filter: TicketFilter) =>
  filtered(db, viewer, filter)
    .groupBy(seenState(viewer))
    .select((select) => [seenState(viewer).as("state"), select.fn.countAll<bigint>().as("count")])
    .execute();

/** Lists tickets waiting for this side, longest first, with their total. */
export async function listWaiting(db: Db, viewer: Viewer, side: Exclude<Side, "operator">, most: number) {
  const waiting = ticketsOf(db, viewer).where("t.waits_for", "=", side);
  const [items, { count }] = await Promise.all([
    waiting.select(itemColumns).orderBy("t.updated_at").orderBy("t.id").limit(most).execute(),
    waiting.select((select) => select.fn.countAll<bigint>().as("count")).executeTakeFirstOrThrow(),
  ]);
  return { items, count: Number(count) };
}

export const findTicket = (db: Db, viewer: Viewer, ticketId: string) =>
  ticketsOf(db, viewer).where("t.id", "=", ticketId).select(ticketColumns).executeTakeFirst();
export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

/** Like `findTicket`, and locks the row until the transaction ends. */
export const lockTicket = (tx: Tx, viewer: Viewer, ticketId: string) =>
  ticketsOf(tx, viewer).where("t.id", "=", ticketId).select(ticketColumns).forUpdate("t").executeTakeFirst();

export type NewTicket = {
  id: string;
  subject: string;
  category: TicketCategory;
  priority: TicketPriority;
  customerId: string | null;
  instanceId: string | null;
  productId: string | null;
  serviceName: string | null;
  shared: boolean;
  side: Exclude<Side, "operator">;
};

/** Returns the new ticket's number. */
export async function insertTicket(
  tx: Tx,
  actor: TenantActor,
  ticket: NewTicket,
  openedBy: string,
  now: Date,
): Promise<bigint> {
  const { number } = await tx
    .insertInto("tickets")
    .values({
      reseller_id: actor.resellerId,
      id: ticket.id,
      subject: ticket.subject,
      category: ticket.category,
      priority: ticket.priority,
      state: "New",
      customer_id: ticket.customerId,
      instance_id: ticket.instanceId,
      product_id: ticket.productId,
      service_name: ticket.serviceName,
      shared: ticket.shared,
      opened_by: actor.personId,
      opener_membership_id: actor.membershipId,
      opened_by_name: openedBy,
      opened_side: ticket.side,
      created_at: now,
      updated_at: now,
    })
    .returning("number")
    .executeTakeFirstOrThrow();
  return number;
}

type Held = { reseller_id: string; id: string };
export type TicketChange = {
  state?: TicketState;
  asked?: boolean;
  helpful?: boolean;
  solved_at?: Date;
  assignee_id?: string | null;
  assignee_name?: string | null;
  updated_at?: Date;
};

export async function updateTicket(tx: Tx, held: Held, change: TicketChange): Promise<void> {
  await tx
    .updateTable("tickets")
    .set(change)
    .where("reseller_id", "=", held.reseller_id)
    .where("id", "=", held.id)
    .execute();
}

/** Written with the commit. */
export function insertState(tx: Tx, held: Held, state: TicketState, who: string, now: Date): void {
  trail(
    tx,
    tx.insertInto("ticket_states").values({ reseller_id: held.reseller_id, ticket_id: held.id, state, who, at: now }),
  );
}
