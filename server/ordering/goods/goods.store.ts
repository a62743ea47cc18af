import type { ReturnReason, returnStates } from "@tradewind/domain/ordering/returns.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

/** Finds how many of each SKU are free, of those that are counted. */
export const freeStock = (db: Db, skus: readonly string[]) => readStock(db, sql`stock_of(${skus}::text[])`);

/** Like `freeStock`, and nobody takes any of it until the transaction ends. */
export const holdStock = (tx: Tx, skus: readonly string[]) => readStock(tx, sql`hold_stock(${skus}::text[])`);

async function readStock(db: Db, levels: RawBuilder<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ sku: string; free: number }>`select sku, free from ${levels}`.execute(db);
  return new Map(rows.map(({ sku, free }) => [sku, free]));
}

/** Holds the work on an order's goods, which whoever sends them holds before their stock. */
export async function holdGoodsWork(tx: Tx, resellerId: string, orderId: string): Promise<void> {
  await sql`select hold_goods_work(${resellerId}, ${orderId})`.execute(tx);
}

/** Reserves what an order at work wants, as far as it is free, and says what is missing of what is counted. */
export async function reserveGoods(tx: Tx, resellerId: string, orderId: string, now: Date) {
  const { rows } = await sql<{ subscription_id: string; missing: number; refuses: boolean }>`
    select * from reserve_goods(${resellerId}, ${orderId}, ${now})`.execute(tx);
  return rows;
}

/** Ends lines of an order: what was reserved is free for others, and the rest is cancelled or waits to be tried again. */
export async function closeGoods(
  tx: Tx,
  of: { resellerId: string; orderId: string; lines: readonly string[] },
  how: "cancelled" | "refused",
  now: Date,
): Promise<void> {
  await sql`select close_goods(${of.resellerId}, ${of.orderId}, ${of.lines}::uuid[], ${how === "cancelled"}, ${now})`.execute(
    tx,
  );
}

export type Parcel = { carrier: string | null; tracking: string | null };

/** Sends units of a line, which charges them. False if they are not there. */
export async function sendGoods(
  tx: Tx,
  line: Parcel & { resellerId: string; subscriptionId: string; quantity: number; by: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ sent: boolean }>`
    select send_goods(${line.resellerId}, ${line.subscriptionId}, ${line.quantity}, ${line.carrier}, ${line.tracking}, ${line.by}, ${now}) as sent`.execute(
    tx,
  );
  return rows[0]!.sent;
}

/** What has left of a line at once. */
export type Dispatch = Parcel & { id: string; quantity: number; returned: number; at: string };

type ReturnOfLine = Parcel & {
  id: string;
  quantity: number;
  reason: ReturnReason;
  wants: "credit" | "replacement";
  state: (typeof returnStates)[number];
  answer: string | null;
  at: string;
};

/** Lists how far the goods of orders have come. */
export const listGoodsOfOrders = (db: Db, orders: readonly { reseller_id: string; order_id: string }[]) =>
  db
    .selectFrom("goods_lines")
    .where("reseller_id", "=", anyOf([...new Set(orders.map((each) => each.reseller_id))], "uuid"))
    .where(
      "order_id",
      "=",
      anyOf(
        orders.map((each) => each.order_id),
        "uuid",
      ),
    )
    .select([
      "reseller_id",
      "order_id",
      "subscription_id",
      "sku",
      "ordered",
      "reserved",
      "dispatched",
      "cancelled",
      "is_open",
      "is_counted",
    ])
    .select(
      sql<Dispatch[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'quantity', d.quantity, 'carrier', d.carrier, 'tracking', d.tracking, 'at', d.dispatched_at,
          'returned', d.returned) order by d.id)
        from dispatches d where d.reseller_id = goods_lines.reseller_id and d.subscription_id = goods_lines.subscription_id), '[]')`.as(
        "dispatches",
      ),
    )
    .select(
      sql<ReturnOfLine[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'quantity', r.quantity, 'reason', r.reason, 'wants', r.wants, 'state', r.state,
          'answer', r.answer, 'carrier', r.carrier, 'tracking', r.tracking, 'at', coalesce(r.settled_at, r.asked_at)) order by r.id)
        from returns r where r.reseller_id = goods_lines.reseller_id and r.subscription_id = goods_lines.subscription_id), '[]')`.as(
        "returns",
      ),
    )
    .orderBy("subscription_id")
    .execute();
export type GoodsLine = Awaited<ReturnType<typeof listGoodsOfOrders>>[number];

/** How many of a line are still to be sent. */
export const restOf = ({ is_open, ordered, dispatched, cancelled }: GoodsLine): number =>
  is_open ? ordered - dispatched - cancelled : 0;

/** Whether all of a line has left or was cancelled, so that there is nothing more to do for it. */
export const isSettled = ({ ordered, dispatched, cancelled }: GoodsLine): boolean => dispatched + cancelled === ordered;

/** Gives up reservations that are over, in favour of whoever has waited longer. */
export async function lapseGoods(tx: Tx, today: string, now: Date): Promise<void> {
  await sql`select lapse_goods(${today}, ${now})`.execute(tx);
}
