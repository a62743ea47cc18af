import type { workEvents } from "@tradewind/contract/ordering/work.ts";
import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import type { WorkRow } from "./work.store.ts";

type Of = Pick<WorkRow, "reseller_id" | "id">;

export type Load = {
  of: "all" | "person" | "product" | "reseller";
  id: string | null;
  open: number;
  overdue: number;
  unassigned: number;
  oldest: Date;
};

/** Counts open work in one pass: all of it, by person, by product and by reseller. */
export async function countWork(db: Db, today: string): Promise<Load[]> {
  const { rows } = await sql<Load>`
    select case grouping(assignee_id, product_id, reseller_id) when 7 then 'all' when 3 then 'person' when 5 then 'product' else 'reseller' end as of,
      case grouping(assignee_id, product_id, reseller_id) when 3 then assignee_id::text when 5 then product_id when 6 then reseller_id::text end as id,
      count(*)::int as open, count(*) filter (where due_on < ${today}::date)::int as overdue,
      count(*) filter (where assignee_id is null)::int as unassigned, min(created_at) as oldest
    from work_items where status in ('queued', 'working')
    group by grouping sets ((), (assignee_id), (product_id), (reseller_id)) having count(*) > 0
    order by open desc, id`.execute(db);
  return rows;
}

/** Lists the operator's people; somebody who was erased has no address. */
export const listColleagues = (db: Db) =>
  db
    .selectFrom("operators")
    .where("email", "<>", "")
    .select(["person_id", "display_name"])
    .orderBy("display_name")
    .execute();

/** Finds what products and resellers are called. */
export const listNames = (db: Db, products: readonly string[], resellers: readonly string[]) =>
  db
    .selectFrom("products")
    .where("id", "=", anyOf(products, "text"))
    .select(["id", "name"])
    .unionAll(
      db
        .selectFrom("resellers")
        .where("id", "=", anyOf(resellers, "uuid"))
        .select([sql<string>`id::text`.as("id"), "name"]),
    )
    .execute();

/** Locks work in one order, so that two who share out the same wait for each other. */
export const lockWork = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("work_items")
    .where("id", "=", anyOf(ids, "uuid"))
    .select(["reseller_id", "id", "title", "status", "assignee", "assignee_id", "due_on"])
    .orderBy("id")
    .forUpdate()
    .execute();

/** Changes whose work is, or until when. */
export const shareWork = (
  tx: Tx,
  ids: readonly string[],
  change: { assignee_id: string | null; assignee: string | null } | { due_on: string },
) => tx.updateTable("work_items").set(change).where("id", "=", anyOf(ids, "uuid")).execute();

export type Happened = Of & { kind: (typeof workEvents)[number]; what: string; more?: string | null };

/** Keeps what happened to pieces of work. */
export async function insertHistory(tx: Tx, all: readonly Happened[], who: string, at: Date): Promise<void> {
  if (all.length === 0) return;
  await tx
    .insertInto("work_history")
    .values(
      all.map(({ reseller_id, id, kind, what, more = null }) => ({
        reseller_id,
        work_item_id: id,
        at,
        who,
        kind,
        what,
        more,
      })),
    )
    .execute();
}

/** Lists what happened to a piece of work, in its order: of a long history the latest. */
export const listHistoryOfWork = async (db: Db, { reseller_id, id }: Of) => {
  const latest = await db
    .selectFrom("work_history")
    .where("reseller_id", "=", reseller_id)
    .where("work_item_id", "=", id)
    .select(["id", "at", "who", "kind", "what", "more"])
    .orderBy("id", "desc")
    .limit(500)
    .execute();
  return latest.toReversed();
};

export const listSteps = (db: Db, { reseller_id, id }: Of) =>
  db
    .selectFrom("work_steps")
    .where("reseller_id", "=", reseller_id)
    .where("work_item_id", "=", id)
    .select(["position", "text", "ticked_by", "ticked_at"])
    .orderBy("position")
    .execute();

/** Ticks a step, or takes its tick back. Undefined if it is so already: the first to tick it stays named. */
export const tickStep = (tx: Tx, { reseller_id, id }: Of, position: number, ticked: { by: string; at: Date } | null) =>
  tx
    .updateTable("work_steps")
    .set({ ticked_by: ticked?.by ?? null, ticked_at: ticked?.at ?? null })
    .where("reseller_id", "=", reseller_id)
    .where("work_item_id", "=", id)
    .where("position", "=", position)
    .where("ticked_at", ticked ? "is" : "is not", null)
    .returning("text")
    .executeTakeFirst();

/** Finds who of the reseller is asked about an order: who placed it, or else the first of its own people who sees it. */
export async function findWhoAnswers(
  tx: Tx,
  of: Pick<WorkRow, "reseller_id" | "customer_id" | "product_id" | "placed_by">,
) {
  const { rows } = await sql<{ email: string; first_name: string }>`
    select m.email, m.first_name from memberships m
    where m.reseller_id = ${of.reseller_id} and m.status = 'Active' and m.kind in ('reseller', 'engineer')
      and ${viewNumber("customers")}::smallint = any(m.views)
      and (not m.only_customers or ${of.customer_id}::uuid in (select customer_id from customers_of(m.reseller_id, m.id)))
      and (m.only_products is null or ${of.product_id}::text = any(m.only_products))
    order by m.person_id is distinct from ${of.placed_by}::uuid, m.kind <> 'reseller', m.id limit 1`.execute(tx);
  return rows[0];
}

/** Keeps what the reseller is told about an order. */
export const insertOrderNote = (
  tx: Tx,
  { reseller_id, customer_id, order_id }: Pick<WorkRow, "reseller_id" | "customer_id" | "order_id">,
  text: string,
  written_at: Date,
) => tx.insertInto("order_notes").values({ reseller_id, customer_id, order_id, text, written_at }).execute();
