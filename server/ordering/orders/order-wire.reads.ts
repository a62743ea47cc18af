import { answersInWords } from "@tradewind/contract/ordering/attribute-words.ts";
import type { orderItem } from "@tradewind/contract/ordering/order-item.ts";
import type * as z from "zod/mini";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { askedOfLine } from "../journeys/line-attributes.reads.ts";
import { namesOfPeople } from "../assignments/assignments.store.ts";
import { goodsOfOrders } from "../goods/goods.reads.ts";
import { isRetryable, listOrderLines, type OrderRow } from "./orders.store.ts";

/** Converts orders with their lines to wire format. */
export async function ordersToWire(
  db: Db,
  actor: TenantActor,
  vendors: Vendors,
  rows: readonly OrderRow[],
): Promise<z.output<typeof orderItem>[]> {
  if (rows.length === 0) return [];
  const lines = await listOrderLines(
    db,
    actor.resellerId,
    rows.map((row) => row.id),
  );
  const made = rows.filter((row) => row.fulfiller !== null && vendors.can(row.fulfiller, "isPeople"));
  const goods =
    made.length > 0
      ? await goodsOfOrders(
          db,
          made.map((row) => ({ reseller_id: actor.resellerId, order_id: row.id })),
        )
      : () => null;
  const named = lines.flatMap(({ given, taken }) => [...given, ...taken]);
  const names = await namesOfPeople(
    db,
    [...new Set(named)].map((id) => ({ reseller_id: actor.resellerId, id })),
  );
  const nameOf = (id: string) => names.get(id) ?? "somebody";
  const byOrder = Map.groupBy(lines, (line) => line.order_id);
  return rows.map((row) => ({
    Id: row.id,
    CustomerId: row.customer_id,
    InstanceId: row.instance_id,
    ProductId: row.product_id,
    Journey: row.journey,
    Status: row.status,
    Message: row.message,
    PlacedAt: row.placed_at.toISOString(),
    PlacedBy: row.placed_by_name,
    CompletedAt: row.completed_at?.toISOString() ?? null,
    EstimatedCompletion: row.estimated_completion,
    Unanswered: row.unsure_since && {
      Since: row.unsure_since.toISOString(),
      NextLook: row.next_look_at?.toISOString() ?? null,
    },
    Support:
      row.fulfiller && row.vendor_references && actor.self === null
        ? {
            Vendor: vendors.nameOf(row.fulfiller),
            References: row.vendor_references.map(({ label, value }) => ({ Label: label, Value: value })),
          }
        : null,
    Lines: (byOrder.get(row.id) ?? []).map((line) => ({
      SubscriptionId: line.subscription_id,
      Name: line.name,
      Quantity: line.quantity,
      Added: line.added ?? 0,
      IsEnd: line.is_end ?? false,
      Attributes: answersInWords(
        askedOfLine(line.offer_attributes).map(({ field }) => field),
        line.attributes,
      ),
      Given: line.given.map(nameOf),
      Taken: line.taken.map(nameOf),
      Goods: goods(row.id, line.subscription_id),
      State: line.state,
      Reason: line.reason,
    })),
    Retryable: isRetryable(row, byOrder.get(row.id) ?? []),
    ...(row.task === "details" && actor.self === null ? { Details: row.details } : {}),
    ChargedNow: seesPrices(actor) ? (row.proposal?.ChargeNow?.Net ?? null) : null,
  }));
}
