import { returnNumber } from "@tradewind/domain/ordering/returns.ts";
import type { Goods } from "@tradewind/contract/ordering/goods.ts";
import type { Db } from "../../platform/db.ts";
import { listGoodsOfOrders, restOf, type GoodsLine } from "./goods.store.ts";

/** Reads how far the goods of orders have come, and finds it for a line of them; null for what is no goods. */
export async function goodsOfOrders(db: Db, orders: readonly { reseller_id: string; order_id: string }[]) {
  const lines = new Map((await listGoodsOfOrders(db, orders)).map((each) => [each.subscription_id, each]));
  return (orderId: string, subscriptionId: string): Goods | null => {
    const line = lines.get(subscriptionId);
    return line?.order_id === orderId ? toGoods(line) : null;
  };
}

const toGoods = (line: GoodsLine): Goods => ({
  Reserved: line.reserved,
  Dispatched: line.dispatched,
  Cancelled: line.cancelled,
  Missing: line.is_counted ? restOf(line) - line.reserved : 0,
  Rest: restOf(line),
  Dispatches: line.dispatches.map((each) => ({
    Id: each.id,
    Quantity: each.quantity,
    Carrier: each.carrier,
    Tracking: each.tracking,
    At: new Date(each.at).toISOString(),
  })),
  Returnable: line.dispatches.reduce((sum, each) => sum + each.quantity - each.returned, 0),
  Returns: line.returns.map((each) => ({
    Id: each.id,
    Number: returnNumber(each.id),
    Quantity: each.quantity,
    Reason: each.reason,
    Wants: each.wants,
    State: each.state,
    Answer: each.answer,
    Carrier: each.carrier,
    Tracking: each.tracking,
    At: new Date(each.at).toISOString(),
  })),
});
