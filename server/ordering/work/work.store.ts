import type { FulfilTask } from "@tradewind/vendors/vendor.ts";
import { sql, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike, wordsMatch, planWithValues } from "../../platform/sql.ts";
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
      "w.product_id",
      "p.name as product_name",
      "p.order_form",
      "o.placed_by",
      "w.title",
      "w.status",
      "w.note",
      "w.assignee",
      "w.assignee_id",
      "w.due_on",
      "w.finished_at",
      "w.estimated_completion",
      "w.created_at",
      "w.task",
      "o.details",
      "o.delivery",
      sql<number>`(select count(*) from work_steps s where s.reseller_id = w.reseller_id and s.work_item_id = w.id and s.ticked_at is null)::int`.as(
        "steps_left",
      ),
    ]);
export type WorkRow = Awaited<ReturnType<typeof listWork>>[number];

export const workPageSize = 50;
/** The last row of a page: the day it is due, when it came or was finished, and its id. */
export type WorkKey = { due: string; at: string; id: string };
export type WorkFilter = {
  finished: boolean;
  sort: "due" | "age";
  /** Whose it is; null for nobody's. */
  personId?: string | null | undefined;
  dueBefore?: string | undefined;
  productId?: string | undefined;
  resellerId?: string | undefined;
  search: string;
};

/** Lists a page of the operator's work of all resellers: open work by due date or age, or finished work newest first. */
export function listWork(db: Db, filter: WorkFilter, after: WorkKey | undefined) {
  const { finished, sort, personId, dueBefore, productId, resellerId, search } = filter;
  const byDue = !finished && sort === "due";
  const query = items(db)
    .where(finished ? sql<boolean>`w.status in ('done', 'failed')` : sql<boolean>`w.status in ('queued', 'working')`)
    .$if(personId === null, (of) => of.where("w.assignee_id", "is", null))
    .$if(typeof personId === "string", (of) => of.where("w.assignee_id", "=", personId!))
    .$if(dueBefore !== undefined, (of) => of.where("w.due_on", "<", dueBefore!))
    .$if(productId !== undefined, (of) => of.where("w.product_id", "=", productId!))
    .$if(resellerId !== undefined, (of) => of.where("w.reseller_id", "=", resellerId!))
    .$if(search !== "", (of) => of.where(sql<SqlBool>`w.id in (${found(search)})`))
    .$if(after !== undefined, (of) =>
      of.where(
        finished
          ? sql<SqlBool>`(w.finished_at, w.id) < (${after!.at}::timestamptz, ${after!.id}::uuid)`
          : byDue
            ? sql<SqlBool>`(w.due_on, w.created_at, w.id) > (${after!.due}::date, ${after!.at}::timestamptz, ${after!.id}::uuid)`
            : sql<SqlBool>`(w.created_at, w.id) > (${after!.at}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .$if(byDue, (of) => of.orderBy("w.due_on"))
    .orderBy(finished ? "w.finished_at" : "w.created_at", finished ? "desc" : "asc")
    .orderBy("w.id", finished ? "desc" : "asc")
    .limit(workPageSize + 1);
  return planWithValues(db, search !== "" || productId !== undefined, () => query.execute());
}

/** Finds work by its customer's name or its order's number, each by its index. */
const found = (search: string) => sql`
  select n.id from work_items n where right(n.order_id::text, 8) like ${`${escapeLike(search.replaceAll("-", "").toLowerCase())}%`}
  union all
  select n.id from customers m join work_items n on n.reseller_id = m.reseller_id and n.customer_id = m.id
  where ${wordsMatch("m.words", search)}`;

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
    assignee?: string | null;
    assignee_id?: string | null;
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

/** Opens work for an order, once; reopens rejected work as its next attempt, due anew and with nothing ticked. */
export async function openWork(tx: Tx, task: FulfilTask, title: string, now: Date): Promise<void> {
  await sql`
    with opened as (
      insert into work_items (reseller_id, order_id, customer_id, title, task, created_at)
      values (${task.resellerId}, ${task.key}, ${task.customer.id}, ${title}, ${JSON.stringify(withoutNames(task))}::jsonb, ${now})
      on conflict (reseller_id, order_id) do update
        set status = 'queued', attempt = work_items.attempt + 1, task = excluded.task, due_on = excluded.due_on, finished_at = null
        where work_items.status = 'failed'
      returning reseller_id, id, product_id, task ->> 'kind' as kind, attempt
    ), emptied as (
      delete from work_steps s using opened o where s.reseller_id = o.reseller_id and s.work_item_id = o.id
    ), told as (
      insert into work_history (reseller_id, work_item_id, at, who, kind, what)
      select reseller_id, id, ${now}, 'Tradewind', 'reopened', 'Ordered again' from opened where attempt > 1
    )
    select from opened`.execute(tx);
  await sql`
    insert into work_steps (reseller_id, work_item_id, position, text)
    select w.reseller_id, w.id, t.position, t.text
    from work_items w join products p on p.id = w.product_id
      cross join lateral jsonb_array_elements_text(coalesce(p.checklist -> (w.task ->> 'kind'), '[]')) with ordinality as t (text, position)
    where w.reseller_id = ${task.resellerId} and w.order_id = ${task.key} and w.status = 'queued'
    on conflict do nothing`.execute(tx);
}
