import type { StockMove, StockMoveKind } from "@tradewind/domain/ordering/stock.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export const pageSize = 50;

export type StockRow = {
  sku: string;
  name: string;
  offer_group: string;
  short: "backorder" | "refuse";
  free: number | null;
  reserved: number;
  missing: number;
};

async function stockRows(db: Db, where: RawBuilder<unknown>): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select o.sku, o.name, o.offer_group, p.value ->> 'short' as short, k.free, coalesce(k.reserved, 0) as reserved, coalesce((
      select sum(g.ordered - g.reserved - g.dispatched - g.cancelled)::int from goods_lines g
      where g.sku = o.sku and g.is_open and k.sku is not null), 0) as missing
    from offers o join policies p on p.id = o.goods_policy_id left join stock_levels k on k.sku = o.sku
    where ${where}
    order by o.name, o.sku limit ${pageSize + 1}`.execute(db);
  return rows;
}

export const listStock = (db: Db, search: string, after: { name: string; sku: string } | undefined) =>
  stockRows(
    db,
    sql`(${search} = '' or position(lower(${search}) in lower(o.name || ' ' || o.sku)) > 0)
      and ${after ? sql`(o.name, o.sku) > (${after.name}, ${after.sku})` : sql`true`}`,
  );

export const findStock = async (db: Db, sku: string) => (await stockRows(db, sql`o.sku = ${sku}`))[0];

/** Counts a product from now on, locks what is in stock of it, and returns how many are free. */
export async function takeStock(tx: Tx, sku: string): Promise<number> {
  const { rows } = await sql<{ free: number }>`select take_stock(${sku}) as free`.execute(tx);
  return rows[0]!.free;
}

/** Moves units that are for no order. */
export async function moveStock(
  tx: Tx,
  sku: string,
  { kind, from, to, quantity }: StockMove,
  { by, reason }: { by: string; reason: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insertInto("stock_moves")
    .values({ sku, kind, from_place: from, to_place: to, quantity, reason, moved_by: by, moved_at: now })
    .execute();
}

/** Gives what is free to the orders that wait for it, in their turn, and returns those that got any. */
export async function giveStock(tx: Tx, sku: string, now: Date) {
  await sql`select allocate_goods(${sku}, ${now})`.execute(tx);
  const { rows } = await sql<{ reseller_id: string; customer_id: string }>`
    select distinct g.reseller_id, g.customer_id from stock_moves m
      join goods_lines g on g.reseller_id = m.reseller_id and g.subscription_id = m.subscription_id
    where m.sku = ${sku} and m.kind = 'reserved' and m.moved_at = ${now}`.execute(tx);
  return rows;
}

export async function listMoves(db: Db, sku: string, after: string | undefined) {
  const { rows } = await sql<{
    id: string;
    kind: StockMoveKind;
    from_place: StockMove["from"];
    to_place: StockMove["to"];
    quantity: number;
    reseller_name: string | null;
    customer_name: string | null;
    reason: string | null;
    moved_by: string | null;
    moved_at: Date;
  }>`
    select m.id, m.kind, m.from_place, m.to_place, m.quantity, r.name as reseller_name, c.name as customer_name, m.reason, m.moved_by, m.moved_at
    from stock_moves m
      left join orders o on o.reseller_id = m.reseller_id and o.id = m.order_id
      left join resellers r on r.id = o.reseller_id
      left join customers c on c.reseller_id = o.reseller_id and c.id = o.customer_id
    where m.sku = ${sku} and ${after ? sql`m.id < ${after}::uuid` : sql`true`}
    order by m.id desc limit ${pageSize + 1}`.execute(db);
  return rows;
}
export type MoveRow = Awaited<ReturnType<typeof listMoves>>[number];
