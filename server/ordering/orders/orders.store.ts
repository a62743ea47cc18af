import type { WireDelivery } from "@tradewind/contract/ordering/hardware-order.ts";
import type { OrderRole } from "@tradewind/domain/ordering/order-rules.ts";
import type { Attributes } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Attribute } from "@tradewind/vendors/catalogue-data.ts";
import type { LineOutcome, Memo, Reference } from "@tradewind/vendors/vendor.ts";
import { sql, type ExpressionBuilder, type Selectable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { Orders, Schema } from "../../platform/schema.gen.ts";
import { anyOf } from "../../platform/sql.ts";

type Order = Selectable<Orders>;
export type OrderTask = Order["task"];

const columns = [
  "id",
  "customer_id",
  "instance_id",
  "product_id",
  "journey",
  "task",
  "status",
  "proposal",
  "details",
  "delivery",
  "message",
  "placed_at",
  "placed_by_name",
  "completed_at",
  "estimated_completion",
  "unsure_since",
  "next_look_at",
  "retries",
  "retried_at",
  "vendor_references",
  "spent_minor",
  "spent_by",
] as const;

const fulfiller = (ref: ExpressionBuilder<Schema, "orders">) =>
  ref.selectFrom("products").whereRef("products.id", "=", "orders.product_id").select("fulfiller").as("fulfiller");

const ordersOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("orders")
    .where("reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "customer_id"))
    .where(ofOwnProduct(scope, "product_id"))
    .$if(typeof scope.self === "string", (query) =>
      query.where("instance_id", "in", (own) =>
        own
          .selectFrom("service_instances")
          .where("reseller_id", "=", scope.resellerId)
          .where("membership_id", "=", scope.self!)
          .select("id"),
      ),
    );

export const findOrder = (db: Db, scope: Scope, orderId: string) =>
  ordersOf(db, scope).where("id", "=", orderId).select(columns).select(fulfiller).executeTakeFirst();
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** Like `findOrder`, and locks the row until the transaction ends. */
export const lockOrder = (tx: Tx, scope: Scope, orderId: string) =>
  ordersOf(tx, scope).where("id", "=", orderId).select(columns).select(fulfiller).forNoKeyUpdate().executeTakeFirst();

export const listOrdersOfInstance = (db: Db, resellerId: string, instanceId: string) =>
  db
    .selectFrom("orders")
    .where("reseller_id", "=", resellerId)
    .where("instance_id", "=", instanceId)
    .select(columns)
    .select(fulfiller)
    .orderBy("id", "desc")
    .limit(50)
    .execute();

export const listOrderLines = (db: Db, resellerId: string, orderIds: readonly string[]) =>
  db
    .selectFrom("order_lines")
    .where("reseller_id", "=", resellerId)
    .where("order_id", "=", anyOf(orderIds, "uuid"))
    .select([
      "order_id",
      "subscription_id",
      "name",
      "quantity",
      "attributes",
      "given",
      "taken",
      "state",
      "reason",
      "reason_code",
    ])
    .select(sql<Attribute[]>`(select attributes from offers where offers.id = offer_id)`.as("offer_attributes"))
    .select(
      sql<boolean>`not exists (
        select from order_lines n where n.reseller_id = order_lines.reseller_id and n.subscription_id = order_lines.subscription_id
          and n.order_id > order_lines.order_id)`.as("is_newest"),
    )
    .leftJoinLateral(
      sql<{ added: number | null; is_end: boolean | null }>`(
        select sum(case y.kind when 'seatsAdded' then (y.data ->> 'quantity')::int when 'seatsRemoved' then -(y.data ->> 'quantity')::int end)::int as added,
          bool_or(y.kind in ('cancelled', 'upgraded')) as is_end
        from subscription_history y
        where y.reseller_id = order_lines.reseller_id and y.subscription_id = order_lines.subscription_id and y.order_id = order_lines.order_id)`.as(
        "did",
      ),
      (join) => join.onTrue(),
    )
    .select(["did.added", "did.is_end"])
    .orderBy("id")
    .execute();
export type OrderLineRow = Awaited<ReturnType<typeof listOrderLines>>[number];

/** Tells whether an order failed and nothing newer was ordered of what its vendor refused. */
export const isRetryable = ({ status }: Pick<OrderRow, "status">, lines: readonly OrderLineRow[]): boolean =>
  status === "Failed" && lines.every((line) => line.state !== "refused" || line.is_newest);

/** Seconds until a company may try another order again, which takes `most` different ones in a minute. */
export async function waitToRetry(tx: Tx, resellerId: string, most: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from retried_at + interval '1 minute' - clock_timestamp()))::int as wait from orders
    where reseller_id = ${resellerId} and retried_at > clock_timestamp() - interval '1 minute'
    order by retried_at desc offset ${most - 1} limit 1`.execute(tx);
  return Math.max(rows[0]?.wait ?? 0, 0);
}

/** Settles lines of an order that are at work, and returns the subscriptions of those that this settled. */
export async function settleLines(
  tx: Tx,
  resellerId: string,
  orderId: string,
  lines: readonly LineOutcome[],
  now: Date,
): Promise<string[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    update order_lines l set state = n.state, reason_code = n.code, reason = n.reason, settled_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (key uuid, state text, code text, reason text)
    where l.reseller_id = ${resellerId} and l.order_id = ${orderId} and l.subscription_id = n.key and l.state = 'working'
    returning l.subscription_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Tells whether the instance has an order its provider is still working on. */
export async function isBusy(db: Db, resellerId: string, instanceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("orders")
    .where("reseller_id", "=", resellerId)
    .where("instance_id", "=", instanceId)
    .where("status", "=", "Working")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type NewOrder = {
  resellerId: string;
  id: string;
  customerId: string;
  instanceId: string;
  productId: string;
  journey: Order["journey"];
  task: OrderTask;
  proposalHash: string | null;
  /** The promised proposal in wire format. */
  proposal: unknown;
  details: Record<string, unknown>;
  delivery?: WireDelivery | null;
  placedBy: string | null;
  placedByName: string;
  /** What it commits the customer to, and whose limit that counts against. */
  spentMinor?: bigint | null;
  spentBy?: OrderRole | null;
};

export const insertOrder = (tx: Tx, order: NewOrder, now: Date): Promise<void> => insertOrders(tx, [order], now);

export async function replaceDetails(tx: Tx, resellerId: string, orderId: string, details: object): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ details: JSON.stringify(details) })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", orderId)
    .execute();
}

export async function insertOrders(tx: Tx, orders: readonly NewOrder[], now: Date): Promise<void> {
  if (orders.length === 0) return;
  await tx
    .insertInto("orders")
    .values(
      orders.map((order) => ({
        reseller_id: order.resellerId,
        id: order.id,
        customer_id: order.customerId,
        instance_id: order.instanceId,
        product_id: order.productId,
        journey: order.journey,
        task: order.task,
        proposal_hash: order.proposalHash,
        proposal: order.proposal === null ? null : JSON.stringify(order.proposal),
        details: JSON.stringify(order.details),
        delivery: order.delivery ? JSON.stringify(order.delivery) : null,
        message: "Waiting for the vendor",
        placed_at: now,
        placed_by: order.placedBy,
        placed_by_name: order.placedByName,
        spent_minor: order.spentMinor ?? null,
        spent_by: order.spentBy ?? null,
      })),
    )
    .execute();
}

/** `from` says which subscription units come from in an upgrade, and how many. */
export type NewOrderLine = {
  subscriptionId: string;
  offerId: string;
  name: string;
  quantity: number;
  attributes: Attributes;
  from?: { subscriptionId: string; moved: number } | null;
  /** Who is to get a unit of it, and who to lose theirs. */
  given?: readonly string[];
  taken?: readonly string[];
};

export const insertOrderLines = (tx: Tx, resellerId: string, orderId: string, lines: readonly NewOrderLine[]) =>
  insertLinesOfOrders(
    tx,
    resellerId,
    lines.map((line) => ({ ...line, orderId })),
  );

export async function insertLinesOfOrders(
  tx: Tx,
  resellerId: string,
  lines: readonly (NewOrderLine & { orderId: string })[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto("order_lines")
    .values(
      lines.map((line) => ({
        reseller_id: resellerId,
        order_id: line.orderId,
        subscription_id: line.subscriptionId,
        offer_id: line.offerId,
        name: line.name,
        quantity: line.quantity,
        attributes: JSON.stringify(line.attributes),
        from_subscription_id: line.from?.subscriptionId ?? null,
        moved: line.from?.moved ?? null,
        given: [...(line.given ?? [])],
        taken: [...(line.taken ?? [])],
      })),
    )
    .execute();
}

/** Sets a failed order to work again, with the lines that its vendor refused. */
export async function reopenOrder(tx: Tx, resellerId: string, orderId: string): Promise<void> {
  await tx
    .updateTable("order_lines")
    .set({ state: "working", reason: null, reason_code: null, settled_at: null })
    .where("reseller_id", "=", resellerId)
    .where("order_id", "=", orderId)
    .where("state", "=", "refused")
    .execute();
  await tx
    .updateTable("orders")
    .set({
      status: "Working",
      message: "Trying again",
      reason_code: null,
      moved_at: sql<Date>`clock_timestamp()`,
      next_look_at: null,
      retries: sql`retries + 1`,
      retried_at: sql`clock_timestamp()`,
      refused_before: sql`message`,
    })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", orderId)
    .execute();
}

/**
 * Makes orders at work due for a look at once, one by its id or all of a service, and returns those that were to be
 * looked at later. Whoever calls it files a job for each. A vendor is asked about an order at most every ten seconds.
 */
export async function hastenOrders(
  tx: Tx,
  resellerId: string,
  of: { id: string } | { instance_id: string },
): Promise<string[]> {
  const [[column, value]] = Object.entries(of) as [["id" | "instance_id", string]];
  const rows = await tx
    .updateTable("orders")
    .set({ next_look_at: null })
    .where("reseller_id", "=", resellerId)
    .where(column, "=", value)
    .where("status", "=", "Working")
    .where("next_look_at", ">", sql<Date>`clock_timestamp() + interval '2 seconds'`)
    .where("looked_at", "<", sql<Date>`clock_timestamp() - interval '10 seconds'`)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Records the outcome of a round at the vendor. Only the worker calls it. */
export async function recordRound(
  tx: Tx,
  resellerId: string,
  orderId: string,
  round: {
    status: Order["status"];
    memo: Memo;
    message: string | null;
    reason_code?: string | null;
    estimated_completion?: string | null;
    completed_at?: Date | null;
    moved_at?: Date;
    unsure_since?: Date | null;
    unsure_told_at?: Date | null;
    next_look_at?: Date | null;
    /** If there are none, those of earlier rounds are kept. */
    references?: readonly Reference[] | undefined;
  },
): Promise<void> {
  const { references = [], ...rest } = round;
  await tx
    .updateTable("orders")
    .set({
      unsure_since: null,
      unsure_told_at: null,
      next_look_at: null,
      looked_at: sql<Date>`clock_timestamp()`,
      ...rest,
      memo: JSON.stringify(round.memo),
      ...(references.length > 0 ? { vendor_references: JSON.stringify(references) } : {}),
    })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", orderId)
    .execute();
}
