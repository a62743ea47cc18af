import type { ReturnReason, SentPart } from "@tradewind/domain/ordering/returns.ts";
import type { GoodsPolicy } from "@tradewind/domain/pricing/policies.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf } from "../../platform/sql.ts";

/** What left together of a line, with the invoice that asked for it. */
export type SentRow = SentPart & { invoice: string | null };
export type SentLine = {
  customer_id: string;
  product_id: string;
  name: string;
  currency: Currency;
  policy: GoodsPolicy;
  parts: SentRow[];
};

/** Finds what left of a line, the first of it first. */
export async function findSentLine(
  db: Db,
  resellerId: string,
  line: { orderId: string; subscriptionId: string },
): Promise<SentLine | undefined> {
  const { rows } = await sql<
    Omit<SentLine, "parts"> & {
      parts: (Omit<SentRow, "amountMinor" | "credited"> & {
        amountMinor: string;
        credited: { quantity: number; amountMinor: string };
      })[];
    }
  >`
    select g.customer_id, g.product_id, s.name, r.currency, p.value as policy, coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'quantity', d.quantity, 'returned', d.returned, 'at', d.dispatched_at,
        'amountMinor', coalesce(c.amount_minor, 0)::text, 'credited', k.credited, 'invoice', (
          select i.number from invoice_lines l join invoices i on i.reseller_id = l.reseller_id and i.id = l.invoice_id
          where l.reseller_id = d.reseller_id and l.charge_id = d.charge_id limit 1)) order by d.id)
      from dispatches d left join charges c on c.reseller_id = d.reseller_id and c.id = d.charge_id
      cross join lateral (
        select jsonb_build_object('quantity', coalesce(sum(b.quantity), 0), 'amountMinor', coalesce(sum(b.amount_minor), 0)::text) as credited
        from return_parts b join returns t on t.reseller_id = b.reseller_id and t.id = b.return_id
        where b.reseller_id = d.reseller_id and b.dispatch_id = d.id and t.wants = 'credit' and t.state in ('expected', 'received')) k
      where d.reseller_id = g.reseller_id and d.subscription_id = g.subscription_id), '[]') as parts
    from goods_lines g
      join resellers r on r.id = g.reseller_id
      join subscriptions s on s.reseller_id = g.reseller_id and s.id = g.subscription_id
      join policies p on p.id = s.policy_ids ->> 'goods'
    where g.reseller_id = ${resellerId} and g.order_id = ${line.orderId} and g.subscription_id = ${line.subscriptionId}`.execute(
    db,
  );
  const [row] = rows;
  return (
    row && {
      ...row,
      parts: row.parts.map((part) => ({
        ...part,
        at: new Date(part.at).toISOString(),
        amountMinor: BigInt(part.amountMinor),
        credited: { ...part.credited, amountMinor: BigInt(part.credited.amountMinor) },
      })),
    }
  );
}

/** Finds which units, known one by one, are to come back already. */
export async function listAwaitedUnits(db: Db, resellerId: string, subscriptionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(resources) as id from returns
    where reseller_id = ${resellerId} and subscription_id = ${subscriptionId} and state = 'expected'`.execute(db);
  return rows.map(({ id }) => id);
}

export type NewReturn = {
  reseller_id: string;
  customer_id: string;
  product_id: string;
  order_id: string;
  subscription_id: string;
  quantity: number;
  reason: ReturnReason;
  wants: "credit" | "replacement";
  note: string | null;
  resources: string[];
  fee_minor: bigint;
  currency: Currency;
  asked_by: string;
  asked_at: Date;
};

/** Holds units of parts for a return; the database refuses more than were sent. */
export async function insertReturn(
  tx: Tx,
  row: NewReturn,
  parts: readonly { of: { id: string }; quantity: number; amountMinor: bigint }[],
): Promise<string> {
  const { id } = await tx.insertInto("returns").values(row).returning("id").executeTakeFirstOrThrow();
  await tx
    .insertInto("return_parts")
    .values(
      parts.map(({ of, quantity, amountMinor }) => ({
        reseller_id: row.reseller_id,
        return_id: id,
        dispatch_id: of.id,
        customer_id: row.customer_id,
        product_id: row.product_id,
        quantity,
        amount_minor: amountMinor,
      })),
    )
    .execute();
  return id;
}

/** Locks a return of the caller's. */
export const lockReturn = (tx: Tx, scope: Scope, id: string) =>
  tx
    .selectFrom("returns")
    .where("reseller_id", "=", scope.resellerId)
    .where("id", "=", id)
    .where(ofOwnCustomer(scope, "customer_id"))
    .where(ofOwnProduct(scope, "product_id"))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

export const lockAnyReturn = (tx: Tx, id: string) =>
  tx.selectFrom("returns").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

/** Ends a return without its goods, which can then come back another time. */
export const giveUpReturn = (
  tx: Tx,
  { reseller_id, id }: { reseller_id: string; id: string },
  change: { state: "refused"; answer: string; by: string } | { state: "withdrawn"; by: string },
  now: Date,
) =>
  tx
    .updateTable("returns")
    .set({
      ...("answer" in change ? { answer: change.answer } : {}),
      state: change.state,
      settled_by: change.by,
      settled_at: now,
    })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();

/** Takes goods in, which credits them or sends as many anew. False if there are none to send. */
export async function takeReturn(
  tx: Tx,
  id: string,
  how: {
    restocked: number;
    writtenOff: number;
    condition: string | null;
    carrier: string | null;
    tracking: string | null;
    by: string;
  },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select receive_return(${id}, ${how.restocked}, ${how.writtenOff}, ${how.condition}, ${how.carrier}, ${how.tracking}, ${how.by}, ${now}) as taken`.execute(
    tx,
  );
  return rows[0]!.taken;
}

/** Locks a return that is still to be taken off what was bought. */
export const lockUnbooked = (tx: Tx, resellerId: string, id: string) =>
  tx
    .selectFrom("returns")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .where("state", "=", "received")
    .where("wants", "=", "credit")
    .where("booked_at", "is", null)
    .select(["reseller_id", "order_id", "subscription_id", "customer_id", "quantity"])
    .forUpdate()
    .executeTakeFirst();

export const markBooked = (tx: Tx, resellerId: string, id: string, now: Date) =>
  tx
    .updateTable("returns")
    .set({ booked_at: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute();

const rowsOf = (db: Db) =>
  db
    .selectFrom("returns as t")
    .innerJoin("resellers as r", "r.id", "t.reseller_id")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "t.reseller_id").onRef("c.id", "=", "t.customer_id"),
    )
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "t.reseller_id").onRef("s.id", "=", "t.subscription_id"),
    )
    .selectAll("t")
    .select(["r.name as reseller_name", "c.name as customer_name", "s.name"])
    .select(
      sql<
        string[]
      >`array(select u.code from resources u where u.reseller_id = t.reseller_id and u.id = any (t.resources) order by u.code)`.as(
        "serials",
      ),
    );
export type ReturnRow = Awaited<ReturnType<typeof listReturns>>[number];

/** Lists the operator's returns across all resellers: expected ones oldest first, or settled ones newest first. */
export const listReturns = (db: Db, finished: boolean) =>
  finished
    ? rowsOf(db).where("t.state", "<>", "expected").orderBy("t.settled_at", "desc").limit(200).execute()
    : rowsOf(db).where("t.state", "=", "expected").orderBy("t.asked_at").limit(200).execute();

export const findReturns = (db: Db, ids: readonly string[]) =>
  rowsOf(db).where("t.id", "=", anyOf(ids, "uuid")).execute();
