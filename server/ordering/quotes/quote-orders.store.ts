import type { FormValues } from "@tradewind/domain/catalogue/forms.ts";
import type { PricedLine } from "@tradewind/domain/ordering/quotes.ts";
import type { Attributes, Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import type { QuoteOrder } from "@tradewind/contract/ordering/quotes.ts";
import { sql, type Selectable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { QuoteOrders } from "../../platform/schema.gen.ts";
import { anyOf } from "../../platform/sql.ts";

/** A line as it is kept, with its prices per unit and billing period. */
export type KeptLine = PricedLine & {
  key: string;
  offerId: string;
  addOnTo: string | null;
  attributes: Attributes;
  name: string;
  unit: string;
  term: Term;
  /** What the reseller set for this quote. */
  ownPrice: string | null;
  usualPrice: string | null;
  recommended: string | null;
};

export type KeptOrder = { customerId: string; productId: string; details: FormValues; lines: readonly KeptLine[] };

/** Shows an order as it stands: one that was placed as its vendor does. */
const shown = sql<QuoteOrder["State"]>`case l.state
  when 'ordered' then case o.status when 'Completed' then 'done' when 'Failed' then 'failed' else 'working' end
  else l.state end`;

/** Lists the orders of quotes, as far as the reader sees their customers and products. */
export const listQuoteOrders = (db: Db, scope: Scope, quoteIds: readonly string[]) =>
  db
    .selectFrom("quote_orders as l")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "l.reseller_id").onRef("c.id", "=", "l.customer_id"),
    )
    .innerJoin("products as p", "p.id", "l.product_id")
    .leftJoin("orders as o", (join) =>
      join.onRef("o.reseller_id", "=", "l.reseller_id").onRef("o.id", "=", "l.order_id"),
    )
    .where("l.reseller_id", "=", scope.resellerId)
    .where("l.quote_id", "=", anyOf(quoteIds, "uuid"))
    .where(ofOwnCustomer(scope, "l.customer_id"))
    .where(ofOwnProduct(scope, "l.product_id"))
    .select([
      "l.quote_id",
      "l.position",
      "l.customer_id",
      "c.name as customer_name",
      "l.product_id",
      "p.name as product_name",
      sql<KeptLine[]>`l.lines`.as("lines"),
      sql<FormValues>`l.details`.as("details"),
      shown.as("state"),
      sql<string | null>`coalesce(l.reason, case when o.status = 'Failed' then o.message end)`.as("reason"),
      "l.order_id",
      "o.instance_id",
    ])
    .orderBy("l.quote_id")
    .orderBy("l.position")
    .execute();
export type QuoteOrderRow = Awaited<ReturnType<typeof listQuoteOrders>>[number];

/** What the orders of quotes come to by billing, as far as the reader sees their customers and products. */
export const sumQuoteOrders = (db: Db, scope: Scope, quoteIds: readonly string[]) =>
  db
    .selectFrom("quote_orders as o")
    .crossJoinLateral(sql<{ line: KeptLine }>`jsonb_array_elements(o.lines)`.as<"l">(sql`l(line)`))
    .where("o.reseller_id", "=", scope.resellerId)
    .where("o.quote_id", "=", anyOf(quoteIds, "uuid"))
    .where(ofOwnCustomer(scope, "o.customer_id"))
    .where(ofOwnProduct(scope, "o.product_id"))
    .select([
      "o.quote_id",
      sql<Billing>`l.line ->> 'billing'`.as("billing"),
      // Each line is rounded by itself, as `quotedAmount` does.
      sql<bigint>`sum(round((l.line ->> 'unitPrice')::numeric * (l.line ->> 'quantity')::numeric * 100))::int8`.as(
        "price",
      ),
      sql<bigint>`sum(round((l.line ->> 'unitCost')::numeric * (l.line ->> 'quantity')::numeric * 100))::int8`.as(
        "cost",
      ),
    ])
    .groupBy(["o.quote_id", "billing"])
    .execute();

/** The names of the customers of quotes, each once, as far as the reader sees them. */
export const listQuoteCustomers = (db: Db, scope: Scope, quoteIds: readonly string[]) =>
  db
    .selectFrom("quote_orders as o")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "o.reseller_id").onRef("c.id", "=", "o.customer_id"),
    )
    .where("o.reseller_id", "=", scope.resellerId)
    .where("o.quote_id", "=", anyOf(quoteIds, "uuid"))
    .where(ofOwnCustomer(scope, "o.customer_id"))
    .where(ofOwnProduct(scope, "o.product_id"))
    .select(["o.quote_id", "c.name"])
    .groupBy(["o.quote_id", "c.id", "c.name"])
    .orderBy((by) => by.fn.min("o.position"))
    .execute();

export async function insertQuoteOrders(
  tx: Tx,
  resellerId: string,
  quoteId: string,
  orders: readonly KeptOrder[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx
    .insertInto("quote_orders")
    .values(
      orders.map((order, index) => ({
        reseller_id: resellerId,
        quote_id: quoteId,
        position: index + 1,
        customer_id: order.customerId,
        product_id: order.productId,
        lines: JSON.stringify(order.lines),
        details: JSON.stringify(order.details),
      })),
    )
    .execute();
}

export const deleteQuoteOrders = async (tx: Tx, resellerId: string, quoteId: string): Promise<void> =>
  void (await tx
    .deleteFrom("quote_orders")
    .where("reseller_id", "=", resellerId)
    .where("quote_id", "=", quoteId)
    .execute());

export type OrderStep = { state: Selectable<QuoteOrders>["state"]; reason?: string | null; order_id?: string | null };

export const updateQuoteOrder = async (
  tx: Tx,
  resellerId: string,
  quoteId: string,
  position: number,
  { details, ...step }: OrderStep & { details?: FormValues | undefined },
): Promise<void> =>
  void (await tx
    .updateTable("quote_orders")
    .set({ ...step, ...(details && { details: JSON.stringify(details) }) })
    .where("reseller_id", "=", resellerId)
    .where("quote_id", "=", quoteId)
    .where("position", "=", position)
    .execute());

/** Lets all orders of a quote that was accepted wait for their turn. */
export const releaseQuoteOrders = async (tx: Tx, resellerId: string, quoteId: string): Promise<void> =>
  void (await tx
    .updateTable("quote_orders")
    .set({ state: "waiting" })
    .where("reseller_id", "=", resellerId)
    .where("quote_id", "=", quoteId)
    .where("state", "=", "quoted")
    .execute());

export const listWaiting = (db: Db, resellerId: string, quoteId: string) =>
  db
    .selectFrom("quote_orders")
    .where("reseller_id", "=", resellerId)
    .where("quote_id", "=", quoteId)
    .where("state", "=", "waiting")
    .select("position")
    .orderBy("position")
    .execute();

/** Lists the quotes whose orders wait for a job that is neither waiting nor running. */
export async function listQuotesWithoutJob(db: Db) {
  const { rows } = await sql<{ reseller_id: string; quote_id: string }>`
    select distinct o.reseller_id, o.quote_id from quote_orders o
    where o.state = 'waiting' and not exists (
      select from pgboss.job j where j.name = 'quotes.order' and j.state < 'completed' and j.data ->> 'quoteId' = o.quote_id::text)
    limit 100`.execute(db);
  return rows;
}

/** Holds an order, so that no other run of its job places it as well. */
export const lockQuoteOrder = (tx: Tx, resellerId: string, quoteId: string, position: number) =>
  tx
    .selectFrom("quote_orders")
    .where("reseller_id", "=", resellerId)
    .where("quote_id", "=", quoteId)
    .where("position", "=", position)
    .select([
      "customer_id",
      "product_id",
      "state",
      sql<KeptLine[]>`lines`.as("lines"),
      sql<FormValues>`details`.as("details"),
    ])
    .forUpdate()
    .executeTakeFirst();
