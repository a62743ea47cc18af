import type { FulfilTask } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { WorkItems } from "../../platform/schema.gen.ts";
import type { Selectable } from "kysely";

export type WorkStatus = Selectable<WorkItems>["status"];

const items = (db: Db) =>
  db
    .selectFrom("work_items as w")
    .innerJoin("resellers as r", "r.id", "w.reseller_id")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "w.reseller_id").onRef("c.id", "=", "w.customer_id"),
    )
    .innerJoin("orders as o", (join) =>
      join.onRef("o.reseller_id", "=", "w.reseller_id").onRef("o.id", "=", "w.order_id"),
    )
    .innerJoin("products as p", "p.id", "o.product_id")
    .select([
      "w.id",
      "w.reseller_id",
      "w.order_id",
      "w.customer_id",
      "r.name as reseller_name",
      "c.name as customer_name",
      "c.country",
      "o.product_id",
      "p.name as product_name",
      "w.title",
      "w.status",
      "w.note",
      "w.assignee",
      "w.estimated_completion",
      "w.created_at",
      "w.task",
    ]);
export type WorkRow = Awaited<ReturnType<typeof listWork>>[number];

/** Lists the operator's queue across all resellers: open work oldest first, or finished work newest first. */
export const listWork = (db: Db, finished: boolean) =>
  items(db)
    .where(finished ? sql<boolean>`w.status in ('done', 'failed')` : sql<boolean>`w.status in ('queued', 'working')`)
    .orderBy("w.created_at", finished ? "desc" : "asc")
    .limit(200)
    .execute();

export const findWorkItem = (db: Db, id: string) => items(db).where("w.id", "=", id).executeTakeFirst();

export async function lockWorkItem(tx: Tx, id: string) {
  const held = await tx.selectFrom("work_items").where("id", "=", id).select("id").forUpdate().executeTakeFirst();
  return held && (await findWorkItem(tx, id));
}

export async function updateWorkItem(
  tx: Tx,
  row: { reseller_id: string; id: string },
  change: {
    status: WorkStatus;
    note?: string | null;
    assignee?: string;
    estimated_completion?: string | null;
    finished_at?: Date;
  },
): Promise<void> {
  await tx
    .updateTable("work_items")
    .set(change)
    .where("reseller_id", "=", row.reseller_id)
    .where("id", "=", row.id)
    .execute();
}

/** Finds an order's work for the worker. */
export const findWorkOfOrder = (db: Db, resellerId: string, orderId: string) =>
  db
    .selectFrom("work_items")
    .where("reseller_id", "=", resellerId)
    .where("order_id", "=", orderId)
    .select(["id", "status", "attempt", "note", "estimated_completion"])
    .executeTakeFirst();

/** Leaves out what people are called: it is read with the work, so that whoever is erased is erased here too. */
const withoutNames = (task: FulfilTask) => ({ ...task, lines: task.lines.map(({ people: _, ...line }) => line) });

/** Opens work for an order, once; reopens rejected work as its next attempt. */
export async function openWork(tx: Tx, task: FulfilTask, title: string, now: Date): Promise<void> {
  await sql`
    insert into work_items (reseller_id, order_id, customer_id, title, task, created_at)
    values (${task.resellerId}, ${task.key}, ${task.customer.id}, ${title}, ${JSON.stringify(withoutNames(task))}::jsonb, ${now})
    on conflict (reseller_id, order_id) do update
      set status = 'queued', attempt = work_items.attempt + 1, task = excluded.task, finished_at = null
      where work_items.status = 'failed'`.execute(tx);
}
