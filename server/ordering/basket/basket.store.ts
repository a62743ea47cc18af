import type { FormValues } from "@tradewind/domain/catalogue/forms.ts";
import type { Attributes, Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql, type Selectable, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { BasketLines } from "../../platform/schema.gen.ts";
import { anyOf } from "../../platform/sql.ts";

/** An item as it is kept: what is ordered, what it is called, and what a unit cost when the person last agreed to it. */
export type KeptItem = {
  key: string;
  offerId: string;
  quantity: number;
  addOnTo: string | null;
  termUntil: string | null;
  attributes: Attributes;
  name: string;
  unit: string;
  term: Term;
  billing: Billing;
  minimum: number;
  maximum: number | null;
  unitCost: string;
};

/** Whose basket it is, as far as they still see its customers and products. */
export type Owner = Scope & { membershipId: string };

const linesOf = (db: Db, owner: Owner) =>
  db
    .selectFrom("basket_lines as l")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "l.reseller_id").onRef("c.id", "=", "l.customer_id"),
    )
    .innerJoin("products as p", "p.id", "l.product_id")
    .where("l.reseller_id", "=", owner.resellerId)
    .where("l.membership_id", "=", owner.membershipId)
    .where(ofOwnCustomer(owner, "l.customer_id"))
    .where(ofOwnProduct(owner, "l.product_id"))
    .select([
      "l.id",
      "l.customer_id",
      "c.name as customer_name",
      "l.product_id",
      "p.name as product_name",
      "l.user_id",
      sql<KeptItem[]>`l.items`.as("items"),
      sql<FormValues>`l.details`.as("details"),
      "l.delivery_option",
      "l.state",
      "l.hash",
      "l.reason",
      "l.behind_id",
      "l.behind",
      "l.order_id",
      "l.request_id",
      "l.removed_at",
      "l.changed_at",
    ]);

/** Lists a basket by customer, with what was ordered of it since a moment. */
export const listBasket = (db: Db, owner: Owner, since: Date) =>
  linesOf(db, owner)
    .leftJoin("orders as o", (join) =>
      join.onRef("o.reseller_id", "=", "l.reseller_id").onRef("o.id", "=", "l.order_id"),
    )
    .where("l.removed_at", "is", null)
    .where((where) => where.or([where("l.state", "<>", "ordered"), where("l.changed_at", ">", since)]))
    .select("o.instance_id")
    .orderBy("c.name")
    .orderBy("c.id")
    .orderBy("l.id")
    .execute();

const isOpen = sql<SqlBool>`removed_at is null and state <> 'ordered'`;

export async function countBasket(db: Db, { resellerId, membershipId }: Owner): Promise<number> {
  const { lines } = await db
    .selectFrom("basket_lines")
    .where("reseller_id", "=", resellerId)
    .where("membership_id", "=", membershipId)
    .where(isOpen)
    .select(sql<number>`count(*)::int`.as("lines"))
    .executeTakeFirstOrThrow();
  return lines;
}

/** Locks orders of a basket until the transaction ends, removed ones as well. */
export const lockBasket = (tx: Tx, owner: Owner, ids: readonly string[]) =>
  linesOf(tx, owner).where("l.id", "=", anyOf(ids, "uuid")).orderBy("l.id").forUpdate("l").execute();
export type BasketRow = Awaited<ReturnType<typeof lockBasket>>[number];

export async function insertBasketLine(
  tx: Tx,
  { resellerId, membershipId }: Owner,
  line: {
    customer_id: string;
    product_id: string;
    user_id: string | null;
    items: readonly KeptItem[];
    details: FormValues;
    delivery_option: string | null;
  },
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto("basket_lines")
    .values({
      ...line,
      items: JSON.stringify(line.items),
      details: JSON.stringify(line.details),
      reseller_id: resellerId,
      membership_id: membershipId,
      changed_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Step = Partial<
  Pick<
    Selectable<BasketLines>,
    "state" | "hash" | "reason" | "behind_id" | "behind" | "order_id" | "request_id" | "removed_at"
  >
> & { items?: readonly KeptItem[] };

export const updateBasketLine = async (
  tx: Tx,
  resellerId: string,
  id: string,
  { items, ...step }: Step,
  now: Date,
): Promise<void> =>
  void (await tx
    .updateTable("basket_lines")
    .set({ ...step, ...(items && { items: JSON.stringify(items) }), changed_at: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute());

/** Lets lines be placed, each by its hash, for whoever asks for it now. */
export const placeBasketLines = async (
  tx: Tx,
  resellerId: string,
  lines: readonly { id: string; hash: string }[],
  { behind, behindId, now }: { behind: string | null; behindId: string | null; now: Date },
): Promise<void> =>
  void (await sql`
    update basket_lines l
    set state = 'placing', hash = v.hash, reason = null, behind = ${behind}, behind_id = ${behindId}::uuid, changed_at = ${now}
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ hash }) => hash)}::text[]) as v(id, hash)
    where l.reseller_id = ${resellerId}::uuid and l.id = v.id`.execute(tx));

/** Lists what is being placed of a basket, in the order in which it was put there. */
export const listPlacing = (db: Db, resellerId: string, membershipId: string) =>
  db
    .selectFrom("basket_lines")
    .where("reseller_id", "=", resellerId)
    .where("membership_id", "=", membershipId)
    .where("state", "=", "placing")
    .select(["id", "behind_id", "behind"])
    .orderBy("id")
    .execute();

/** Lists the baskets with orders to place for which no job is waiting or running. */
export async function listBasketsWithoutJob(db: Db) {
  const { rows } = await sql<{ reseller_id: string; membership_id: string }>`
    select distinct l.reseller_id, l.membership_id from basket_lines l
    where l.state = 'placing' and not exists (
      select from pgboss.job j where j.name = 'basket.order' and j.state < 'completed'
        and j.data ->> 'membershipId' = l.membership_id::text)
    limit 100`.execute(db);
  return rows;
}
